// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import metroctl

@Suite struct TapCalibrationTests {
    private let period: Int64 = 500_000_000
    private let begin: Int64 = 81_234_567_890_123

    /// Taps on beats 2 to 17 of 20, each late by a number of milliseconds.
    private func calibration(delays: [Double]) -> TapCalibration {
        var calibration = TapCalibration()
        for beat in 0..<20 { calibration.beats[beat] = begin + Int64(beat) * period }
        calibration.taps = delays.enumerated().map { begin + Int64($0 + 2) * period + Int64($1 * 1e6) }
        return calibration
    }

    /// Deviations as a player has them: both ways, none twice, 6 ms in the mean of squares.
    private let human = [-9.0, 4, 1, -6, 8, -2, 5, -4, 10, -8, 3, 0, -5, 7, -7, 3]

    @Test(arguments: [-120.0, -40, 0, 42, 100, 200, 370])
    func `a constant delay is what is proposed, with its sign`(delay: Double) throws {
        let proposal = try calibration(delays: Array(repeating: delay, count: 16)).proposal()
        #expect(proposal == .init(offsetMs: delay, spreadMs: 0, used: 16, taps: 16))
    }

    @Test(arguments: [-40.0, 42, 180]) func `a player's scatter is averaged, and reported`(delay: Double) throws {
        let proposal = try calibration(delays: human.map { $0 + delay }).proposal()
        #expect(proposal.offsetMs == delay)
        #expect((5.0...7).contains(proposal.spreadMs))
        #expect(proposal.used == 16)
    }

    @Test func `outliers are dropped and counted`() throws {
        var delays = human.map { $0 + 42 }
        delays[3] = 190
        delays[11] = -95
        let proposal = try calibration(delays: delays).proposal()
        #expect(proposal.used == 14 && proposal.taps == 16)
        #expect(abs(proposal.offsetMs - 42) <= 1)
    }

    @Test func `a tap doubled, or far from every beat, costs only itself`() throws {
        var calibration = calibration(delays: human.map { $0 + 42 })
        calibration.taps[5] += 130_000_000
        calibration.taps[9] = begin - 60 * period
        calibration.taps[10] = begin + 60 * period
        #expect(try calibration.proposal().used == 13)
        #expect(abs(try calibration.proposal().offsetMs - 42) <= 1)
    }

    @Test func `the order of taps and the age of the clock do not matter`() throws {
        let calibration = calibration(delays: human)
        var other = calibration
        other.taps.reverse()
        other.taps = other.taps.map { $0 - begin }
        other.beats = other.beats.mapValues { $0 - begin }
        #expect(try other.proposal() == calibration.proposal())
    }

    @Test func `each tap is measured by its own beat, whatever the tempo does`() throws {
        var calibration = TapCalibration()
        var time = begin
        for beat in 0..<20 {
            calibration.beats[beat] = time
            calibration.taps.append(time + 60_000_000)
            time += 400_000_000 + Int64(beat) * 20_000_000
        }
        #expect(try calibration.proposal().offsetMs == 60)
    }

    @Test func `too few taps are refused`() {
        for count in [0, 1, 7] {
            let refused = #expect(throws: TapCalibration.Refusal.self) {
                try calibration(delays: Array(human.prefix(count))).proposal()
            }
            #expect(refused == .tooFew(used: count, taps: count))
            #expect(refused?.description.contains("try again") == true)
        }
        #expect(throws: TapCalibration.Refusal.tooFew(used: 0, taps: 1)) {
            var calibration = TapCalibration()
            calibration.taps = [begin]
            return try calibration.proposal()
        }
    }

    @Test func `taps that scatter too much are refused`() throws {
        let delays = (0..<16).map { Double($0 * 173 % 490) - 120 }
        let refused = #expect(throws: TapCalibration.Refusal.self) { try calibration(delays: delays).proposal() }
        guard case .tooScattered(let spread)? = refused else {
            Issue.record("\(String(describing: refused))")
            return
        }
        #expect(spread > TapCalibration.widestMs)
    }

    @Test func `an offset out of range is refused`() {
        var calibration = TapCalibration()
        for beat in 0..<20 {
            calibration.beats[beat] = Int64(beat) * 6_000_000_000
            calibration.taps.append(Int64(beat) * 6_000_000_000 + 3_000_000_000)
        }
        #expect(throws: TapCalibration.Refusal.tooFar(offsetMs: 3000)) { try calibration.proposal() }
    }
}
