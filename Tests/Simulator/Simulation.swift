// SPDX-License-Identifier: Apache-2.0

#if DEBUG || Fuzzing
package import MetronomeControl
internal import SeededRandom

/// Scripts that are played, and what came of them.
package enum Simulation {
    /// What a simulation has seen.
    package struct Report: Sendable {
        package var seconds = 0.0
        /// How often the daemon, its real-time thread or a worker has done something.
        package var turns = 0
        /// By method.
        package var asks: [String: Int] = [:]
        /// By kind: all that happens to a daemon without a request.
        package var faults: [String: Int] = [:]
        /// By method and reason.
        package var refusals: [String: Int] = [:]

        package init() {}

        /// Adds what another simulation has seen.
        package mutating func add(_ other: Report) {
            seconds += other.seconds
            turns += other.turns
            asks.merge(other.asks, uniquingKeysWith: +)
            faults.merge(other.faults, uniquingKeysWith: +)
            refusals.merge(other.refusals, uniquingKeysWith: +)
        }
    }

    /// What came of a script.
    package struct Outcome: Sendable {
        /// The answers of all clients, in the order in which they came.
        package var answers: [JSONValue] = []
        /// All lines that came to clients, with the client's number: answers and events.
        package var lines: [(client: Int, line: JSONValue)] = []
        /// The events among them.
        package var events: [JSONValue] { lines.map(\.line).filter { $0["method"] != nil } }
        /// The beats that were heard: when, in seconds since the first, and whether the bell rang.
        package var beats: [(seconds: Double, isBell: Bool)] = []
        /// When the first of them was heard, by CLOCK_MONOTONIC.
        package var firstNs: Int64?
        /// The seconds from each to the next.
        package var intervals: [Double] { zip(beats.dropFirst(), beats).map { $0.seconds - $1.seconds } }
    }

    /// Plays the script that a text is, on a card that is well, and tells what came of it. Throws the law that it breaks.
    package static func outcome(of text: String, _ conditions: Conditions = Conditions()) throws -> Outcome {
        guard let script = Script(text) else { throw SimulatorError("that is no script: \(text)") }
        var outcome = Outcome()
        try play(script, conditions) { world in
            world.answered = { outcome.answers.append($0) }
            world.told = { outcome.lines.append(($0, $1)) }
            world.heard = { onset in
                let begin = outcome.firstNs ?? onset.atNs
                outcome.firstNs = begin
                outcome.beats.append((Double(onset.atNs - begin) / 1e9, onset.value > 3.0 / 64))
            }
        }
        return outcome
    }

    /// Plays a script to its end. Throws the law that it breaks.
    @discardableResult
    package static func play(
        _ script: Script, _ conditions: Conditions = Conditions(), trace: ((String) -> Void)? = nil
    ) throws -> Report {
        try play(script, conditions) { $0.trace = trace }
    }

    @discardableResult
    private static func play(_ script: Script, _ conditions: Conditions, with prepare: (World) -> Void) throws -> Report
    {
        let world = try World(conditions)
        prepare(world)
        defer { world.close() }
        let begin = world.nowNs
        var report = Report()
        for step in script.steps {
            if let fault = step.fault { report.faults[fault, default: 0] += 1 }
            try world.take(step)
        }
        try world.rest()
        try world.end()
        (report.turns, report.asks, report.refusals) = (world.turns, world.asks, world.refusals)
        report.seconds = Double(world.nowNs - begin) * 1e-9
        return report
    }

    /// A seed whose simulation has failed.
    package struct BrokenSeed: Error, CustomStringConvertible, Sendable {
        package var seed: UInt64
        package var level: Level
        package var conditions: Conditions
        /// As short as it could be made.
        package var script: Script
        package var law: String

        package var description: String {
            "\(level) seed \(seed), \(conditions): \(law)\n\(script.text)"
        }
    }

    /// Plays what follows from a seed; `trace` is told each line of the clients, and what is heard. Throws a `BrokenSeed`, with the
    /// shortest script that was found to break the same law, where one is broken.
    @discardableResult
    package static func play(
        seed: UInt64, _ level: Level, seconds: Int, trace: ((String) -> Void)? = nil
    ) throws -> Report {
        var random = SeededGenerator(seed: seed)
        let conditions = Conditions(&random)
        var swarm = Swarm(seed: seed, level)
        let script = swarm.script(seconds: seconds)
        do { return try play(script, conditions, trace: trace) } catch {
            // What stands before the first number tells laws apart.
            func kind(_ error: any Error) -> Substring { "\(error)".prefix { $0 != ":" && !$0.isNumber } }
            var law = "\(error)"
            let short = shrunk(script) { script in
                do { try play(script, conditions) } catch let other where kind(other) == kind(error) {
                    law = "\(other)"
                    return true
                } catch {}
                return false
            }
            throw BrokenSeed(seed: seed, level: level, conditions: conditions, script: short, law: law)
        }
    }

    /// The steps of a script that are needed to break a law: the others are left out, half of them at a time, then a quarter.
    package static func shrunk(_ script: Script, breaksLaw: (Script) -> Bool) -> Script {
        var (best, tries) = (script, 0)
        var size = max(1, best.steps.count / 2)
        while tries < mostTries {
            var (begin, isShorter) = (0, false)
            while begin < best.steps.count, tries < mostTries {
                tries += 1
                var shorter = best
                shorter.steps.removeSubrange(begin..<min(begin + size, best.steps.count))
                if breaksLaw(shorter) { (best, isShorter) = (shorter, true) } else { begin += size }
            }
            if size == 1, !isShorter { break }
            size = max(1, size / 2)
        }
        return best
    }

    private static let mostTries = 80

    /// Plays the script that a text is.
    @discardableResult
    package static func play(_ text: String, _ conditions: Conditions = Conditions()) throws -> Report {
        guard let script = Script(text) else { throw SimulatorError("that is no script: \(text)") }
        return try play(script, conditions)
    }
}
#endif
