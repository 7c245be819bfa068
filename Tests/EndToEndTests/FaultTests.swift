// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import MetronomeControl
import MetronomeLinux
import Testing
import VirtualDevice

/// A fault of the sound card, and how it ends.
struct Fault: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Whether the program is stopped, in place of a failing card.
    var stopsProgram = false
    var begin: @Sendable (inout virtual_control) -> Void = { _ in }
    var end: @Sendable (inout virtual_control) -> Void = { _ in }

    init(
        _ name: String, begin: @escaping @Sendable (inout virtual_control) -> Void,
        end: @escaping @Sendable (inout virtual_control) -> Void = { _ in }
    ) {
        testDescription = name
        self.begin = begin
        self.end = end
    }

    init(stoppingProgram name: String) {
        testDescription = name
        stopsProgram = true
    }

    static let all = [
        Fault("it runs dry whenever it runs", begin: { $0.xrun = 2 }, end: { $0.xrun = 0 }),
        Fault("it is suspended and resumes", begin: { $0.suspend = 2 }),
        Fault("it is suspended and says it has resumed", begin: { $0.suspend = 3 }),
        Fault("it is unplugged", begin: { $0.unplugged = Int64(ENODEV) }, end: { $0.unplugged = 0 }),
        Fault("it is taken by another program", begin: { $0.unplugged = Int64(EBUSY) }, end: { $0.unplugged = 0 }),
        Fault(
            "it cannot be prepared",
            begin: {
                $0.unprepared = Int64(EIO)
                $0.xrun = 1
            }, end: { $0.unprepared = 0 }),
        Fault("it takes no frames", begin: { $0.deaf = 1 }, end: { $0.deaf = 0 }),
        Fault("it is always ready, with an error", begin: { $0.noisy = 1 }, end: { $0.noisy = 0 }),
        Fault(
            "it stands still for 340 ms", begin: { $0.frozen_until = MonotonicClock.nowNs + 340_000_000 }),
        Fault(
            "it stands still for 1.54 s", begin: { $0.frozen_until = MonotonicClock.nowNs + 1_540_000_000 }),
        Fault("it answers 400 ms late", begin: { $0.hang_ms = 400 }),
        Fault(
            "it opens and closes slowly",
            begin: {
                $0.slow_open_ms = 500
                $0.slow_close_ms = 500
                $0.unplugged = Int64(ENODEV)
            }, end: { $0.unplugged = 0 }),
        Fault(stoppingProgram: "the program is stopped for a while"),
    ]

    /// Causes the fault.
    fileprivate func begin(on card: VirtualCard, of program: ChildProcess) {
        begin(&card.control.pointee)
        if stopsProgram { program.signal(SIGSTOP) }
    }

    /// Ends the fault.
    fileprivate func end(on card: VirtualCard, of program: ChildProcess) {
        end(&card.control.pointee)
        program.signal(SIGCONT)
    }
}

/// The beat goes on through every fault of the sound card.
@Suite(.waitsFirst, .serialized) struct FaultTests {
    /// 100 ms from beat to beat.
    private static let bpm = 600
    private static let beatNs: Int64 = 100_000_000
    /// How far from its beat a click may be heard.
    private static let toleranceNs: Int64 = 1_000_000
    /// In ms.
    private static let outage = 800
    /// When beats are heard again after a fault, at the latest: a lost card is retried within 1 s after the outage, may
    /// take 0.5 s to open, and plays silence first.
    private static let recoveryNs: Int64 = 3_000_000_000

    @Test(arguments: Fault.all)
    func `the beat goes on and the click comes back on it`(fault: Fault) throws {
        try untilSettled { try isSettled(fault) }
    }

    /// Tries a fault. False where the machine had no time for the daemon.
    private func isSettled(_ fault: Fault) throws -> Bool {
        var home = try Home(.capture)
        let card = try VirtualCard(in: &home)
        let daemon = DaemonProcess(
            home: home, child: try home.metronomed(["--bpm", "\(Self.bpm)", "--no-play", "--log-level", "debug"]))
        defer {
            daemon.child.signal(SIGCONT)
            daemon.child.kill()
        }
        try daemon.waitUntilItAnswers()
        let listener = try daemon.connect()
        _ = try listener.subscribe("beat")
        try daemon.connect().say("start")
        try card.waitUntilPlayed(0.5)

        let (dryBefore, workBefore) = (card.control.pointee.xruns, Work(of: daemon.child, on: card))
        let begin = MonotonicClock.nowNs
        fault.begin(on: card, of: daemon.child)
        try outlive(fault, of: daemon, on: card)
        fault.end(on: card, of: daemon.child)
        let (dry, work) = (card.control.pointee.xruns, Work(of: daemon.child, on: card))
        let ended = MonotonicClock.nowNs
        // The longer the outage is on a busy machine, the longer is the pause before the next try.
        let recovered = ended + Self.recoveryNs + (ended - begin - Int64(Self.outage) * 1_000_000)
        // A card that comes back plays silence first, as much as is written ahead.
        try card.waitUntilPlayed(0.7)
        let back = MonotonicClock.nowNs
        try card.waitUntilPlayed(0.5)

        let isStarved = dryBefore + card.control.pointee.xruns - dry > 0
        let workAfter = Work(of: daemon.child, on: card)
        let isLate = workAfter.mostWaitedNs(since: work) > 20_000_000
        let isStarving = workAfter.isStarving(since: workBefore)
        let again = MonotonicClock.nowNs
        fault.begin(on: card, of: daemon.child)
        wait(milliseconds: 100)
        daemon.child.signal(SIGTERM)
        // Only a program that runs can end.
        daemon.child.signal(SIGCONT)
        #expect(try daemon.child.end() == .exit(0))

        let beats = try beats(of: listener)
        try #require(beats.count > 15 || isStarving)
        // A daemon that is as late tells no beats of before.
        if isStarving { return false }
        for (beat, next) in zip(beats, beats.dropFirst()) {
            // A stopped program announces no beats.
            let missing = next.beatIndex - beat.beatIndex - 1
            #expect(missing == 0 || fault.stopsProgram, "\(missing) beats are missing after beat \(beat.beatIndex)")
            let distance = next.atNs - beat.atNs - Int64(missing) * Self.beatNs
            #expect(abs(distance - Self.beatNs) <= Self.toleranceNs, "\(distance) ns after beat \(beat.beatIndex)")
        }
        let clicks = try clicks(on: card, beats: beats, untold: fault.stopsProgram)
        let silent = Set(beats.map(\.beatIndex)).subtracting(clicks)
        let lost = beats.filter { beat in
            silent.contains(beat.beatIndex) && !(begin - Self.beatNs...min(back, recovered)).contains(beat.atNs)
                && beat.atNs <= again - Self.beatNs
        }
        let places = lost.map { "beat \($0.beatIndex), \(($0.atNs - begin) / 1_000_000) ms after" }
        #expect(lost.isEmpty || isStarved || isLate, "not heard: \(places.joined(separator: ", "))")
        return !isStarved && (lost.isEmpty || !isLate)
    }

    @Test func `a card that is busy at first joins on the beat`() throws {
        try untilSettled { try joins() }
    }

    private func joins() throws -> Bool {
        var home = try Home(.capture)
        let card = try VirtualCard(in: &home)
        card.control.pointee.busy = Int64(EBUSY)
        let daemon = DaemonProcess(home: home, child: try home.metronomed(["--bpm", "\(Self.bpm)", "--no-play"]))
        defer { daemon.child.kill() }
        try daemon.waitUntilItAnswers()
        let listener = try daemon.connect()
        _ = try listener.subscribe("beat")
        let work = Work(of: daemon.child, on: card)
        try daemon.connect().say("start")
        wait(milliseconds: 500)
        card.control.pointee.busy = 0
        try card.waitUntilPlayed(1)
        if Work(of: daemon.child, on: card).isStarving(since: work) { return false }
        #expect(try daemon.end() == .exit(0))
        let beats = try beats(of: listener)
        #expect(beats.map(\.beatIndex) == Array(0..<beats.count))
        #expect(try clicks(on: card, beats: beats).count >= 5)
        return true
    }

    /// Quanta below and above the fill, in frames.
    @Test(arguments: [(64, 200), (512, -200), (2048, 0)])
    func `on a card that moves in bursts, and not at our speed, every beat is heard from the first`(
        quantum: Int, partsPerMillion: Int
    ) throws {
        try untilSettled { try isWhole(quantum: quantum, partsPerMillion: partsPerMillion) }
    }

    /// Plays on such a card. False where the machine ran the daemon too late for its fill.
    private func isWhole(quantum: Int, partsPerMillion: Int) throws -> Bool {
        var home = try Home(.capture)
        home.environment["METRONOMED_FILL_MS"] = "30"
        let card = try VirtualCard(in: &home, fields: "quantum \(quantum) ppm \(partsPerMillion)")
        let daemon = DaemonProcess(home: home, child: try home.metronomed(["--bpm", "\(Self.bpm)", "--no-play"]))
        defer { daemon.child.kill() }
        try daemon.waitUntilItAnswers()
        let listener = try daemon.connect()
        _ = try listener.subscribe("beat")
        let client = try daemon.connect()
        let workBefore = Work(of: daemon.child, on: card)
        try client.say("start")
        try card.waitUntilPlayed(3)
        let timing = try JSONLine.decode(Timing.self, from: JSONLine.encode(try client.say("timing")))
        let work = Work(of: daemon.child, on: card)
        let isLate =
            (timing.sinceStart.wakeLatenessUs.max ?? 0) > 10_000 || work.mostWaitedNs(since: workBefore) > 20_000_000
        if isLate, card.control.pointee.xruns > 0 || work.isStarving(since: workBefore) { return false }
        #expect(card.control.pointee.xruns == 0 && card.control.pointee.starts == 1)
        #expect(try daemon.end() == .exit(0))
        let beats = try beats(of: listener)
        let clicks = try clicks(on: card, beats: beats)
        // A machine that is late by now lets the card run dry while the daemon ends.
        if card.control.pointee.xruns > 0 { return false }
        let silent = Set(beats.map(\.beatIndex)).subtracting(clicks)
        // Beats announced ahead are not heard once the daemon has ended.
        #expect(silent.isEmpty || (silent.min() ?? 0) > (clicks.max() ?? 0), "\(silent) were not heard")
        return true
    }

    @Test func `a fallback plays while the chosen card is missing, and hands over on the beat`() throws {
        try untilSettled { try handsOver() }
    }

    private func handsOver() throws -> Bool {
        var home = try Home(.capture)
        let card = try VirtualCard(in: &home)
        let second = try VirtualCard(in: &home, name: "second")
        card.control.pointee.busy = Int64(EBUSY)
        let daemon = DaemonProcess(
            home: home,
            child: try home.metronomed(["--bpm", "\(Self.bpm)", "--no-play", "--fallback-device", "second"]))
        defer { daemon.child.kill() }
        try daemon.waitUntilItAnswers()
        let listener = try daemon.connect()
        _ = try listener.subscribe("beat")
        let client = try daemon.connect()
        let work = Work(of: daemon.child, on: card)
        try client.say("start")
        try second.waitUntilPlayed(0.6)
        let missing = try client.status().audio
        #expect(missing.state == "missing" && missing.output == "alsa" && missing.device == "default")
        #expect(missing.reason == "another program holds the device")
        #expect(missing.trying?.hasPrefix("trying again in ") == true)
        #expect(missing.trying?.hasSuffix("or when a device appears; playing on 'second' meanwhile") == true)

        card.control.pointee.busy = 0
        try card.waitUntilPlayed(0.6)
        let running = try client.status().audio
        #expect(running.state == "running" && running.reason == nil && running.trying == nil)
        let rest = second.control.pointee.consumed

        card.control.pointee.unplugged = Int64(ENODEV)
        let unplugged = try poll(for: "loss of the card") { () -> AudioState? in
            let audio = try client.status().audio
            return audio.state == "missing" && audio.trying?.contains("second") == true ? audio : nil
        }
        #expect(unplugged.reason == "it was unplugged")
        try second.waitUntilPlayed(0.6)
        #expect(second.control.pointee.consumed > rest)
        if Work(of: daemon.child, on: card).isStarving(since: work) { return false }
        #expect(try daemon.end() == .exit(0))
        let beats = try beats(of: listener)
        #expect(beats.map(\.beatIndex) == Array(0..<beats.count))
        #expect(try clicks(on: card, beats: beats).count >= 4)
        #expect(try clicks(on: second, beats: beats).count >= 8)
        return true
    }

    @Test func `what a card held when it stood still is not heard when it goes on, however much that was`() throws {
        try untilSettled { try forgets() }
    }

    private func forgets() throws -> Bool {
        var home = try Home(.capture)
        home.environment["METRONOMED_FILL_MS"] = "480"
        let card = try VirtualCard(in: &home)
        let daemon = DaemonProcess(home: home, child: try home.metronomed(["--bpm", "\(Self.bpm)", "--no-play"]))
        defer { daemon.child.kill() }
        try daemon.waitUntilItAnswers()
        let listener = try daemon.connect()
        _ = try listener.subscribe("beat")
        let work = Work(of: daemon.child, on: card)
        try daemon.connect().say("start")
        for _ in 0..<3 {
            try card.waitUntilPlayed(1)
            // As long as the daemon could sleep without the card running dry.
            card.control.pointee.frozen_until = MonotonicClock.nowNs + 340_000_000
            wait(milliseconds: 340)
        }
        try card.waitUntilPlayed(1)
        if Work(of: daemon.child, on: card).isStarving(since: work) { return false }
        #expect(try daemon.end() == .exit(0))
        #expect(try clicks(on: card, beats: beats(of: listener)).count >= 15)
        return true
    }

    @Test func `what cannot be had is tried again more and more rarely, and the reason is told`() throws {
        var home = try Home(.capture)
        let card = try VirtualCard(in: &home)
        card.control.pointee.busy = Int64(EBUSY)
        let daemon = DaemonProcess(home: home, child: try home.metronomed(["--bpm", "\(Self.bpm)"]))
        defer { daemon.child.kill() }
        try daemon.waitUntilItAnswers()
        let client = try daemon.connect()
        // The first try, and one each after 0.25, 0.5 and 1 s; the next pause is 2 s.
        let audio = try poll(for: "a longer pause") { () -> AudioState? in
            let audio = try client.status().audio
            return audio.trying == "trying again in 2 s, or when a device appears" ? audio : nil
        }
        #expect(audio.state == "missing" && audio.reason == "another program holds the device")
        // The answer may be looked at when the pause is over.
        #expect((4...5).contains(card.control.pointee.opens))
        let warnings = daemon.child.stderr.split(separator: "\n").filter { $0.contains("another program") }
        #expect(warnings.count == 1)
    }

    /// Lets the outage pass: the daemon answers and is mostly idle. Its work is counted, because its processor time
    /// depends on what else the machine does.
    private func outlive(_ fault: Fault, of daemon: DaemonProcess, on card: VirtualCard) throws {
        let client = try fault.stopsProgram ? nil : daemon.connect()
        let (before, begin) = (Work(of: daemon.child, on: card), MonotonicClock.nowNs)
        for _ in 0..<4 {
            wait(milliseconds: UInt32(Self.outage / 4))
            if let client { #expect(try client.status().playing) }
        }
        let after = Work(of: daemon.child, on: card)
        // A card that stands still is asked for its position every ms; a loop that does not sleep asks without pause.
        let most = 5 * (MonotonicClock.nowNs - begin) / 1_000_000
        #expect(after.questions - before.questions <= most)
        #expect(after.wakeUps - before.wakeUps <= most)
    }

    /// The announced beats, each in its last revision.
    private func beats(of listener: ControlClient) throws -> [BeatEvent] {
        var beats: [Int: BeatEvent] = [:]
        while true {
            do {
                let beat = try listener.nextBeat()
                beats[beat.beatIndex] = beat
            } catch ClientError.closed {
                return beats.values.sorted { $0.beatIndex < $1.beatIndex }
            }
        }
    }

    /// The beats whose click was heard. Every click must be within the tolerance of a beat of its own: one that was told,
    /// or, where beats may be untold, one that lies on the line of those that were.
    private func clicks(on card: VirtualCard, beats: [BeatEvent], untold: Bool = false) throws -> Set<Int> {
        let told = Dictionary(uniqueKeysWithValues: beats.map { ($0.beatIndex, $0.atNs) })
        let first = try #require(beats.first)
        let last = try #require(beats.last)
        var heard: Set<Int> = []
        for onset in try card.heard().onsets {
            let time = card.nanoseconds(ofFrame: onset.frame)
            let sinceFirst = Double(time - first.atNs) / Double(Self.beatNs)
            let nearest = first.beatIndex + Int(sinceFirst.rounded())
            // A daemon that ends stops announcing before it stops playing.
            let isUntold = nearest > last.beatIndex || untold
            guard
                let atNs = told[nearest]
                    ?? (isUntold ? last.atNs + Int64(nearest - last.beatIndex) * Self.beatNs : nil)
            else {
                Issue.record("a click at beat \(Double(first.beatIndex) + sinceFirst) belongs to none that was told")
                continue
            }
            let late = time - atNs
            #expect(abs(late) <= Self.toleranceNs, "beat \(nearest) was heard \(Double(late) * 1e-6) ms late")
            let isFirst = heard.insert(nearest).inserted
            #expect(isFirst, "beat \(nearest) was heard twice")
        }
        return heard
    }
}

/// Counts of the work that a daemon has done.
private struct Work {
    /// How often it has opened or prepared its card or asked for its position.
    let questions: Int64
    /// How often its threads have slept and woken up.
    let wakeUps: Int
    /// How long each thread was ready and had no processor.
    private let waitedNs: [String: Int]

    init(of child: ChildProcess, on card: VirtualCard) {
        let state = card.control.pointee
        questions = state.opens + state.prepares + state.queries
        let tasks = "/proc/\(child.pid)/task"
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
        func text(_ thread: String, _ file: String) -> String {
            (try? String(contentsOfFile: "\(tasks)/\(thread)/\(file)", encoding: .utf8)) ?? ""
        }
        waitedNs = Dictionary(
            uniqueKeysWithValues: threads.map { thread in
                (thread, text(thread, "schedstat").split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0)
            })
        wakeUps = threads.reduce(0) { sum, thread in
            let line = text(thread, "status").split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
            return sum + (line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0)
        }
    }

    /// How long the thread that has waited most since then was ready and had no processor.
    func mostWaitedNs(since before: Work) -> Int {
        waitedNs.map { $1 - before.waitedNs[$0, default: 0] }.max() ?? 0
    }

    /// Whether the daemon may have told no beats of a time, which it tells a second late at most.
    func isStarving(since before: Work) -> Bool { mostWaitedNs(since: before) > 500_000_000 }
}
