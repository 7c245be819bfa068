// SPDX-License-Identifier: Apache-2.0

import Bridges
import SeededRandom
import Testing

@Suite struct ClockEstimateTests {
    /// A master: the true times of its clocks, and an estimate that is given them with jitter.
    private struct Master {
        var estimate = ClockEstimate()
        var random = SeededGenerator(seed: 3)
        /// The time of the next clock in seconds, and its number since the begin of the music.
        var seconds = 100.0
        var number = 0
        /// The largest errors of place and tempo that were looked at.
        var (worstSeconds, worstTempo) = (0.0, 0.0)

        mutating func start() { estimate.take(.start, atNs: Int64((seconds - 0.001) * 1e9)) }

        /// Sends clocks at a tempo. Jitter is in seconds, either way; clocks that are lost are not taken.
        mutating func run(
            _ count: Int, bpm: Double, jitter: Double = 0, lost: Range<Int> = 0..<0, measuredFrom from: Int = .max,
            whereKnown: Bool = false
        ) {
            let length = 60 / bpm / 24
            for index in 0..<count {
                let late = jitter > 0 ? Double.random(in: -jitter...jitter, using: &random) : 0
                if !lost.contains(index) { estimate.take(.clock, atNs: Int64((seconds + late) * 1e9)) }
                if index >= from, !whereKnown || estimate.place != nil { measure(length) }
                seconds += length
                number += 1
            }
        }

        /// Compares the estimate with what is true of the clock that was sent last.
        private mutating func measure(_ length: Double) {
            guard let place = estimate.place else {
                worstSeconds = .infinity
                return
            }
            let there = place.clocks + (seconds * 1e9 - Double(place.atNs)) / place.clockNs
            worstSeconds = max(worstSeconds, abs(there - Double(number)) * length)
            worstTempo = max(worstTempo, abs(place.clockNs / 1e9 / length - 1))
        }
    }

    @Test func `24 clocks tell the tempo, and before them nothing is known`() {
        var master = Master()
        master.start()
        master.run(23, bpm: 137.3)
        #expect(master.estimate.place == nil)
        master.run(40, bpm: 137.3, measuredFrom: 0)
        #expect(master.worstSeconds < 1e-8 && master.worstTempo < 1e-8)
    }

    @Test(arguments: [20, 60, 120, 137.3, 300, 900])
    func `with a millisecond of jitter a beat is found to 0.6 ms, the tempo to 0.3 percent`(_ bpm: Double) {
        var master = Master()
        master.start()
        master.run(2000, bpm: bpm, jitter: min(0.001, 0.3 * 60 / bpm / 24), measuredFrom: 96)
        #expect(master.worstSeconds < 6e-4, "\(master.worstSeconds)")
        #expect(master.worstTempo < 3e-3, "\(master.worstTempo)")
    }

    @Test(arguments: [-300e-6, 300e-6]) func `a crystal that is 300 millionths off is followed`(_ part: Double) {
        var master = Master()
        master.start()
        master.run(24 * 600, bpm: 120 * (1 + part), jitter: 1e-4, measuredFrom: 96)
        #expect(master.worstSeconds < 6e-5 && master.worstTempo < 2e-4)
    }

    @Test func `after a jump of the tempo the new one is known within two beats, and no clock is miscounted`() {
        for (before, after) in [(120.0, 60.0), (60, 120), (120, 126), (300, 40), (40, 300), (100, 101)] {
            var master = Master()
            master.start()
            master.run(200, bpm: before, jitter: 2e-4)
            master.run(200, bpm: after, jitter: 2e-4, measuredFrom: 48)
            #expect(master.worstSeconds < 1.5e-3, "\(before) to \(after): \(master.worstSeconds)")
            #expect(master.worstTempo < 1e-2, "\(before) to \(after): \(master.worstTempo)")
        }
    }

    @Test func `a tempo that rises slowly is followed, without a lost clock`() {
        var master = Master()
        master.start()
        master.run(96, bpm: 80)
        for step in 0..<1600 { master.run(1, bpm: 80 + Double(step) * 0.05, jitter: 2e-4, measuredFrom: 0) }
        #expect(master.worstSeconds < 4e-3, "\(master.worstSeconds)")
    }

    @Test func `clocks that are lost are counted all the same`() {
        for count in [1, 2, 5, 12, 20] {
            var master = Master()
            master.start()
            master.run(200, bpm: 120, jitter: 1e-3, lost: 100..<100 + count)
            master.run(100, bpm: 120, jitter: 1e-3, measuredFrom: 20)
            #expect(master.worstSeconds < 1e-3, "\(count): \(master.worstSeconds)")
        }
    }

    @Test func `clocks that are held up and come all at once move nothing`() {
        for count in [2, 5, 10, 20] {
            var master = Master()
            master.start()
            master.run(100, bpm: 120)
            let end = Int64((master.seconds + Double(count) * 60 / 120 / 24 - 1e-4) * 1e9)
            for _ in 0..<count {
                master.estimate.take(.clock, atNs: end)
                master.seconds += 60 / 120.0 / 24
                master.number += 1
            }
            master.run(100, bpm: 120, measuredFrom: 10)
            #expect(master.worstSeconds < 1e-3, "\(count): \(master.worstSeconds)")
        }
    }

    @Test func `a clock that dies is dead after half a second, and lives where it would be by then`() throws {
        var master = Master()
        master.start()
        master.run(200, bpm: 120)
        let last = Int64(master.seconds * 1e9)
        #expect(master.estimate.isAlive(atNs: last + 400_000_000))
        #expect(!master.estimate.isAlive(atNs: last + 500_000_000))
        let missing = 24 * 20
        master.seconds += Double(missing) * 60 / 120 / 24
        master.number += missing
        master.run(100, bpm: 120, measuredFrom: 30)
        #expect(master.worstSeconds < 1e-6)
    }

    @Test func `places are those of start, of a position, and of where it was stopped`() throws {
        var master = Master()
        master.run(30, bpm: 120)
        #expect(!master.estimate.isPlaced && !master.estimate.isRolling)
        master.start()
        master.number = 0
        master.run(40, bpm: 120, measuredFrom: 0)
        #expect(master.estimate.isPlaced && master.estimate.isRolling && master.worstSeconds < 1e-6)
        master.estimate.take(.stop, atNs: Int64(master.seconds * 1e9))
        #expect(!master.estimate.isRolling)
        // It goes on with the clock that follows the last one that was played.
        let number = master.number
        master.run(17, bpm: 120)
        master.estimate.take(.resume, atNs: Int64(master.seconds * 1e9) - 1_000_000)
        master.number = number
        master.run(10, bpm: 120, measuredFrom: 0)
        #expect(master.worstSeconds < 1e-6)
        master.estimate.take(.stop, atNs: Int64(master.seconds * 1e9))
        master.estimate.take(.position(33), atNs: Int64(master.seconds * 1e9))
        master.estimate.take(.resume, atNs: Int64(master.seconds * 1e9))
        master.number = 33 * 6
        master.run(10, bpm: 120, measuredFrom: 0)
        #expect(master.worstSeconds < 1e-6)
    }

    @Test func `who is stopped before its first clock goes on from the place where it would have begun`() {
        for (first, place) in [([MIDIMessage.start], 0), ([.position(8), .resume], 48), ([.resume], 240)] {
            var master = Master()
            master.start()
            master.run(240, bpm: 120)
            for message in [.stop] + first + [.stop] {
                master.estimate.take(message, atNs: Int64((master.seconds - 0.005) * 1e9))
            }
            master.run(17, bpm: 120)
            master.estimate.take(.resume, atNs: Int64((master.seconds - 0.001) * 1e9))
            master.number = place
            master.run(10, bpm: 120, measuredFrom: 0)
            #expect(master.worstSeconds < 1e-6, "\(first): \(master.worstSeconds)")
        }
    }

    /// Beats a minute, and the seconds between the last clock and the next one.
    @Test(arguments: [60, 120, 180.0], [0.01, 0.02, 0.0333, 0.0375, 0.06, 0.12, 0.125, 0.2, 0.23, 0.3, 0.41, 0.49])
    func `a start soon after a stop is followed where its clocks are, and nowhere else`(_ bpm: Double, _ pause: Double)
    {
        for jitter in [0, 1e-3] {
            for isStart in [true, false] {
                var master = Master()
                master.start()
                master.run(24 * 8, bpm: bpm, jitter: jitter)
                master.estimate.take(.stop, atNs: Int64(master.seconds * 1e9))
                // The clock that is due by now was not sent.
                master.seconds += pause - 60 / bpm / 24
                if isStart {
                    master.start()
                    master.number = 0
                } else {
                    for message in [MIDIMessage.position(32), .resume] {
                        master.estimate.take(message, atNs: Int64((master.seconds - 0.001) * 1e9))
                    }
                    master.number = 32 * 6
                }
                master.run(40, bpm: bpm, jitter: jitter, measuredFrom: 0, whereKnown: true)
                #expect(master.worstSeconds < 4e-3, "\(bpm) \(jitter) \(isStart): \(master.worstSeconds)")
                master.worstSeconds = 0
                master.run(24 * 16, bpm: bpm, jitter: jitter, measuredFrom: 24)
                #expect(master.worstSeconds < 1e-3, "\(bpm) \(jitter) \(isStart): \(master.worstSeconds)")
            }
        }
    }

    @Test(arguments: 1...7) func `a start soon after a few clocks has its line from its own clocks alone`(_ few: Int) {
        var master = Master()
        master.start()
        master.run(few, bpm: 120)
        master.estimate.take(.stop, atNs: Int64(master.seconds * 1e9))
        master.seconds += 0.31
        master.start()
        master.number = 0
        master.run(100, bpm: 120, measuredFrom: 23)
        #expect(master.worstSeconds < 1e-6, "\(master.worstSeconds)")
    }

    @Test func `a start whose clocks do not go on with those of the stop is followed in less than two beats`() {
        var master = Master()
        master.start()
        master.run(24 * 8, bpm: 120)
        master.estimate.take(.stop, atNs: Int64(master.seconds * 1e9))
        master.run(24 * 2, bpm: 120)
        master.seconds += 0.8 * 60 / 120 / 24
        master.start()
        master.number = 0
        master.run(100, bpm: 120, measuredFrom: 30)
        #expect(master.worstSeconds < 1e-6, "\(master.worstSeconds)")
    }

    @Test func `steady clocks keep their line over a stop and a start, though the first of them comes late`() {
        for late in [0, 0.008, 0.015] {
            var master = Master()
            master.start()
            master.run(24 * 8, bpm: 120)
            master.estimate.take(.stop, atNs: Int64(master.seconds * 1e9))
            master.run(24 * 2, bpm: 120)
            master.start()
            master.number = 0
            master.seconds += late
            master.run(1, bpm: 120)
            master.seconds -= late
            master.run(100, bpm: 120, measuredFrom: 0)
            #expect(master.worstSeconds < 1e-6, "\(late): \(master.worstSeconds)")
        }
    }

    @Test func `a master that plays is silent half a second after its start or its last clock, and not before`() throws
    {
        var master = Master()
        #expect(master.estimate.silentNs == nil)
        master.start()
        #expect(master.estimate.silentNs == Int64((master.seconds - 0.001) * 1e9) + 500_000_000)
        master.run(2, bpm: 120)
        let last = Int64((master.seconds - 60 / 120.0 / 24) * 1e9)
        #expect(abs(try #require(master.estimate.silentNs) - last - 500_000_000) < 1000)
        master.estimate.take(.stop, atNs: last)
        #expect(master.estimate.silentNs == nil)
        // The clocks of a slow master are farther apart.
        var slow = Master()
        slow.start()
        slow.run(30, bpm: 10)
        let newest = Int64((slow.seconds - 60 / 10.0 / 24) * 1e9)
        #expect(abs(try #require(slow.estimate.silentNs) - newest - 1_000_000_000) < 1000)
        // A start long after the last clock.
        slow.seconds += 100
        slow.start()
        #expect(slow.estimate.silentNs == Int64((slow.seconds - 0.001) * 1e9) + 500_000_000)
    }

    @Test func `whatever comes, an estimate is a number`() {
        var random = SeededGenerator(seed: 9)
        for _ in 0..<200 {
            var estimate = ClockEstimate()
            var now: Int64 = 1
            for _ in 0..<300 {
                now += [0, 1, 1_000_000, 20_000_000, 3_000_000_000].randomElement(using: &random) ?? 0
                let message: MIDIMessage =
                    [.clock, .clock, .clock, .clock, .start, .stop, .resume, .position(16_383)]
                    .randomElement(using: &random) ?? .clock
                estimate.take(message, atNs: now)
                guard let place = estimate.place else { continue }
                #expect(place.clocks.isFinite && place.clockNs.isFinite && place.clockNs > 0)
            }
        }
    }
}
