// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Glibc
internal import MetronomeControl

/// Plays for a long time on a busy machine and a failing card, while commands arrive, and checks what was heard.
struct Soak: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "soak",
        abstract:
            "Play for long under load, with random commands, a fault every 20 s and bridges that are killed; 1: something was wrong."
    )

    @OptionGroup var subject: Subject

    @Option(help: "How long, 0.5...60.")
    var minutes = 30.0

    @Option(help: "Threads that keep the processors busy, 0...16.")
    var hogs = 3

    @Option(help: "Only faults that have this in their name.")
    var fault: String?

    @Option(help: "Another number gives other commands and faults.")
    var seed: UInt64 = 1

    private static let faultNs: Int64 = 20_000_000_000
    /// How long after one the next bridge is killed.
    private static let killNs: ClosedRange<Int64> = 3_000_000_000...8_000_000_000

    mutating func validate() throws {
        guard (0.5...60).contains(minutes) else { throw ValidationError("--minutes is 0.5...60") }
        guard (0...16).contains(hogs) else { throw ValidationError("--hogs is 0...16") }
        guard !faults.isEmpty else {
            throw ValidationError("--fault is a part of: \(Fault.all.map(\.name).joined(separator: "; "))")
        }
    }

    private var faults: [Fault] { Fault.all.filter { fault.map($0.name.contains) ?? true } }

    mutating func run() throws {
        let program = try subject.program()
        let bridges = try subject.program(beside: "metrobridge")
        let seconds = minutes * 60
        let isPassed = try subject.withFolder(within: Int(seconds) + 120) { folder in
            let card = try Card(in: folder, seconds: Int(seconds) + 60)
            let busy = Hogs(hogs)
            defer { withExtendedLifetime(busy) {} }
            Bench.say("\(minutes.text(1)) minutes, \(hogs) busy threads, seed \(seed)")
            var verdict = try play(program, bridges, on: card, until: Clock.nowNs + Int64(seconds * 1e9))
            try verdict.judge(card.recording)
            print(verdict.text, terminator: "")
            return verdict.isPassed
        }
        guard isPassed else { throw ExitCode(1) }
    }

    private func play(_ program: String, _ bridges: String, on card: Card, until end: Int64) throws -> SoakVerdict {
        let daemon = try Metronomed(program, ["--bpm", "240", "--no-play"], on: card, logLevel: "info")
        defer { daemon.end() }
        var verdict = SoakVerdict()
        do {
            try drive(daemon, BridgeSet(bridges, beside: daemon), until: end, &verdict)
        } catch {
            // After a crash nothing answers; what was heard until then is checked all the same.
            guard daemon.child.ends(within: 1) else { throw error }
        }
        verdict.endNs = Clock.nowNs
        verdict.rssAfter = Usage(of: daemon.session).rss
        verdict.xruns = card.xruns
        verdict.crashes = daemon.child.isRunning ? 0 : 1
        daemon.end()
        if daemon.child.end != 0 { verdict.crashes = 1 }
        if verdict.crashes > 0 { verdict.lastWords = daemon.log.suffix(20).map(String.init) }
        return verdict
    }

    /// Commands, faults and the ends of bridges, each at its time.
    private func drive(_ daemon: Metronomed, _ bridges: BridgeSet, until end: Int64, _ verdict: inout SoakVerdict)
        throws
    {
        let listener = try daemon.session.connect()
        _ = try listener.call(words: "subscribe", timeout: .seconds(5))
        try daemon.say("start")
        var dice = Dice(seed: seed)
        var nextCommand = Clock.nowNs
        var nextFault = nextCommand + Self.faultNs / 2
        var nextKill = nextCommand + Self.killNs.upperBound
        var firstMinute = nextCommand + 60_000_000_000
        var current: (fault: Fault, endNs: Int64)?
        while Clock.nowNs < end {
            let next = [nextCommand, nextKill, nextFault, current?.endNs ?? end].reduce(end) { min($0, $1) }
            try verdict.told.listen(to: listener, until: next)
            let now = Clock.nowNs
            if now >= nextCommand {
                try command(daemon, &dice, &verdict)
                nextCommand = Clock.nowNs + dice.number(in: 100...1500) * 1_000_000
            }
            if now >= nextKill {
                try bridges.kill(&dice)
                nextKill = Clock.nowNs + dice.number(in: Self.killNs)
                verdict.bridges = (
                    bridges.names, bridges.kills, bridges.hangs, bridges.absences, bridges.messages
                )
            }
            if let ending = current, now >= ending.endNs {
                ending.fault.end(on: daemon.card)
                current = nil
            }
            if now >= nextFault, current == nil {
                nextFault += Self.faultNs
                // The last one is over in time to be judged.
                guard now + Self.faultNs / 2 < end else { continue }
                let fault = faults[Int(dice.number(in: 0...Int64(faults.count - 1)))]
                Bench.say("the card \(fault.name)")
                fault.begin(on: daemon.card)
                let endNs = now + Int64(fault.seconds * 1e9)
                current = (fault, endNs)
                verdict.faults.append(SoakVerdict.Trouble(name: fault.name, beginNs: now, endNs: endNs))
            }
            if now >= firstMinute {
                firstMinute = .max
                verdict.rssBefore = Usage(of: daemon.session).rss
            }
        }
    }

    private func command(_ daemon: Metronomed, _ dice: inout Dice, _ verdict: inout SoakVerdict) throws {
        let words =
            switch dice.number(in: 0...9) {
            case 0...3: "tempo \(dice.number(in: 1200...4800) / 10).\(dice.number(in: 0...9))"
            case 4: "meter \(dice.number(in: 1...9))/4"
            case 5: "bell \(dice.number(in: 1...8))"
            case 6: "bell off"
            case 7: "status"
            default: "volume 0.\(dice.number(in: 3...9))"
            }
        verdict.commands += 1
        let answer = try daemon.say(words)
        if words.hasPrefix("tempo"), let at = answer["at_ns"]?.integer { verdict.tempoChangesNs.append(Int64(at)) }
    }
}

/// Random numbers that are the same for the same seed: SplitMix64 (G. Steele, D. Lea, C. Flood, 2014).
struct Dice {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func number(in range: ClosedRange<Int64>) -> Int64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        mixed ^= mixed >> 31
        return range.lowerBound + Int64(mixed % UInt64(range.upperBound - range.lowerBound + 1))
    }
}
