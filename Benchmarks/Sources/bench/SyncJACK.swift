// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import Glibc
internal import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession

extension Sync {
    /// Who tells bars and beats in JACK, and what is heard of it.
    enum JACKMusic: String, CaseIterable {
        /// The daemon keeps its own time, and its clock comes by JACK.
        case clock = "MIDI clock"
        /// The daemon keeps its own time, along a ramp.
        case ramp = "MIDI clock on a ramp"
        /// The transport is the time; clocks of metrobridge and of jack_midi_clock.
        case transport = "transport"
        /// klick tells bars and beats.
        case klick
    }

    private static let tempo = 137.3
    private static let ramp = "[[section]]\nmeter = \"4/4\"\ntempo = { from = 120, to = 240 }\nbars = 12\n"
    private static let rate = 48000.0
    private static let latency = 512.0
    private static var clockLength: Double { rate * 60 / tempo / 24 }

    /// MIDI at exact frames, and bars and beats at those of the transport, on JACK's driver that is no card; none where JACK
    /// or the peer is missing.
    func jack(_ music: JACKMusic) throws -> [Figure] {
        let needed = ["jackd", "python3"] + (music == .klick ? ["klick"] : [])
        guard needed.allSatisfy({ Player.path(of: $0) != nil }) else {
            Bench.say("left out: \(needed.joined(separator: " and ")) must be installed")
            return []
        }
        let card = try Card(in: folder, seconds: seconds + 60)
        let daemon = try Metronomed(program, ["--no-play", "--bpm", "\(Self.tempo)"], on: card)
        defer { daemon.end() }
        let session = daemon.session
        let priority = geteuid() == 0 ? ["-R", "-P", "40"] : ["-r"]
        try session.help(
            ["jackd"] + priority + ["-n", session["JACK_DEFAULT_SERVER"], "-d", "dummy", "-r", "48000", "-p", "256"])
        guard try session.tries(["jack_lsp"], for: 10) else { throw BenchError("jackd does not answer") }
        switch music {
        case .clock: return try clock(daemon)
        case .ramp: return try ramp(daemon)
        case .transport: return try transport(daemon)
        case .klick:
            try session.help(["klick", "-T", "\(Self.tempo)"])
            Clock.sleep(2)
            let bars = try watch(session, ["start@0.5"])
            return [Self.figure("klick's", bars)]
        }
    }

    // MARK: what is heard

    private func clock(_ daemon: Metronomed) throws -> [Figure] {
        try daemon.session.help([bridges, "midi", "--jack", "--quiet"])
        try joined(daemon, ["midi"])
        let listener = try daemon.session.connect()
        guard case .success = try listener.call(words: "subscribe beat", timeout: .seconds(5)) else {
            throw BenchError("metronomed refused a subscription")
        }
        let script = try script("midi.py", [seconds, "metronomed-midi:clock"], "clock", of: daemon.session)
        Clock.sleep(1)
        try daemon.say("start")
        var told = ToldBeats()
        try told.listen(to: listener, until: Clock.nowNs + Int64(seconds - 1) * 1_000_000_000)
        let heard = try end(script, "clock", of: daemon.session)
        let cycles = heard.filter { $0.first == "cycle" }.map { (frame: Double($0[1]) ?? 0, ns: Int64($0[2]) ?? 0) }
        let clocks = Self.clocks(heard)
        let off = told.beats.compactMap { beat -> Double? in
            guard let nearest = cycles.min(by: { abs($0.ns - beat.atNs) < abs($1.ns - beat.atNs) }) else { return nil }
            let frame = nearest.frame + Double(beat.atNs - nearest.ns) * Self.rate / 1e9 - Self.latency
            return clocks.map { abs($0 - frame) }.min().flatMap { $0 < Self.clockLength / 2 ? $0 : nil }
        }
        let spread = Spread(off)
        return Self.lengths("MIDI clock by JACK, \(Self.tempo) bpm", clocks) + [
            Figure(
                name: "… of a beat, off the frame at which it is heard: median", value: spread.median, unit: "frames"),
            Figure(name: "… worst of \(spread.count)", value: spread.worst, unit: "frames"),
        ]
    }

    /// From clock to clock along a ramp, beside what the timeline says.
    private func ramp(_ daemon: Metronomed) throws -> [Figure] {
        try Self.ramp.write(toFile: daemon.card.folder + "/ramp.toml", atomically: false, encoding: .utf8)
        try daemon.say("song load \(daemon.card.folder)/ramp.toml")
        try daemon.session.help([bridges, "midi", "--jack", "--quiet"])
        try joined(daemon, ["midi"])
        let listener = try daemon.session.connect()
        let answer = try listener.call(
            "subscribe", params: ["events": ["timeline", "state"]], as: Subscription.self, timeout: .seconds(5))
        var music = HeardMusic(try answer.get())
        let script = try script("midi.py", [20, "metronomed-midi:clock"], "ramp", of: daemon.session)
        Clock.sleep(1)
        try daemon.say("start")
        let end = Clock.nowNs + 3_000_000_000
        while Clock.nowNs < end {
            if let line = try listener.nextEvent(timeout: .milliseconds(100)), let event = try Event(line: line) {
                music.add(event)
            }
        }
        let heard = try self.end(script, "ramp", of: daemon.session).filter { $0.count == 2 }
        let clocks = heard.drop { $0[1] != "fa" }.prefix { $0[1] != "fc" }.filter { $0[1] == "f8" }
            .compactMap { Double($0[0]) }
        guard clocks.count > 24 else { throw BenchError("the ramp was not begun with its first clock") }
        guard let timeline = music.timeline else { throw BenchError("nothing plays") }
        let places = clocks.indices.map { clock in
            Double(timeline.time(of: BeatPosition(beats: Double(clock) / 24)).nanoseconds) * Self.rate / 1e9
        }
        return Self.lengths(
            "MIDI clock by JACK, 120 to 240 bpm", clocks, zip(places, places.dropFirst()).map { $1 - $0 })
    }

    private func transport(_ daemon: Metronomed) throws -> [Figure] {
        try daemon.session.help([bridges, "jack", "--quiet"])
        try daemon.session.help([bridges, "midi", "--jack", "--quiet"])
        try joined(daemon, ["jack", "midi"])
        let peer = Player.path(of: "jack_midi_clock") != nil
        if peer { try daemon.session.help(["jack_midi_clock"]) }
        Clock.sleep(1)
        let ours = try script("midi.py", [seconds, "metronomed-midi:clock"], "ours", of: daemon.session)
        let theirs =
            peer ? try script("midi.py", [seconds, "jack_midi_clock:mclk_out"], "theirs", of: daemon.session) : nil
        try daemon.say("start")
        Clock.sleep(5)
        let bars = try watch(daemon.session, [])
        var figures = Self.lengths(
            "MIDI clock beside JACK's transport", Self.clocks(try end(ours, "ours", of: daemon.session)))
        if let theirs {
            let clocks = Self.clocks(try end(theirs, "theirs", of: daemon.session))
            figures += Self.lengths("jack_midi_clock's", clocks)
        }
        return figures + [Self.figure("metrobridge jack's", bars)]
    }

    /// Cycles of JACK, and those in which bars and beats were off by a tick and more.
    private static func figure(_ name: String, _ bars: (cycles: Double, off: Double)) -> Figure {
        Figure(
            name: "\(name) bars and beats: of \(Int(bars.cycles)) cycles, off by a tick or more", value: bars.off,
            unit: "", decimals: 0)
    }

    /// From clock to clock, beside how far they should be from each other: by the tempo unless given.
    private static func lengths(_ name: String, _ clocks: [Double], _ lengths: [Double]? = nil) -> [Figure] {
        let steps = zip(clocks, clocks.dropFirst()).map { $1 - $0 }
        let off = Spread(zip(steps, lengths ?? steps.map { _ in clockLength }).map { abs($0 - $1) })
        return [
            Figure(
                name: "\(name): from clock to clock, off by: median", value: off.median, unit: "frames", decimals: 2),
            Figure(name: "… p99 of \(off.count)", value: off.p99, unit: "frames", decimals: 2),
        ]
    }

    // MARK: programs that know nothing of metronomed

    /// Starts one whose output goes to a file.
    private func script(_ name: String, _ words: [any CustomStringConvertible], _ log: String, of session: Session)
        throws -> Child
    {
        let output = unsafe open(
            "\(session.card.folder)/\(log)", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        defer { close(output) }
        let path = FileManager.default.currentDirectoryPath + "/Tests/JACK/\(name)"
        return try session.help(["python3", path] + words.map(\.description), output: output)
    }

    /// The words of its lines, once it has ended.
    private func end(_ script: Child, _ log: String, of session: Session) throws -> [[Substring]] {
        guard script.ends(within: Double(seconds) + 10), script.end == 0 else {
            throw BenchError("\(log): no listener")
        }
        let text = try String(contentsOfFile: "\(session.card.folder)/\(log)", encoding: .utf8)
        return text.split(separator: "\n").map { $0.split(separator: " ") }
    }

    private func watch(_ session: Session, _ commands: [String]) throws -> (cycles: Double, off: Double) {
        let script = try script(
            "watch_transport.py", [max(5, seconds - 10), "bpm=\(Self.tempo)"] + commands, "bars", of: session)
        guard let line = try end(script, "bars", of: session).first, line.count == 2, let cycles = Double(line[0]),
            let off = Double(line[1]), cycles > 100
        else { throw BenchError("the transport does not roll") }
        return (cycles, off)
    }

    private static func clocks(_ heard: [[Substring]]) -> [Double] {
        heard.filter { $0.count == 2 && $0[1] == "f8" }.compactMap { Double($0[0]) }
    }

    /// Waits until bridges are there.
    private func joined(_ daemon: Metronomed, _ names: [String]) throws {
        let are = Clock.waits(10) {
            let list = (try? daemon.say("bridges"))?["bridges"]?.array ?? []
            return list.filter { $0["trouble"] == .null }.compactMap { $0["name"]?.string }.sorted() == names
        }
        guard are else { throw BenchError("no bridge to JACK") }
    }
}
