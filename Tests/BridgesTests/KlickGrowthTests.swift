// SPDX-License-Identifier: Apache-2.0

import ControlSamples
import MetronomeLinux
import MetronomeSession
import Testing

@testable import Bridges
@testable import MetronomeControl

/// klick's tempo that grows, for its clients and for a daemon that only keeps what is set.
@Suite struct KlickGrowthTests {
    private struct Bench {
        private(set) var service = OSCService()
        private(set) var status = Status.allegro
        /// What was asked for since it was read last: `tempo 99`, `trainer 99 to 160 by 5 every 1`.
        private(set) var asked: [String] = []
        /// The methods that the daemon refuses.
        var refused: Set<String> = []
        private let sender = InternetAddress(host: 0x7F00_0001, port: 5000)

        init(playing: Bool, tempo: Double = 90, trainer: String = "off") {
            (status.playing, status.settings.bpm) = (playing, tempo)
            status.settings.others["speed_trainer"] = .string(trainer)
            _ = service.connect(Subscription(seq: 1, events: [.state], state: status), atNs: 0)
        }

        /// Sends messages such as `set_tempo 99`, all those of a line before anything is answered.
        mutating func send(_ line: String) {
            let waiting = line.split(separator: ", ").flatMap { words -> [OSCAction] in
                let words = words.split(separator: " ")
                let number = words.count > 1 ? [OSCArgument.float(Float(words[1]) ?? 0)] : []
                let group = ["start", "stop"].contains(words[0]) ? "metro" : "simple"
                return service.take(
                    OSCMessage("/klick/\(group)/\(words[0])", number).bytes, from: sender, atNs: 0, wallNs: 0)
            }
            answer(waiting)
        }

        /// The tempo to which the trainer has led.
        mutating func lead(to tempo: Double, playing: Bool) {
            (status.settings.bpm, status.playing) = (tempo, playing)
            tell()
        }

        /// What another client sets.
        mutating func set(trainer: String) {
            status.settings.others["speed_trainer"] = .string(trainer)
            tell()
        }

        private mutating func tell() {
            _ = service.add(.state(StateEvent { ($0.seq, $0.run, $0.changed, $0.state) = (2, 3, ["bpm"], status) }))
        }

        private mutating func answer(_ actions: [OSCAction]) {
            for case .request(let method, let params, let purpose) in actions {
                var result = JSONValue.null
                if refused.contains(method) {
                    answer(service.refuse("a song says the tempo", to: purpose))
                    continue
                }
                switch method {
                case "tempo.set":
                    status.settings.bpm = params["bpm"]?.number ?? Double(params["bpm"]?.string ?? "") ?? 0
                    asked.append("tempo \(PlainValue.text(status.settings.bpm))")
                case "speed_trainer.set":
                    let words = params["speed_trainer"]?.string ?? ""
                    // One without a first tempo begins with the present one.
                    let begin = words.hasPrefix("to ") ? "\(PlainValue.text(status.settings.bpm)) " : ""
                    status.settings.others["speed_trainer"] = .string(begin + words)
                    asked.append("trainer \(words)")
                case "tap":
                    status.settings.bpm = 66
                    result = ["tap": ["taps": 2], "bpm": 66]
                    asked.append("tap")
                case "status": service.take(status)
                default:
                    status.playing = method == "start"
                    asked.append(method)
                }
                answer(service.answer(result, to: purpose))
            }
        }

        mutating func read() -> [String] {
            defer { asked = [] }
            return asked
        }

        /// The numbers that klick's clients are told: tempo, increment, start and limit.
        var told: [Float] {
            ["tempo", "tempo_increment", "tempo_start", "tempo_limit"].compactMap {
                guard case .float(let number)? = service.klick.message("/klick/simple/\($0)", status)?.arguments.first
                else { return nil }
                return number
            }
        }
    }

    /// A script, what the daemon is asked for, and tempo, increment, start and limit that clients are told then.
    private static let stopped: [(script: [String], asked: [String], told: [Float])] = [
        (
            ["set_tempo_increment 5", "set_tempo 99", "start"],
            ["trainer 90 to 999 by 5 every 1", "tempo 99", "trainer 99 to 999 by 5 every 1", "start"], [99, 5, 0, 0]
        ),
        // All at once.
        (
            ["set_tempo 99, set_tempo_increment 5, set_tempo 80, start"],
            ["tempo 99", "trainer 99 to 999 by 5 every 1", "tempo 80", "trainer 80 to 999 by 5 every 1", "start"],
            [80, 5, 0, 0]
        ),
        // It ends at the tempo where it has a start and no limit.
        (
            ["set_tempo 120, set_tempo_start 60, set_tempo_increment 5"],
            ["tempo 120", "trainer 60 to 120 by 5 every 1"], [120, 5, 60, 0]
        ),
        (
            ["set_tempo_start 60", "set_tempo_increment 5", "set_tempo 120"],
            ["trainer 60 to 90 by 5 every 1", "tempo 120", "trainer 60 to 120 by 5 every 1"], [120, 5, 60, 0]
        ),
        (
            ["set_tempo_start 60", "set_tempo_limit 160", "set_tempo_increment 5", "set_tempo 99"],
            ["trainer 60 to 160 by 5 every 1", "tempo 99"], [99, 5, 60, 160]
        ),
        // It slows down.
        (["set_tempo_increment -5"], ["trainer 90 to 1 by 5 every 1"], [90, -5, 0, 0]),
        (
            ["set_tempo_limit 60", "set_tempo_increment -2.5"], ["trainer 90 to 60 by 2.5 every 1"],
            [90, -2.5, 0, 60]
        ),
        (
            ["set_tempo_start 120", "set_tempo_increment -5"], ["trainer 120 to 90 by 5 every 1"], [90, -5, 120, 0]
        ),
        // An end that lies behind it is there at once.
        (
            ["set_tempo_limit 60", "set_tempo_increment 5"], ["trainer 60 to 60 by 5 every 1"], [90, 5, 0, 60]
        ),
        // On the way of a slider the tempo stays.
        (
            ["set_tempo_increment 5", "set_tempo_limit 60", "set_tempo_limit 160"],
            ["trainer 90 to 999 by 5 every 1", "trainer 60 to 60 by 5 every 1", "trainer 90 to 160 by 5 every 1"],
            [90, 5, 0, 160]
        ),
        // What will be refused is the beginning of nothing.
        (
            ["set_tempo 5000, set_tempo_increment 5"], ["tempo 5000", "trainer 90 to 999 by 5 every 1"], [90, 5, 0, 0]
        ),
        (
            ["set_tempo_start 60, set_tempo_increment -5"], ["trainer 90 to 90 by 5 every 1"], [90, -5, 60, 0]
        ),
        // Without an increment no trainer is asked for.
        (["set_tempo 99"], ["tempo 99"], [99, 0, 0, 0]),
        (
            ["set_tempo_increment 5", "set_tempo_increment 0", "set_tempo 99"],
            ["trainer 90 to 999 by 5 every 1", "trainer off", "tempo 99"], [99, 0, 0, 0]
        ),
        // A tapped tempo is one that is set.
        (
            ["set_tempo_increment 5", "tap"],
            ["trainer 90 to 999 by 5 every 1", "tap", "trainer 66 to 999 by 5 every 1"], [66, 5, 0, 0]
        ),
        (["set_tempo_start 60", "tap"], ["tap"], [66, 0, 60, 0]),
    ]

    @Test(arguments: stopped.indices)
    func `what plays next and what is told is klick's, whatever the order of its numbers`(index: Int) {
        let (script, asked, told) = Self.stopped[index]
        var bench = Bench(playing: false)
        for line in script { bench.send(line) }
        #expect(bench.asked == asked)
        #expect(bench.told == told)
    }

    /// A trainer that plays and has led to 80 bpm.
    private static let playing: [(trainer: String, script: [String], asked: [String], told: [Float])] = [
        // A tempo that is set is where it goes on from, and begins with next time.
        ("60 to 999 by 5 every 1", ["set_tempo 99"], ["tempo 99", "trainer 99 to 999 by 5 every 1"], [99, 5, 0, 0]),
        ("60 to 160 by 5 every 1", ["set_tempo 99"], ["tempo 99"], [99, 5, 60, 160]),
        ("120 to 1 by 5 every 1", ["set_tempo 70"], ["tempo 70", "trainer 70 to 1 by 5 every 1"], [70, -5, 0, 0]),
        // The trainer would begin anew from its start, if it came after the tempo.
        (
            "60 to 160 by 5 every 1", ["set_tempo_limit 0", "set_tempo 99", "set_tempo 99"],
            ["trainer 60 to 80 by 5 every 1", "trainer 60 to 99 by 5 every 1", "tempo 99", "tempo 99"],
            [99, 5, 60, 0]
        ),
        // A limit or an increment that is set goes on from the present tempo.
        ("60 to 999 by 5 every 1", ["set_tempo_limit 160"], ["trainer to 160 by 5 every 1"], [80, 5, 0, 160]),
        ("60 to 999 by 5 every 1", ["set_tempo_limit 70"], ["trainer 70 to 70 by 5 every 1"], [60, 5, 0, 70]),
        ("60 to 999 by 5 every 1", ["set_tempo_increment -5"], ["trainer to 1 by 5 every 1"], [80, -5, 0, 0]),
        // Another client's trainer does more than klick's numbers say.
        ("60 to 120 by 5 every 4 then stop", ["set_tempo 95"], ["tempo 95"], [95, 1.25, 60, 120]),
        ("60 to 120 by 5 every 4 then stop", ["tap"], ["tap"], [66, 1.25, 60, 120]),
        ("60 to 999 by 5 every 4", ["set_tempo 95"], ["tempo 95"], [95, 1.25, 0, 0]),
        // The trainer stays where the tempo cannot be.
        ("60 to 999 by 5 every 1", ["set_tempo 5000"], ["tempo 5000"], [60, 5, 0, 0]),
    ]

    @Test(arguments: playing.indices)
    func `while it plays, a tempo that is set holds at once, and the growth goes on from it`(index: Int) {
        let (trainer, script, asked, told) = Self.playing[index]
        var bench = Bench(playing: true, tempo: 80, trainer: trainer)
        for line in script { bench.send(line) }
        #expect(bench.asked == asked)
        #expect(bench.told == told)
    }

    @Test func `the tempo that is told stays while it grows, and is what the next start plays`() {
        var bench = Bench(playing: false)
        bench.send("set_tempo_increment 5")
        bench.lead(to: 140, playing: true)
        #expect(bench.told == [90, 5, 0, 0])
        bench.lead(to: 140, playing: false)
        #expect(bench.told == [90, 5, 0, 0])
        _ = bench.read()
        bench.send("set_tempo_limit 160")
        #expect(bench.read() == ["trainer 90 to 160 by 5 every 1"])
        // Also once there is no growth any more.
        bench.send("set_tempo_increment 0")
        #expect(bench.read() == ["trainer off", "tempo 90"])
        #expect(bench.told == [90, 0, 0, 160])
    }

    @Test func `a refused tempo leaves the numbers of the trainer that is set`() {
        var bench = Bench(playing: false, trainer: "90 to 999 by 5 every 1")
        bench.refused = ["tempo.set", "speed_trainer.set"]
        bench.send("set_tempo 99")
        #expect(bench.asked == [])
        #expect(bench.told == [90, 5, 0, 0])
        bench.refused = []
        bench.send("set_tempo 99")
        #expect(bench.asked == ["tempo 99", "trainer 99 to 999 by 5 every 1"])
    }

    @Test(
        arguments: [
            ("60 to 120 by 5 every 1", [5, 60, 120]), ("120 to 60 by 5 every 1", [-5, 120, 60]),
            ("90 to 999 by 2.5 every 1", [2.5, 0, 0]), ("90 to 1 by 2.5 every 1", [-2.5, 0, 0]),
            ("60 to 60 by 5 every 1", [5, 60, 60]),
        ] as [(String, [Float])])
    func `the numbers of a trainer that another client has set ask for that trainer`(trainer: String, numbers: [Float])
    {
        var bench = Bench(playing: false)
        bench.set(trainer: trainer)
        #expect(Array(bench.told.dropFirst()) == numbers)
        // Another number and back.
        bench.send("set_tempo_increment \(numbers[0] * 2)")
        bench.send("set_tempo_increment \(numbers[0])")
        #expect(bench.read().last == "trainer \(trainer)")
    }
}
