// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

extension Animation {
    /// The movements of a change of a number as segments, for the wire: those that begin before a time, in seconds after
    /// the change.
    ///
    /// Up to that time they have the values of the animation, but no more than a thousand of a repetition are written out.
    /// There are none up to a time that is not finite.
    public func segments(
        from: Double, to: Double, initialVelocity: Double = 0, until end: Double
    ) -> [Segment] {
        guard end.isFinite else { return [] }
        return movements(from: from, to: to, initialVelocity: initialVelocity, until: end).filter { $0.begin < end }
    }

    /// The segments, and perhaps some that begin at that time or after it.
    private func movements(from: Double, to: Double, initialVelocity: Double, until end: Double) -> [Segment] {
        switch kind {
        case .curve(let curve, let duration):
            return [Segment(from: from, to: to, begin: 0, duration: duration, curve: .unit(curve))]
        case .spring(let spring, let velocity):
            let speed = velocity * (to - from) + initialVelocity
            let curve = MotionCurve.spring(spring, initialVelocity: speed)
            return [Segment(from: from, to: to, begin: 0, duration: Double.minimum(86_400, duration), curve: curve)]
        case .delay(let base, let delay):
            let later = base.segments(from: from, to: to, initialVelocity: initialVelocity, until: end - delay)
                .moved(by: delay)
            if delay < 0 { return later.tail(from: 0) }
            return delay > 0 ? .constant(from) + later : later
        case .speed(let base, let speed):
            guard speed > 0 else { return .constant(value(from: from, to: to, time: 0)) }
            return base.segments(from: from, to: to, initialVelocity: initialVelocity / speed, until: end * speed)
                .moved(by: 0, stretched: 1 / speed)
        case .repetition(let base, let count, let autoreverses):
            guard base.duration > 0 else { return .constant(to) }
            guard base.duration.isFinite else {
                return base.segments(from: from, to: to, initialVelocity: initialVelocity, until: end)
            }
            let passes = Double.minimum((end / base.duration).rounded(.up), count.map(Double.init) ?? .infinity)
            var segments: [Segment] = []
            for pass in 0..<Int(clamping: Double.minimum(Self.most, .maximum(1, passes)))
            where segments.count < Int(clamping: Self.most) {
                let (start, goal) = autoreverses && pass % 2 == 1 ? (to, from) : (from, to)
                segments += base.segments(
                    from: start, to: goal, initialVelocity: pass == 0 ? initialVelocity : 0, until: base.duration
                ).moved(by: Double(pass) * base.duration)
            }
            return end > duration ? segments + .constant(to, from: duration) : segments
        }
    }

    /// No more segments of a repetition are written out.
    private static let most = 1000.0
}
