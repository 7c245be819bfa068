// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl
import MetronomeSession
import Programs
import Testing

@testable import metroctl

@Suite struct CommandLineTests {
    /// The exit status and the message of words for which no daemon is needed.
    private func end(_ words: [String]) -> (status: ProgramFailure.Status?, message: String) {
        do {
            // Whatever is asked of a daemon ends with 3.
            var command = try Metroctl.command(for: words + ["--socket", "/nowhere/s"])
            try command.run()
            return (nil, "")
        } catch let failure as ProgramFailure {
            return (failure.status, failure.message)
        } catch {
            let isUsage = Metroctl.exitCode(for: error) == .validationFailure
            return (isUsage ? .usage : nil, Metroctl.usageMessage(for: error))
        }
    }

    @Test(arguments: [
        ["tempo", "120", "--names"], ["start", "--bars", "0"], ["start", "--bars", "2", "--for", "1m"],
        ["bell", "4", "on"], ["sing"], ["sound", "beat", "/my"], ["help", "sing"], ["tempo", "120", "--loud"],
        ["status", "--timeout", "soon"], ["call", "status", "{"], ["offset", "1", "2", "3"],
        ["call", "status", "[1]"], ["watch", "--bars", "0"], ["offset", "by"], ["volume", "bel", "50%"],
        ["wait", "baer"], ["wait"], ["wait", "@0"], ["on", "bar"], ["wait", "now"], ["wait", "2"],
        ["wait", "2", "days"],
        ["wait", "0", "bars"], ["wait", "-1", "bar"], ["on", "bar", "a", "--", "b"], ["start", "3/4", "4/4"],
        ["render", "x.wav", "--bars", "0"], ["render", "x.wav", "--for", "0.3s"],
        ["render", "x.wav", "--bars", "100001"], ["render", "x.wav", "--bars", "1", "--format", "klick"],
        ["subscribe", "lead"], ["subscribe", "lead", "beat"],
        ["practise", "3-5", "at", "48", "bpm"], ["start", "in", "10", "seconds"], ["slower", "than", "that"],
        ["song", "tempo", "120"], ["song", "scale", "120", "bpm"], ["practise", "3-4", "slower"],
        ["bell", "off", "at", "170", "--at", "bar"], ["on", "section", "coda", "verse", "--", "true"],
    ]) func `what is said wrongly ends with 2, with or without a daemon`(words: [String]) {
        let (status, message) = end(words)
        #expect(status == .usage, "\(words): \(message)")
        #expect(!message.isEmpty)
    }

    @Test(arguments: [
        "tempo", "tempo --names", "bell", "swing", "trainer", "meter", "timer", "volume", "volume bell", "count-in",
        "lane", "lane kick", "lanes", "prompt", "sound", "sound bell", "sound list", "groove", "groove save mine",
        "song scale", "practise", "loop", "accents", "subdivision",
    ]) func `a place for a change is refused where nothing is changed`(words: String) {
        for place in ["nonsense", "bar"] {
            let (status, message) = end(words.split(separator: " ").map(String.init) + ["--at", place])
            #expect(status == .usage && message.contains("nothing is changed at"), "\(words): \(message)")
        }
    }

    @Test(arguments: ["start --for 5m 30", "start for 5m 30", "play for 5m 30 3/4", "go for 5m 30 at bar"])
    func `a number behind minutes that may be the tempo is refused with both that may be meant`(words: String) {
        let (status, message) = end(words.split(separator: " ").map(String.init))
        #expect(status == .usage)
        #expect(message.contains("metroctl start --for \"5m 30\"") && message.contains("metroctl start 30 --for 5m"))
        let quoted = end(["start", "--for", "5m 30"])
        #expect(quoted.status != .usage, "\(quoted.message)")
    }

    @Test func `on takes the label of a section where its command stands behind --`() throws {
        func on(_ words: String) throws -> OnVerb {
            try #require(try Metroctl.command(for: words.split(separator: " ").map(String.init)) as? OnVerb)
        }
        #expect(try on("on section coda -- echo x").name.place == .section(label: "coda"))
        #expect(try on("on section coda --count 1 -- echo x").name.place == .section(label: "coda"))
        #expect(try on("on section -- echo x").name.place == .section(label: nil))
        #expect(try on("on section date").name.place == .section(label: nil))
    }

    @Test(arguments: [
        ["status"], ["tempo", "+5"], ["tempo", "-2.5"], ["120"], ["bell", "4", "on", "4"], ["start", "--bars", "3"],
        ["wait", "@8.2"], ["wait", "2", "bars"], ["on", "bar", "echo bar", "--no-retry"], ["6/8"],
        ["start", "3/4", "100"], ["offset", "-5"], ["--timeout=5s", "-q", "stop"],
        ["offset", "-30ms"], ["offset", "by", "-5ms"],
        ["-v", "faster"], ["-v", "3/4"], ["--verbose", "--json", "tempo", "+5"],
    ]) func `what is said rightly asks a daemon`(words: [String]) {
        let (status, message) = end(words)
        #expect(status == .noDaemon, "\(words): \(message)")
    }

    @Test(arguments: [
        "tempo 130 at bar --at beat", "stop at bar --at +4", "bell 3 --at +2 --at +3", "--at bar bell off --at=beat",
        "start 120 --at bar --at bar", "--at bar mute at beat",
    ]) func `of two places neither is taken`(words: String) {
        let (status, message) = end(words.split(separator: " ").map(String.init))
        #expect(status == .usage && message.hasPrefix("there are two places, "), "\(message)")
    }

    @Test(arguments: ["preset save -dash", "stop -xyh", "stop -oh", "preset save -dasz", "-xyh stop"])
    func `letters behind one minus that are no options are refused, and ask for no help`(words: String) {
        let (status, message) = end(words.split(separator: " ").map(String.init))
        #expect(status == .usage && message.hasPrefix("unknown option '-"), "\(message)")
    }

    @Test(arguments: [
        ("stop -qv", ProgramFailure.Status.noDaemon), ("stop -qh", nil), ("stop -help", nil), ("song export -h", nil),
        ("on bar --no-retry -- ls -lah", .noDaemon),
    ]) func `letters behind one minus that are options are taken, and those of another command`(
        words: String, status: ProgramFailure.Status?
    ) throws {
        #expect(end(words.split(separator: " ").map(String.init)).status == status)
        let name = try Metroctl.command(for: ["preset", "save", "--", "-dash"]) as? PresetSaveVerb
        #expect(name?.name == "-dash")
    }

    @Test func `the letters that are known are those of the help of all verbs`() throws {
        let parts = Metroctl._dumpHelp().filter { !$0.isWhitespace }.split(separator: "\"kind\":\"short\",\"name\":\"")
        #expect(Set(parts.dropFirst().compactMap(\.first)) == ["q", "v", "h", "o"])
    }

    @Test func `more words than any verb takes are refused at once, and a whole set list is not`() {
        let (status, message) = end(["status"] + Array(repeating: "bpm", count: 100_000))
        #expect(status == .usage && message.contains("words are too many"), "\(message)")
        let line = "status " + Array(repeating: "bpm", count: Metroctl.mostWords).joined(separator: " ")
        #expect(throws: ProgramFailure.self) { try Metroctl.command(for: [line]) }
        let entries = Array(repeating: ["waltz", "16"], count: SetList.mostEntries).flatMap { $0 }
        #expect(end(["setlist", "add", "gig"] + entries).status == .noDaemon)
    }

    @Test(arguments: [
        (
            "render c.mp3 --bars 1",
            "c.mp3: the name must end in .wav, .flac, .aiff or .ogg: metroctl render c.wav --bars 1"
        ),
        (
            "song export evening.toml -o x.mp3",
            "the ending of x.mp3 does not say what to write: -o with .klick, .map, .mid"
        ),
        ("song export evening.toml", "say what to write: -o with .klick"),
        ("7/8 3+3", "3+3 are 6 beats, and 7/8 has 7: metroctl meter 3+3/8 has 6"),
        ("meter 7/8 loud", "unexpected argument 'loud'"),
        ("set tempo=96 tempo=97", "bpm is given twice, by tempo=96 and by tempo=97: leave one out"),
        ("set bpm=96 tempo=97", "bpm is given twice"),
        ("preset rename a b", "preset has no verb rename, but list, save, load, show, remove: metroctl load a, then"),
        ("preset copy a b", "metroctl save b keeps it by that name"),
    ]) func `what is wrong is told with what is allowed`(words: String, told: String) {
        let (status, message) = end(words.split(separator: " ").map(String.init))
        #expect(status == .usage && message.contains(told), "\(message)")
    }

    @Test func `the usage of wait and on names every place`() {
        for usage in [WaitVerb.configuration.usage, OnVerb.configuration.usage] {
            for place in PlaceName.all { #expect(usage?.contains(place) == true, "\(place)") }
        }
    }

    @Test func `an amount that cannot be is told as it was written`() {
        let (status, message) = end(["louder", "hat", "-5"])
        #expect(status == .usage && message.hasPrefix("\"-5\" is no change of a volume"), "\(message)")
    }

    @Test func `a label that begins with a minus and a digit is asked for as it was written`() throws {
        let seek = try #require(try Metroctl.command(for: ["seek", "-8va"]) as? SeekVerb)
        #expect(seek.params == ["place": "-8va"])
        let loop = try #require(try Metroctl.command(for: ["loop", "-8va", "-2"]) as? LoopVerb)
        #expect(loop.params == ["from": "-8va", "to": "-2"])
        let practise = try #require(try Metroctl.command(for: ["practise", "-8va", "at", "70%"]) as? PractiseVerb)
        #expect(try practise.practised.params == ["from": "-8va", "scale": "70%"])
    }

    @Test(arguments: [
        (["-30ms"], ["-30"]), (["by", "-5", "ms"], ["by", "-5"]), (["+4.5ms"], ["+4.5"]), (["40"], ["40"]), ([], []),
    ]) func `an offset may have its unit, whatever its sign`(words: [String], numbers: [String]) {
        #expect(OffsetSetVerb.withoutUnit(words) == numbers)
    }

    @Test(arguments: [
        ("run", "start"), ("halt", "stop"), ("time", "meter"), ("quit", "shutdown"), ("sotp", "stop"),
        ("vol", "volume"), ("gig", nil), ("xyzzy", nil), ("--jsno", "--json"), ("--foo", nil),
    ]) func `a suggestion is made where it is close`(word: String, meant: String?) {
        let (status, message) = end([word])
        #expect(status == .usage)
        let asked = meant.map { "did you mean \($0)?" } ?? "did you mean"
        #expect(message.contains(asked) == (meant != nil), "\(message)")
        #expect(message.trimmingPrefix("metroctl: ").hasPrefix("unknown "), "\(message)")
    }

    @Test func `the help fits one screen of 60 rows and 80 columns, and names the options of every verb`() {
        let help = VerbTable.compacted(Metroctl.helpMessage(columns: 80))
        let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 60 && lines.allSatisfy { $0.count <= 80 }, "\(lines.count)")
        for option in ["--json", "-q", "--socket", "--timeout"] { #expect(help.contains(option)) }
    }
}
