// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Testing

@testable import Proofs

@Suite struct SpliceProofTests {
    @Test(arguments: 1..<10 as Range<UInt64>)
    func `through 1,280 random edits none is lost, none doubled, and each is on its place`(seed: UInt64) throws {
        let report = try SpliceProof(seed: seed, runs: 40).run()
        #expect(report.isProven, "\(report.text)")
        #expect(report.edits > 1000 && report.late > 20 && report.onsets > 1900)
        #expect((0.49...0.500_01).contains(report.largestErrorFrames))
    }

    private func report(_ frames: [Int64], _ places: [Double]) -> SpliceProof.Report {
        var report = SpliceProof.Report()
        SpliceProof.compare(frames, with: places, in: "run", &report)
        return report
    }

    @Test func `onsets that are off, missing or extra are found, and what is beside them is not blamed`() {
        let places = [10.3, 500.5, 900, 1000]
        #expect(report([10, 500, 900, 1000], places).isProven && report([10, 501, 900, 1000], places).isProven)
        let off = report([10, 501, 901, 1000], places)
        #expect(off.off == 1 && off.missing == 0 && off.extra == 0)
        let missing = report([10, 900, 1000], places)
        #expect(missing.off == 0 && missing.missing == 1 && missing.extra == 0)
        let extra = report([10, 500, 700, 900, 1000, 1000], places)
        #expect(extra.off == 0 && extra.missing == 0 && extra.extra == 2)
        #expect(extra.firstFault == "run: an extra onset at frame 700")
        #expect(report([], places).missing == 4 && report([7], []).extra == 1)
    }
}
