// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
import MetronomeRhythm
import Testing

@testable import Faces

@Suite struct BannerFaceTests {
    private func drawing(bars: Double, size: Size = Size(width: 400, height: 400)) throws -> Drawing {
        let moment = Moment(beats: bars * 4, tempo: try Tempo(60))
        return BannerFace().drawing(at: moment, size: size, theme: .light)
    }

    @Test(arguments: [
        // motion.json, skew: part of the way, going right, going left.
        (0.0, 0.0, 0.0), (0.19, -0.475, 0.475), (0.5, -0.5, 0.5), (0.85, -0.375, 0.375),
    ])
    func `it slants in the first and the last fifth of the bar`(part: Double, right: Double, left: Double) throws {
        for (bar, skew) in [(0.0, right), (1.0, left)] {
            let transform = try #require(try drawing(bars: bar + part).transform(of: "banner"))
            #expect(abs(transform.c / transform.d - skew) < 1e-9)
            #expect(abs(transform.b) < 1e-12)
        }
    }

    @Test func `it slides to the right in odd bars and back in even ones`() throws {
        let middles = try [0.0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2].map { bars in
            try #require(drawing(bars: bars).location(of: .zero, in: "banner")).x
        }
        #expect(zip(middles[0...4], middles[1...4]).allSatisfy { $0 < $1 })
        #expect(zip(middles[4...8], middles[5...8]).allSatisfy { $0 > $1 })
        #expect(abs(middles[0] + middles[4] - 400) < 1e-9)
        #expect(abs(middles[2] - 200) < 1e-9)
    }

    @Test func `it never leaves the picture, whatever its shape`() throws {
        for size in [Size(width: 400, height: 400), Size(width: 900, height: 200), Size(width: 100, height: 400)] {
            for bars in stride(from: 0.0, to: 2, by: 0.02) {
                let drawing = try drawing(bars: bars, size: size)
                let frame = try #require(drawing.frame(of: "banner"))
                #expect(drawing.bounds.holds(frame), "\(size) after \(bars) bars")
            }
        }
    }
}
