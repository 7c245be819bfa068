// SPDX-License-Identifier: Apache-2.0

#if DEBUG || Fuzzing
import Glibc
import Simulator

/// Plays hours of virtual time, two minutes a seed, and says what was seen. 1 where a law was broken.
@main struct Simulate {
    private static let usage = """
        simulate HOURS [LEVEL [SEED]]       plays so many hours, from a seed on or from any
        simulate --minutes MINUTES [SEED]   plays what it can in so many minutes, from a seed on or from any
        simulate --seed LEVEL SEED          plays one seed, and prints every line of its clients and all that is heard
        simulate --script [WORLD]           plays a script from standard input, and prints the same
        The world of a script is a seed, or as a failure tells it: "slow card of 8000 Hz, 5 ms late, work 0...0 ms, seed 1".
        The levels are calm, busy, faults and everything; without one, or with `all`, each in turn.
        """
    private static let seconds = 120
    private static let mostFailures = 5

    static func main() {
        let words = CommandLine.arguments.dropFirst().map { $0 }
        if words.count == 3, words[0] == "--seed", let level = Level(rawValue: words[1]), let seed = UInt64(words[2]) {
            show(seed, level)
        }
        if (1...2).contains(words.count), words[0] == "--script" {
            let world = words.dropFirst().last
            let conditions = world.map { UInt64($0).map(Conditions.init(ofSeed:)) ?? Conditions($0) } ?? Conditions()
            if let conditions { show(sequence(state: ()) { _ in readLine() }.joined(separator: "\n"), conditions) }
        }
        if (2...3).contains(words.count), words[0] == "--minutes", let minutes = Double(words[1]), minutes > 0,
            minutes <= 1e6,
            let first = words.count > 2 ? UInt64(words[2]) : .random(in: 0...1 << 40)
        {
            play(Level.allCases, from: first) { $1 >= minutes * 60 }
        }
        guard (1...3).contains(words.count), let hours = Double(words[0]), hours > 0, hours <= 1e6,
            let levels = words.count > 1 ? Self.levels(named: words[1]) : Level.allCases,
            let first = words.count > 2 ? UInt64(words[2]) : .random(in: 0...1 << 40)
        else {
            print(usage)
            exit(2)
        }
        play(levels, from: first) { played, _ in played >= hours * 3600 }
    }

    private static func levels(named word: String) -> [Level]? {
        word == "all" ? Level.allCases : Level(rawValue: word).map { [$0] }
    }

    private static func show(_ seed: UInt64, _ level: Level) -> Never {
        do {
            try Simulation.play(seed: seed, level, seconds: seconds) { print($0) }
            exit(0)
        } catch {
            print(error)
            exit(1)
        }
    }

    private static func show(_ text: String, _ conditions: Conditions) -> Never {
        guard let script = Script(text) else {
            print("that is no script")
            exit(2)
        }
        do {
            try Simulation.play(script, conditions) { print($0) }
            exit(0)
        } catch {
            print(error)
            exit(1)
        }
    }

    /// Plays until it is over, by the seconds that were played and those that it took.
    private static func play(
        _ levels: [Level], from first: UInt64, until isOver: (_ played: Double, _ took: Double) -> Bool
    ) -> Never {
        var (seed, failures, seen) = (first, 0, Simulation.Report())
        let clock = ContinuousClock()
        let begin = clock.now
        while failures < mostFailures, !isOver(seen.seconds, (clock.now - begin) / .seconds(1)) {
            let level = levels[Int(seed % UInt64(levels.count))]
            do {
                seen.add(try Simulation.play(seed: seed, level, seconds: Self.seconds))
            } catch {
                failures += 1
                print("\(error)\n")
                fflush(nil)
            }
            seed += 1
        }
        let took = (clock.now - begin) / .seconds(1)
        func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }
        print(
            "\(rounded(seen.seconds / 3600)) hours and \(seen.turns) turns in \(rounded(took)) s, "
                + "\(Int(seen.seconds / took)) times real time; seeds \(first) to \(seed - 1), of which \(failures) failed"
        )
        for (title, counts) in [("asked", seen.asks), ("refused", seen.refusals), ("faults", seen.faults)] {
            let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            print("\(title): " + sorted.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
        }
        exit(failures > 0 ? 1 : 0)
    }
}
#else
/// Without what reaches inside the daemon there is nothing to play.
@main struct Simulate {
    static func main() { print("simulate: built for users; `make simulate` builds it for itself") }
}
#endif
