// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import MetronomeControl
internal import MetronomeLinux
internal import MetronomeRhythm
internal import MetronomeSession

/// What other clocks and bridges cost, and how exact they are.
struct Sync {
    let program: String
    let bridges: String
    let folder: String
    let seconds: Int

    private static let bpm = 120

    // MARK: what bridges cost the daemon

    /// The daemon alone, and then with three bridges.
    func load() throws -> [Figure] {
        let card = try Card(in: folder, seconds: 2 * seconds + 40)
        let daemon = try Metronomed(program, ["--bpm", "\(Self.bpm)"], on: card)
        defer { daemon.end() }
        // The first answer brings the code into memory that makes answers.
        try daemon.say("status")
        // Beyond the prompt seconds after a change.
        Clock.sleep(12)
        let (alone, memory, libraries) = (rate(daemon.session), memory(daemon), loaded(daemon))
        let set = try BridgeSet(bridges, beside: daemon)
        Clock.sleep(12)
        let joined = rate(daemon.session)
        let count = "\(set.names.count) bridges (\(set.names.joined(separator: ", ")))"
        return [
            Figure(
                name: "\(count): the daemon's wake-ups, times those without", value: joined.wakeups / alone.wakeups,
                unit: "", decimals: 2),
            Figure(name: "… its CPU", value: joined.cpu / alone.cpu, unit: "", decimals: 2),
            Figure(name: "… its memory, files left out", value: self.memory(daemon) / memory, unit: "", decimals: 2),
            Figure(
                name: "… libraries that it loads for them", value: Double(loaded(daemon).subtracting(libraries).count),
                unit: "", decimals: 0, limit: .atMost(0)),
        ]
    }

    private func rate(_ session: Session) -> Usage.Rate {
        let before = Usage(of: session)
        Clock.sleep(Double(seconds))
        return Usage(of: session).since(before)
    }

    /// The daemon's own memory: the card writes down what is heard in a file, which is mapped there as well.
    private func memory(_ daemon: Metronomed) -> Double {
        Usage.field("RssAnon", of: "/proc/\(daemon.child.pid)/status")
    }

    /// The libraries in the daemon's memory.
    private func loaded(_ daemon: Metronomed) -> Set<Substring> {
        let maps = Usage.text("/proc/\(daemon.child.pid)/maps")
        return Set(
            maps.split(separator: "\n").compactMap { $0.split(separator: " ").last }.filter { $0.contains(".so") })
    }

    // MARK: MIDI clock

    /// What the processors do while nothing needs them.
    enum Idleness: String, CaseIterable {
        case asleep = "processors that sleep"
        case awake = "processors that stay awake"
        case busy = "3 busy threads"
    }

    /// How far the clocks that come out of a FIFO are from their places in the timeline.
    func midiClock(_ idleness: Idleness) throws -> [Figure] {
        let card = try Card(in: folder, seconds: seconds + 40)
        let hogs = idleness == .busy ? Hogs(3) : nil
        let awake = idleness == .awake ? AwakeProcessors() : nil
        defer { withExtendedLifetime((hogs, awake)) {} }
        let daemon = try Metronomed(program, ["--bpm", "137.3"], on: card)
        defer { daemon.end() }
        let path = card.folder + "/midi"
        guard unsafe mkfifo(path, 0o600) == 0 else { throw BenchError("mkfifo: errno \(errno)") }
        let fifo = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(fifo) }
        // Above the bridge, so that the reader is not what is measured.
        let isPrior = Self.raise(30)
        defer { if isPrior { _ = Self.raise(0) } }
        let clockNs = 60e9 / 137.3 / 24
        let machine = Spread(Self.waits(every: clockNs, for: seconds / 2))
        try daemon.session.help([bridges, "midi", "--out", path, "--quiet"])
        let listener = try daemon.session.connect()
        let answer = try listener.call(
            "subscribe", params: ["events": ["timeline", "state"]], as: Subscription.self, timeout: .seconds(5))
        var music = HeardMusic(try answer.get())
        Clock.sleep(2)
        let before = Machine.stolen
        var errors: [Double] = []
        var (bursts, blinks) = (0, 0)
        var last: Int64 = 0
        let end = Clock.nowNs + Int64(seconds) * 1_000_000_000
        var bytes = [UInt8](repeating: 0, count: 64)
        while unsafe read(fifo, &bytes, bytes.count) > 0 {}
        while Clock.nowNs < end {
            while let line = try listener.nextEvent(timeout: .zero) {
                if let event = try Event(line: line) { music.add(event) }
            }
            guard let beats = music.timeline?.position(at: ClockTime(nanoseconds: Clock.nowNs)).beats else {
                throw BenchError("nothing plays")
            }
            // Waits up to the next clock but a little, and then looks all the time: to be woken by it would be counted too, as
            // it is of one that comes at another time.
            let dueNs = Clock.nowNs + Int64(((beats * 24).rounded(.up) - beats * 24) * clockNs)
            PreciseWait.forInput(of: fifo, untilNs: dueNs - Self.lookNs)
            // What is there after an overlong sleep has come meanwhile.
            var (count, looked, now) = (0, Int64(0), min(Clock.nowNs, dueNs - Self.lookNs))
            repeat {
                (looked, count) = (now, unsafe read(fifo, &bytes, bytes.count))
                now = Clock.nowNs
            } while count <= 0 && now < dueNs + 3_000_000
            for byte in bytes[..<max(0, count)] where byte == 0xF8 {
                let clocks = (music.timeline?.position(at: ClockTime(nanoseconds: now)).beats ?? 0) * 24
                let error = abs(clocks - clocks.rounded()) * clockNs / 1e3
                errors.append(error)
                // Where the reader itself stood still, nobody knows when the clock came: it counts as late as it was read.
                let isSeen = now - looked < Self.blinkNs || error < Double(Self.blinkNs) / 1e3
                if !isSeen { blinks += 1 }
                if isSeen, now - last < 5_000_000 { bursts += 1 }
                last = isSeen ? now : 0
            }
        }
        let spread = Spread(errors)
        // Of each of the two processors that the clock and its reader need.
        let stolen = (Machine.stolen - before) / Double(seconds) / 2
        let isPromised = isPrior && (hogs != nil || awake != nil) && stolen < Self.mostStolen
        return [
            Figure(
                name: "MIDI clock to a FIFO, 137.3 bpm, \(idleness.rawValue): median", value: spread.median, unit: "µs"),
            Figure(name: "… p99", value: spread.p99, unit: "µs", limit: isPromised ? .atMost(200) : .none),
            Figure(name: "… worst of \(spread.count)", value: spread.worst, unit: "µs"),
            Figure(name: "… meanwhile a host took of each processor", value: stolen * 100, unit: "%", decimals: 2),
            Figure(name: "… came while the reader stood still", value: Double(blinks), unit: "", decimals: 0),
            Figure(
                name: "… less than 5 ms after the one before", value: Double(bursts), unit: "", decimals: 0,
                limit: .atMost(0)),
            Figure(
                name: "… a thread that only waits for such moments, just before: p99", value: machine.p99, unit: "µs"),
            Figure(name: "… its worst", value: machine.worst, unit: "µs"),
        ]
    }

    /// Where a host takes more of a processor, one of a hundred is late by its doing.
    private static let mostStolen = 0.005
    /// How long before a clock the reader begins to look all the time, and how long it may look away.
    private static let (lookNs, blinkNs): (Int64, Int64) = (300_000, 100_000)

    /// How late a thread sees moments that it waits for, in µs: what the machine does to the best of programs.
    private static func waits(every lengthNs: Double, for seconds: Int) -> [Double] {
        let begin = Clock.nowNs
        return (1...max(1, Int(Double(seconds) * 1e9 / lengthNs))).map { index in
            let dueNs = begin + Int64(Double(index) * lengthNs)
            PreciseWait.forInput(of: -1, untilNs: dueNs - lookNs)
            var now = Clock.nowNs
            while now < dueNs { now = Clock.nowNs }
            return Double(now - dueNs) / 1e3
        }
    }

    /// Gives this thread a real-time priority, or 0 for none. Returns whether it may.
    private static func raise(_ priority: Int32) -> Bool {
        var parameters = sched_param()
        parameters.sched_priority = priority
        return unsafe sched_setscheduler(0, priority > 0 ? SCHED_FIFO : SCHED_OTHER, &parameters) == 0
    }

    // MARK: following

    /// How far the clicks are from the line of a client, on a card that is fast by `ppm`.
    func following(ppm: Int) throws -> [Figure] {
        let card = try Card(in: folder, seconds: seconds + 20, ppm: ppm, quantum: 64)
        let daemon = try Metronomed(program, ["--no-play"], on: card)
        defer { daemon.end() }
        let begin = Clock.nowNs
        func line() throws {
            let now = Clock.nowNs
            let params: [String: JSONValue] = [
                "source": "bench", "beat": JSONValue(Double(now - begin) / 0.5e9), "time_ns": .integer(now),
                "bpm": .integer(Int64(Self.bpm)), "quantum": 4,
            ]
            if case .failure(let error) = try daemon.client.call("follow", params: params, timeout: .seconds(5)) {
                throw BenchError("metronomed refused a line: \(error)")
            }
        }
        try line()
        try daemon.say("start")
        let end = Clock.nowNs + Int64(seconds) * 1_000_000_000
        while Clock.nowNs < end {
            try line()
            Clock.sleep(0.5)
        }
        daemon.end()
        let recording = card.recording
        let settled = recording.originNs + 5_000_000_000
        let errors = recording.onsets(quiet: 0.1, over: TestSound.level / 10).map(recording.nanoseconds(ofFrame:))
            .filter { $0 > settled && $0 < end }.map { click -> Double in
                let beats = Double(click - begin) / 0.5e9
                return abs(beats - beats.rounded()) * 0.5e6
            }
        let spread = Spread(errors)
        return [
            Figure(
                name: "following a line, card \(ppm > 0 ? "+" : "−")\(abs(ppm)) ppm: median", value: spread.median,
                unit: "µs"),
            Figure(name: "… p99 after 5 s", value: spread.p99, unit: "µs", limit: .atMost(100)),
            Figure(name: "… worst of \(spread.count)", value: spread.worst, unit: "µs"),
        ]
    }
}
