// SPDX-License-Identifier: Apache-2.0

import Glibc
import MetronomeControl
import Testing

@Suite(.waits) struct MetroctlTests {
    private func metroctl(_ home: Home, _ arguments: [String]) throws -> Outcome {
        let child = try ChildProcess(Built.metroctl, arguments, environment: home.environment, in: home.folder)
        return Outcome(end: try child.end(), stdout: child.stdout, stderr: child.stderr)
    }

    @Test func `0: it is done, and told`() throws {
        try withDaemon { daemon in
            let home = daemon.home
            for (words, told) in [
                (["tempo", "120"], "120 bpm"), (["tempo", "-2.5"], "117.5 bpm"), (["tempo", "+10%"], "129.25 bpm"),
                (["meter", "7/8"], "7/8"), (["bell", "off"], "off"), (["volume", "80"], "volume 80 %\n"),
                (["volume", "bell", "50%"], "bell volume 50 %\n"),
                (["volume"], "volume 80 %, bell 50 % of it\n"), (["mute"], "muted\n"), (["volume"], ", muted\n"),
                (["unmute"], "unmuted\n"), (["volume", "bell"], "bell volume 50 %\n"),
                (
                    ["volume", "subdivision"],
                    "subdivision volume 50 %, heard with eighths or triplets only: metroctl eighths\n"
                ), (["sound", "rim"], "beat rim, the other sounds as usual\n"),
                (["sound", "beat"], "rim\n"),
                (["tempo"], "129.25 bpm\n"), (["bell"], "bell off\n"), (["latency"], "latency normal"),
                (["meter"], "7/8: 7 beats a bar, each an eighth, at 129.25 beats a minute\n"),
                (["meter", "6/8"], "6/8: 6 beats a bar, each an eighth, at 129.25 beats a minute; bell off\n"),
                (["meter", "7/8"], "7/8"), (["tempo", "--names"], "Andante      92 bpm\n"),
                (["offset", "+40"], "offset +40 ms"), (["offset", "by", "-45"], "-5 ms"),
                (["offset"], "offset -5 ms on 'clock'"), (["sound", "list"], "beat"), (["toggle"], "playing"),
                (["status", "heart.scale", "blob.sway"], "blob.sway   "), (["timing"], "beats"),
                (["properties"], "pendulum.angle"), (["version"], Product.version), (["describe"], "tempo"),
                (["ping"], "ms"),
                (["call", "tempo.set", #"{"bpm":99}"#], #""bpm":99"#),
            ] {
                let outcome = try metroctl(home, words)
                #expect(outcome.end == .exit(0), "\(words): \(outcome.stderr)")
                #expect(outcome.stdout.contains(told), "\(words): \(outcome.stdout)")
                #expect(outcome.stderr.isEmpty)
            }
            #expect(try daemon.status().bpm == 99)
            #expect(try metroctl(home, ["shutdown"]).end == .exit(0))
            #expect(try daemon.child.end() == .exit(0))
        }
    }

    @Test func `set takes several settings, and undo and redo say what they restore`() throws {
        try withDaemon("--bpm", "90", "--no-play") { daemon in
            for (words, told) in [
                (
                    "set bpm=+6 meter=7/8 bell=4 on 2 volume=50%",
                    "96 bpm, 7/8, bell on beat 2 of every 4, volume 50 %\n"
                ),
                ("undo", "undone; now 90 bpm, 4/4, bell on beat 1 of every 4, volume 80 %\n"),
                ("redo", "redone; now 96 bpm, 7/8, bell on beat 2 of every 4, volume 50 %\n"),
            ] {
                let outcome = try metroctl(daemon.home, words.split(separator: " ").map(String.init))
                #expect(outcome.stdout == told, "\(words): \(outcome.stderr)")
            }
            #expect(try metroctl(daemon.home, ["status"]).stdout.contains(" 1 step back, 0 forward\n"))
            for words in [["set", "bpm=0", "volume=1"], ["set", "tmepo=100"], ["redo"]] {
                let outcome = try metroctl(daemon.home, words)
                #expect(outcome.end == .exit(1) && outcome.lines.count == 1, "\(words): \(outcome.stderr)")
            }
            #expect(try daemon.status().settings.volume == 0.5)
        }
    }

    @Test func `--json is the bare result on one line, -q is silence`() throws {
        try withDaemon("--bpm", "90", "--no-play") { daemon in
            let told = try metroctl(daemon.home, ["status", "--json"])
            #expect(told.stdout.filter { $0 == "\n" }.count == 1)
            let value = try JSONLine.parse(Array(told.stdout.utf8))
            #expect(value["heard"]?["bpm"] == 90)
            #expect(value["position"]?.isNull == true)
            let changed = try metroctl(daemon.home, ["tempo", "100", "--json"])
            #expect(
                changed.stdout
                    == #"{"at_bar":null,"at_bar_beat":null,"at_beat":null,"at_ns":null,"bpm":100,"run":0}"# + "\n")
            let silent = try metroctl(daemon.home, ["tempo", "110", "-q"])
            #expect(silent.end == .exit(0))
            #expect(silent.stdout.isEmpty && silent.stderr.isEmpty)
            #expect(try daemon.status().bpm == 110)
            // Common options may stand before the subcommand.
            #expect(try metroctl(daemon.home, ["-q", "tempo", "-10"]).stdout.isEmpty)
            #expect(try daemon.status().bpm == 100)
            let first = try metroctl(daemon.home, ["--json", "--timeout=5s", "--socket", daemon.home.socket, "offset"])
            #expect(first.stdout == #"{"device":"clock","offset_ms":0}"# + "\n", "\(first.stderr)")
            let sounds = try metroctl(daemon.home, ["--timeout", "5s", "--quiet", "sound", "list"])
            #expect(sounds.end == .exit(0) && sounds.stdout.isEmpty)
        }
    }

    @Test func `a tempo starts it, or changes what plays`() throws {
        try withDaemon { daemon in
            for (words, told) in [
                ([], "stopped, 120 bpm, Allegro, 4/4\n"), (["100"], "playing, 100 bpm, from bar 1\n"),
                (["90"], "90 bpm, from "), (["+5"], "95 bpm, from "), (["-2.5"], "92.5 bpm, from "),
                (["start", "Largo"], "50 bpm, from "), (["-q", "60"], ""), (["-q", "stop"], ""),
                (["start", "200"], "playing, 200 bpm, from bar 1\n"), ([], "playing, 200 bpm, Prestissimo, 4/4, bar "),
            ] {
                let outcome = try metroctl(daemon.home, words)
                #expect(outcome.end == .exit(0), "\(words): \(outcome.stderr)")
                #expect(outcome.stdout.hasPrefix(told), "\(words): \(outcome.stdout)")
            }
            let value = try JSONLine.parse(Array(metroctl(daemon.home, ["volume", "--json"]).stdout.utf8))
            #expect(value == ["volume": 0.8, "bell_volume": 1, "subdivision_volume": 0.5, "muted": false])
        }
    }

    @Test func `what players try first is answered with what they can type`() throws {
        try withDaemon("--no-play") { daemon in
            for (words, said) in [
                (["swing"], "swing is off (metroctl swing on"), (["swing", "2:1"], "swing 2:1"),
                (["swing"], "not heard yet: metroctl eighths halves the beat"),
                (["sound", "beat", "clap.wav"], "clap.wav: No such file or directory"),
                (["setlist", "gig", "a", "b"], "metroctl setlist add gig a b makes a set list"),
                (["setlist", "create", "gig", "a"], "there is no preset or song \"a\""),
                (["trainer", "3", "1"], "does not take \"3\": write it as in trainer speed 60 to 120"),
                (["bell", "quieter"], "bell volume 90 %"), (["bell", "soft"], "bell must be a whole number 1...128"),
                (["count-in", "x"], "count-in must be a whole number"),
                (["groove", "bosa"], "did you mean bossa?"), (["stop"], "stopped, nothing plays"),
                (["prompt", "every", "4"], "is no list of prompts"),
                (["sound", "nowhere"], "woodblock, woodblock-high, voice"),
            ] {
                let outcome = try metroctl(daemon.home, words)
                #expect((outcome.stdout + outcome.stderr).contains(said), "\(words): \(outcome)")
            }
        }
    }

    @Test func `a meter alone sets the meter, and start takes tempo, meter and the name of a piece`() throws {
        try withDaemon("--no-play") { daemon in
            try daemon.home.folder.write("[[section]]\nbars = 4\ntempo = 80\n", to: "tune.toml")
            for (words, told) in [
                (["6/8"], "6/8: 6 beats a bar, each an eighth"), (["start", "3/4", "100"], "playing, 100 bpm, 3/4"),
                (["save", "waltz"], ""), (["stop"], ""), (["4/4"], ""), (["setlist", "add", "gig", "waltz"], ""),
                (["start", "waltz"], "playing waltz, 100 bpm"), (["start", "waltz"], "preset waltz, 100 bpm, 3/4"),
                (["stop"], ""), (["start", "gig"], "playing gig, 100 bpm"),
                (["stop"], ""), (["setlist", "off"], "set list closed"),
                (["song", "load", daemon.home.folder("tune.toml")], "tune.toml: 4 bars, 0:12; start plays it\n"),
                (["start", daemon.home.folder("tune.toml")], "playing tune.toml, 80 bpm"),
                (["tempo", "-10%"], "song "),
                (["stop"], ""), (["song", "off"], ""),
            ] {
                let outcome = try metroctl(daemon.home, words)
                #expect(outcome.end == .exit(0) && outcome.stdout.hasPrefix(told), "\(words): \(outcome)")
                guard words == ["tempo", "-10%"] else { continue }
                try poll(for: "the scale") { try daemon.status().song?.scale == 0.9 ? true : nil }
            }
            _ = try metroctl(daemon.home, ["start", "100"])
            _ = try metroctl(daemon.home, ["tempo", "140", "--at", "@999"])
            let saved = try metroctl(daemon.home, ["save", "later"])
            #expect(
                saved.stdout.hasSuffix("; not in it, because it has not begun: 140 bpm, from bar 999\n"), "\(saved)")
            _ = try metroctl(daemon.home, ["stop"])
            _ = try metroctl(daemon.home, ["preset", "remove", "later"])
            let unknown = try metroctl(daemon.home, ["start", "wals"])
            #expect(unknown.end == .exit(1) && unknown.stderr.contains("saved: waltz, gig"), "\(unknown)")
            // A preset that is there and cannot be read is told, and not looked for elsewhere.
            try daemon.home.folder.write("meter = 7\n", to: "data/metronomed/presets/broken.toml")
            let broken = try metroctl(daemon.home, ["start", "broken"])
            #expect(broken.end == .exit(1) && !broken.stderr.contains("there is no preset"), "\(broken)")
            #expect(try metroctl(daemon.home, ["tempo", "4/4"]).stderr.contains("is a meter"))
        }
    }

    @Test func `it plays so many bars and stops by itself, wherever it is`() throws {
        try withDaemon("--meter", "3/4") { daemon in
            // The end that was asked for last holds.
            _ = try metroctl(daemon.home, ["start", "2", "--bars", "50"])
            #expect(try metroctl(daemon.home, ["start", "--bars", "500"]).end == .exit(0))
            #expect(try daemon.status().pending.map(\.at) == ["@501"])
            // Its end is asked for while it plays: where a busy machine comes too late for this end, it is another.
            try trials(3) { number in
                _ = try metroctl(daemon.home, ["stop"])
                let bpm = [900, 100, 30][number - 1]
                let told = try metroctl(daemon.home, ["start", "\(bpm)", "--bars", "2"])
                try ensure(told.stdout == "playing, \(bpm) bpm, from bar 1, until the end of bar 2\n", "\(told)")
            }
            let client = try daemon.connect()
            try poll(for: "the end") { try client.status().playing ? nil : true }
            #expect(try metroctl(daemon.home, ["start", "--for", "1h", "-q"]).stdout.isEmpty)
            let waits = try #require(client.status().pending.first)
            #expect(waits.at == "@18001")
            try client.say("stop")
            #expect(try client.status().pending.isEmpty)
        }
    }

    @Test func `with --json an error is JSON too, on standard output, with the same exit status`() throws {
        func error(_ home: Home, _ words: [String], _ status: Int32) throws -> JSONValue {
            let outcome = try metroctl(home, words + ["--json"])
            #expect(outcome.end == .exit(status) && outcome.stderr.isEmpty, "\(words) \(outcome.stderr)")
            #expect(outcome.stdout.filter { $0 == "\n" }.count == 1)
            return try #require(try JSONLine.parse(Array(outcome.stdout.utf8))["error"])
        }
        try withDaemon { daemon in
            let range = try error(daemon.home, ["tempo", "0"], 1)
            #expect(range["data"] == ["reason": "out_of_range", "param": "bpm", "min": 1, "max": 1000])
            #expect(range["message"]?.string?.isEmpty == false && range["code"] == -32602)
            let choice = try error(daemon.home, ["latency", "lowest"], 1)
            #expect(choice["data"]?["allowed"] == ["low", "normal", "quiet"])
        }
        let home = try Home()
        #expect(try error(home, ["status"], 3)["data"]?["reason"] == "no_daemon")
        #expect(try error(home, ["sing"], 2)["data"]?["reason"]?.string != nil)
        #expect(try error(home, ["tempo", "120", "--loud"], 2)["message"] == "unknown option '--loud'")
        let listener = try StreamListener(path: home.socket)
        #expect(try error(home, ["status", "--timeout", "100ms"], 4)["data"]?["reason"] == "timeout")
        withExtendedLifetime(listener) {}
    }

    @Test func `2: an event that there is not is a wrong word, also where others are right`() throws {
        try withDaemon { daemon in
            for words in [["subscribe", "nonsense"], ["subscribe", "beat", "lead"]] {
                let outcome = try metroctl(daemon.home, words)
                #expect(outcome.end == .exit(2) && outcome.lines.count == 1, "\(words): \(outcome)")
            }
            let lead = try metroctl(daemon.home, ["subscribe", "lead"])
            #expect(lead.stderr.contains("lead needs milliseconds and then events: subscribe lead 100 beat"))
        }
    }

    @Test func `1: it is refused, with the daemon's reason`() throws {
        try withDaemon("--bpm", "600") { daemon in
            try daemon.waitForBeat(1)
            try daemon.isUndisturbed {
                for words in [
                    ["sound", "beat", "nothing"], ["call", "tempo.set", #"{"bpm":0}"#], ["tempo", "+9999"],
                    ["tempo", ""],
                ] {
                    let outcome = try metroctl(daemon.home, words)
                    #expect(outcome.end == .exit(1), "\(words)")
                    #expect(outcome.stdout.isEmpty)
                    #expect(outcome.lines.count == 1, "\(words): \(outcome.stderr)")
                }
            }
        }
    }

    @Test func `3: there is no daemon`() throws {
        let home = try Home()
        for words in [["status"], ["watch", "--no-retry"], ["--socket", home.folder("elsewhere"), "status"]] {
            let outcome = try metroctl(home, words.first == "--socket" ? [words[2]] + words[..<2] : words)
            #expect(outcome.end == .exit(3), "\(words)")
            #expect(outcome.lines.count == 1, "\(outcome.stderr)")
            #expect(outcome.stderr.contains("metronomed"))
        }
        // A socket that nobody serves any more.
        try home.withDaemon { $0.child.kill() }
        #expect(try metroctl(home, ["status"]).end == .exit(3))
    }

    @Test func `4: there is no answer, or one of another protocol`() throws {
        let home = try Home()
        let listener = try StreamListener(path: home.socket)
        let silent = try metroctl(home, ["status", "--timeout", "200ms"])
        #expect(silent.end == .exit(4))
        #expect(silent.lines.count == 1)
        let first = try listener.accept()
        close(first)

        let child = try ChildProcess(Built.metroctl, ["watch"], environment: home.environment, in: home.folder)
        let peer = ControlClient(descriptor: try listener.accept())
        let request = try JSONLine.parse(try peer.nextLine(timeout: patience))
        let answer = #"{"id":\#(request["id"]?.text ?? "null"),"result":{"protocol":{"major":99,"minor":0}}}"#
        try peer.send(answer)
        #expect(try child.end() == .exit(4))
        #expect(child.stderr.contains("99"))
    }

    @Test func `watch has a line for every beat, and ends after the bars it was told`() throws {
        try withDaemon("--bpm", "600", "--meter", "3/4") { daemon in
            try daemon.waitForBeat(0)
            let outcome = try metroctl(daemon.home, ["watch", "--bars", "2"])
            #expect(outcome.end == .exit(0))
            let lines = outcome.stdout.split(separator: "\n")
            #expect((6...8).contains(lines.count), "\(outcome.stdout)")
            #expect(outcome.stderr.isEmpty)
            let form = try metroctl(daemon.home, ["watch", "--format", "{bar}.{beat} {bell}", "--bars", "2"])
            #expect(form.stdout.split(separator: "\n").count == 6, "\(form.stdout)")
            #expect(form.stdout.split(separator: "\n").first?.hasSuffix(".1 bell") == true, "\(form.stdout)")
            let events = try metroctl(daemon.home, ["watch", "--bars", "1", "--json"]).stdout.split(separator: "\n")
            #expect(try events.allSatisfy { try JSONLine.parse(Array($0.utf8))["method"] != nil })
            let blocks = try metroctl(daemon.home, ["watch", "--bars", "1", "--waybar"]).stdout.split(separator: "\n")
            #expect(try blocks.allSatisfy { try JSONLine.parse(Array($0.utf8))["text"] != nil })
        }
    }

    @Test func `watch ends when the program that reads it through a socket has gone, also while nothing plays`() throws
    {
        try withDaemon { daemon in
            var ends: [Int32] = [-1, -1]
            try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
            let child = try ChildProcess(
                Built.metroctl, ["watch", "--json"], environment: daemon.home.environment, in: daemon.home.folder,
                output: ends[1])
            close(ends[1])
            var byte: UInt8 = 0
            #expect(read(ends[0], &byte, 1) == 1)
            close(ends[0])
            #expect(try child.end() == .exit(0))
        }
    }

    @Test(arguments: [["watch"], ["watch", "--json"], ["status"], ["ping"], ["--help"]])
    func `output that cannot be written is an error, and output that nobody reads is none`(words: [String]) throws {
        try withDaemon("--bpm", "600") { daemon in
            for (sink, end) in [("/dev/full", ChildProcess.End.exit(1)), ("| true", .exit(0))] {
                let shell =
                    sink.hasPrefix("|") ? "{ \"$0\" \"$@\"; echo $? >&2; } \(sink)" : "exec \"$0\" \"$@\" >\(sink)"
                let child = try ChildProcess(
                    "/bin/sh", ["-c", shell, Built.metroctl] + words, environment: daemon.home.environment,
                    in: daemon.home.folder)
                #expect(try child.end() == end)
                if sink == "/dev/full" {
                    #expect(child.stderr == "metroctl: cannot write to standard output: No space left on device\n")
                } else {
                    #expect(child.stderr == "0\n")
                }
            }
        }
    }

    @Test func `watch waits for a daemon, and for the next one when it goes`() throws {
        let home = try Home()
        let watch = try ChildProcess(
            Built.metroctl, ["watch", "--json"], environment: home.environment, in: home.folder)
        defer { watch.kill() }
        func beats(at bpm: Int) -> Bool {
            watch.stdout.contains(#""bpm":\#(bpm)"#) && watch.stdout.contains("event.beat")
        }
        for bpm in [300, 600] {
            try home.withDaemon(["--bpm", "\(bpm)"]) { daemon in
                try poll(for: "beats; it says \(watch.stderr)") { beats(at: bpm) ? true : nil }
                daemon.child.kill()
            }
        }
        watch.signal(SIGINT)
        #expect(try watch.end() == .exit(0))
    }
}
