// SPDX-License-Identifier: Apache-2.0

internal import MetronomeMotion
internal import MetronomeRhythm

extension MotionPlan {
    /// A property takes at least this long to get to another place, in seconds.
    private static let shortestGlide = 0.15
    /// How long properties take to come to rest when the music stops, in seconds.
    private static let restDuration = 0.5

    /// How a property gets from a value at a time to where beat 0 finds it; nil if it is there.
    func approach(of property: MotionProperty, from seconds: Double, value: Double) -> Segment? {
        let arrival = arrival(of: property, from: seconds)
        // It waits there until the beat begins.
        let waiting = planned(property, at: seconds).value(at: seconds)
        guard property.distance(value, waiting) > property.tolerance else { return nil }
        return Segment(
            glidingFrom: value, velocity: 0, to: planned(property, at: arrival).value(at: arrival), begin: seconds,
            duration: arrival - seconds, within: property.range(with: value))
    }

    /// How a property gets from an earlier plan to this one, from the beginning of this one on; nil if it is there.
    func bridge(of property: MotionProperty, from old: MotionPlan) -> Segment? {
        property.transition == .swing ? rodBridge(of: property, from: old) : placeBridge(of: property, from: old)
    }

    /// How a property comes to rest from the beginning of this plan on; at rest already, only a new tempo moves it.
    func bridgeToRest(of property: MotionProperty, from old: MotionPlan, bpm: Double) -> Segment {
        let now = old.movement(of: property, at: begin)
        let value = now.value(at: begin)
        let target = property.followsTempo ? property.idle(bpm: bpm) : property.rest ?? value
        if old.isOver && now.to == target { return now }
        return Segment(
            glidingFrom: value, velocity: now.velocity(at: begin), to: target, begin: begin,
            duration: value == target ? 0 : Self.restDuration, within: property.range(with: value))
    }

    /// The rod keeps angle and velocity, and arrives with the beat: with beat 0 while beat 0 is still to come.
    private func rodBridge(of property: MotionProperty, from old: MotionPlan) -> Segment? {
        let under = old.bridges[property].flatMap { $0.end > begin ? $0 : nil }
        // Other bars leave the beats where they are.
        if segment == old.segment { return under }
        let now = old.movement(of: property, at: begin)
        let index = beat(at: begin)
        guard index >= 0 else {
            let value = now.value(at: begin)
            let target = planned(property, at: begin).value(at: begin)
            guard property.distance(value, target) > property.tolerance else { return nil }
            return Segment(
                glidingFrom: value, velocity: now.velocity(at: begin), to: target, begin: begin,
                duration: arrival(of: property, from: begin) - begin, within: property.range(with: value))
        }
        if begin == onset(ofBeat: index) { return nil }
        return Pendulum().retargeted(now, at: begin, arrivingAt: onset(ofBeat: index + 1))
    }

    /// Every other property gets to the place where the new plan has it, or by its own spring or line to a new tempo.
    private func placeBridge(of property: MotionProperty, from old: MotionPlan) -> Segment? {
        let now = old.movement(of: property, at: begin)
        let (value, velocity) = (now.value(at: begin), now.velocity(at: begin))
        if let under = old.bridges[property], under.end > begin {
            let target = planned(property, at: under.end).value(at: under.end)
            if property.distance(under.to, target) <= property.tolerance { return under }
        } else {
            let target = planned(property, at: begin).value(at: begin)
            if property.distance(value, target) <= property.tolerance { return nil }
        }
        func glide(until time: Double, to target: Double) -> Segment {
            Segment(
                glidingFrom: value, velocity: velocity, to: target, begin: begin, duration: time - begin,
                within: property.range(with: value))
        }
        let index = beat(at: begin)
        guard index >= 0 else {
            let arrival = arrival(of: property, from: begin)
            return glide(until: arrival, to: planned(property, at: arrival).value(at: arrival))
        }
        switch property.transition {
        case .spring(let spring):
            let target = planned(property, at: begin).to
            return Segment(from: value, to: target, begin: begin, spring: spring, initialVelocity: velocity)
        case .linear(let count):
            let target = planned(property, at: begin).to
            return Segment(
                from: value, to: target, begin: begin, duration: count * secondsPerBeat, curve: .linear)
        case .glide, .swing:
            let end = onset(ofBeat: index + 1)
            if end - begin < Self.shortestGlide {
                let later = begin + Self.shortestGlide
                return glide(until: later, to: planned(property, at: later).value(at: later))
            }
            return glide(until: end, to: planned(property, inBeat: index).value(at: end) ?? value)
        }
    }

    /// When a property that moves to its place before beat 0 arrives: the rod with the beat, other properties in their own time.
    private func arrival(of property: MotionProperty, from seconds: Double) -> Double {
        let onset = onset(ofBeat: 0)
        return property.transition == .swing ? onset : Swift.max(onset, seconds + Self.shortestGlide)
    }
}

extension MotionProperty {
    /// A distance too small to be seen: a thousandth of the range. A tempo is shown to the digit.
    fileprivate var tolerance: Double {
        followsTempo ? 0 : 0.001 * (range.upperBound - range.lowerBound)
    }

    /// How far two values are apart, the way round if that is shorter.
    fileprivate func distance(_ one: Double, _ other: Double) -> Double {
        period.map { abs((one - other).remainder(dividingBy: $0)) } ?? abs(one - other)
    }

    /// The range, extended to a value that a spring has carried out of it.
    fileprivate func range(with value: Double) -> ClosedRange<Double> {
        Swift.min(range.lowerBound, value)...Swift.max(range.upperBound, value)
    }
}
