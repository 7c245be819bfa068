// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
import SeededRandom
import Testing

@Suite struct WebAnimationTests {
    /// What a browser makes of an easing: CSS Easing Level 2.
    static func play(_ easing: String) throws -> (Double) -> Double {
        guard easing.hasPrefix("linear(") else {
            let curve = try #require(UnitCurve(easing))
            return { curve.value(at: $0) }
        }
        let stops = try easing.dropFirst(7).dropLast().split(separator: ",").map { stop in
            let parts = stop.split(separator: " ")
            try #require(parts.count == 2 && parts[1].hasSuffix("%"))
            return (try #require(Double(parts[1].dropLast())) / 100, try #require(Double(parts[0])))
        }
        try #require(stops.count >= 2 && zip(stops, stops.dropFirst()).allSatisfy { $0.0 <= $1.0 })
        return { x in
            let next = stops.firstIndex { $0.0 > x } ?? stops.count - 1
            let (a, b) = (stops[max(0, next - 1)], stops[next])
            return a.1 + (b.1 - a.1) * (b.0 > a.0 ? (x - a.0) / (b.0 - a.0) : 1)
        }
    }

    @Test func `every segment plays in CSS within the error it states`() throws {
        var random = SeededGenerator(seed: 1)
        for round in 0..<150 {
            var segment = SegmentChangesTests.segment(&random)
            if round % 10 == 0 { segment.to = segment.from }
            if round % 7 == 0 { segment.curve = .unit(round % 2 == 0 ? .circularEaseOut : .cosine) }
            let bound = [0.5, 0.01][round % 2]
            let web = WebAnimation(segment, maximumError: bound)
            #expect(web.maximumError <= bound)
            let easing = try Self.play(web.easing)
            let worst =
                (0...3000).map { index in
                    let x = Double(index) / 3000
                    let shown = web.from + (web.to - web.from) * easing(x)
                    // At its very end a segment jumps onto its target.
                    return abs(shown - segment.value(at: (segment.begin + segment.duration * x).nextDown))
                }.dropFirst().dropLast().max() ?? 1
            #expect(worst <= max(web.maximumError, 1e-6), "\(segment) \(web.easing.prefix(80))")
        }
    }

    @Test func `a Hermite is exactly a Bézier, and what CSS knows stays what it is`() {
        let swing = Segment(
            from: 10, to: -30, begin: 0, duration: 0.5, curve: .hermite(startVelocity: -60, endVelocity: 0))
        let web = WebAnimation(swing, maximumError: 0)
        #expect(web.easing.hasPrefix("cubic-bezier(0.333") && web.maximumError == 0 && web.to == -30)
        #expect(
            UnitCurve.linear.cssEasing == "linear" && UnitCurve.easeInOut.cssEasing == "cubic-bezier(0.42,0,0.58,1)")
        #expect(UnitCurve.steps(3, .none).cssEasing == "steps(3,jump-none)" && UnitCurve.cosine.cssEasing == nil)
    }

    @Test func `a finer bound takes more stops, about three times as many for a tenth`() {
        let heart = Segment(from: 0, to: 10, begin: 0, spring: Spring(response: 0.1, dampingRatio: 0.24))
        let counts = [0.1, 0.01, 0.001].map { bound in
            WebAnimation(heart, maximumError: bound).easing.split(separator: ",").count
        }
        #expect(counts[0] < 150 && counts[1] < 4 * counts[0] && counts[2] < 4 * counts[1] && counts[2] > counts[0])
    }

    @Test func `animations with an end play in CSS within the error they state`() throws {
        for animation in AnimationTests.samples where animation.duration.isFinite && animation.duration > 0 {
            let css = try #require(animation.css(maximumError: 0.002))
            let easing = try Self.play(css)
            let worst =
                (1..<2000).map { index in
                    let x = (Double(index) + 0.5) / 2000
                    return abs(easing(x) - animation.progress(at: x * animation.duration))
                }.max() ?? 1
            #expect(worst <= 0.002, "\(animation)")
        }
        #expect(Animation.linear.repeatForever().css(maximumError: 0.01) == nil)
    }

    @Test func `what is beyond all numbers, or beyond count, is not written for ever`() {
        let wild = Segment(
            from: 0, to: 1e-10, begin: 0, duration: 1, curve: .hermite(startVelocity: 1e308, endVelocity: 1e308))
        #expect(WebAnimation(wild, maximumError: 0.01).easing.count < 1_000_000)
        let far = Segment(from: -1e308, to: 1e308, begin: 0, duration: 1, curve: .spring(.smooth, initialVelocity: 0))
        #expect(WebAnimation(far, maximumError: 0.01).easing.count < 1_000_000)
        #expect(Animation.linear(duration: 1).repeatCount(.max).css(maximumError: 0.01) == nil)
        #expect(Animation.linear(duration: 1).repeatCount(100).css(maximumError: 0.01) != nil)
    }
}
