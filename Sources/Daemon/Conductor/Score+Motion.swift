// SPDX-License-Identifier: Apache-2.0

internal import Motion
internal import Rhythm

extension Score {
    /// A property takes at least so long to get to another place, in seconds.
    private static let shortestGlide = 0.15
    /// How long properties take to come to rest when the music stops, in seconds.
    private static let settlingDuration = 0.5

    /// What holds at a time.
    private func turn(at seconds: Double) -> Turn {
        turns.last { $0.begin <= seconds } ?? turns[0]
    }

    /// What a property does at a time, on an axis of seconds since frame 0.
    func movement(of property: MotionProperty, at seconds: Double) -> Segment {
        turn(at: seconds).movement(of: property, at: seconds)
    }

    /// The value of a property at a time.
    func value(of property: MotionProperty, at seconds: Double) -> Double {
        movement(of: property, at: seconds).value(at: seconds)
    }

    /// What a property does in a beat, as it stands after the last change in it; of beat 0 also how it gets there.
    func segments(of property: MotionProperty, inBeat index: Int64) -> [Segment] {
        let turn = lastTurn(ofBeat: index)
        var start = turn.begin
        if !turn.isOver, index > 0 || !start.isFinite { start = max(start, turn.seconds(ofBeats: Double(index))) }
        var segments: [Segment] = []
        if let bridge = turn.bridges[property], turn.isOver || bridge.end > start {
            segments.append(bridge.begin < start ? bridge.tail(from: start) : bridge)
            start = bridge.end
        }
        guard !turn.isOver, start < turn.seconds(ofBeats: Double(index + 1)) else { return segments }
        return segments + turn.plan(of: property, inBeat: index).tail(from: start)
    }

    /// The position at a time, in beats; below 0 before beat 0.
    func beats(at seconds: Double) -> Double { turn(at: seconds).beats(at: seconds) }

    /// Counts the changes that bear on a beat.
    func serial(ofBeat index: Int64) -> Int { lastTurn(ofBeat: index).serial }

    private func lastTurn(ofBeat index: Int64) -> Turn {
        turns.last { $0.begin < $0.seconds(ofBeats: Double(index + 1)) } ?? turns[0]
    }

    /// Whether anything moves at a time.
    func isMoving(at seconds: Double) -> Bool {
        guard let last = turns.last, last.isOver, seconds >= last.begin else { return true }
        return last.bridges.values.contains { $0.end > seconds }
    }

    // MARK: changes

    /// Goes from where everything is at a time to where beat 0 will find it.
    mutating func approach(from seconds: Double, value: (MotionProperty) -> Double) {
        turns[0].begin = seconds
        for property in Choreography.properties where !property.isDiscrete {
            let end = Self.arrival(of: property, from: seconds, in: turns[0])
            let target = turns[0].planned(property, at: end).value(at: end)
            let start = value(property)
            // It waits there until the beat begins.
            let waiting = turns[0].planned(property, at: seconds).value(at: seconds)
            guard property.distance(start, waiting) > property.tolerance else { continue }
            turns[0].bridges[property] = Segment(
                glidingFrom: start, velocity: 0, to: target, begin: seconds, duration: end - seconds,
                within: property.range(with: start))
        }
    }

    /// Goes by another tempo or other bars from a time on.
    mutating func turn(at seconds: Double, into segment: TimelineSegment) {
        let old = turn(at: seconds)
        var new = Turn(serial: (turns.last?.serial ?? 0) + 1, begin: seconds, segment: segment, rules: rules)
        for property in Choreography.properties where !property.isDiscrete {
            new.bridges[property] = bridge(of: property, at: seconds, from: old, to: new)
        }
        add(new)
    }

    /// Of a flood of changes only the last can be seen, and the others would take megabytes.
    static let mostChanges = 100

    private mutating func add(_ turn: Turn) {
        turns.removeAll { $0.begin >= turn.begin }
        turns.append(turn)
        turns.removeFirst(max(0, turns.count - Self.mostChanges))
    }

    /// Comes to rest from a time on, while the tempo is set to so many bpm; asked again at rest, it takes a new tempo.
    mutating func settle(at seconds: Double, bpm: Double) {
        let old = turn(at: seconds)
        var over = Turn(
            serial: (turns.last?.serial ?? 0) + 1, begin: seconds, segment: old.segment, rules: rules, isOver: true)
        for property in Choreography.properties {
            let now = old.movement(of: property, at: seconds)
            let value = now.value(at: seconds)
            let target = property.followsTempo ? property.idle(bpm: bpm) : property.rest ?? value
            over.bridges[property] =
                old.isOver && now.to == target
                ? now
                : Segment(
                    glidingFrom: value, velocity: now.velocity(at: seconds), to: target, begin: seconds,
                    duration: abs(value - target) > 0 ? Self.settlingDuration : 0, within: property.range(with: value))
        }
        add(over)
    }

    /// When a property is where it belongs that moves there before beat 0: the rod by then, all others in their time.
    private static func arrival(of property: MotionProperty, from seconds: Double, in turn: Turn) -> Double {
        let begin = turn.seconds(ofBeats: 0)
        return property.transition == .swing ? begin : max(begin, seconds + shortestGlide)
    }

    private func bridge(
        of property: MotionProperty, at seconds: Double, from old: Turn, to new: Turn
    ) -> Segment? {
        let now = old.movement(of: property, at: seconds)
        let (value, velocity) = (now.value(at: seconds), now.velocity(at: seconds))
        let active = old.bridges[property].flatMap { $0.end > seconds ? $0 : nil }
        let beats = new.beats(at: seconds)
        let end = new.seconds(ofBeats: Swift.max(0, (beats + 1e-9).rounded(.down) + 1))
        if let active {
            let aim = new.planned(property, at: active.end).value(at: active.end)
            if property.distance(active.to, aim) <= property.tolerance { return active }
        } else if property.transition != .swing || beats < 0 || old.segment == new.segment {
            let planned = new.planned(property, at: seconds).value(at: seconds)
            if property.distance(value, planned) <= property.tolerance { return nil }
        }
        func glide(until time: Double, to target: Double) -> Segment {
            Segment(
                glidingFrom: value, velocity: velocity, to: target, begin: seconds, duration: time - seconds,
                within: property.range(with: value))
        }
        guard beats >= 0 else {
            let arrival = Self.arrival(of: property, from: seconds, in: new)
            return glide(until: arrival, to: new.planned(property, at: arrival).value(at: arrival))
        }
        switch property.transition {
        case .swing:
            return pendulum.retargeted(now, at: seconds, arrivingAt: end)
        case .spring(let spring):
            let target = new.planned(property, at: seconds).to
            return Segment(from: value, to: target, begin: seconds, spring: spring, initialVelocity: velocity)
        case .linear(let count):
            let target = new.planned(property, at: seconds).to
            return Segment(
                from: value, to: target, begin: seconds, duration: count * new.secondsPerBeat, curve: .linear)
        case .glide:
            guard end - seconds < Self.shortestGlide else {
                let last = new.plan(of: property, inBeat: Int64(Swift.max(0, (beats + 1e-9).rounded(.down))))
                return glide(until: end, to: last.value(at: end) ?? value)
            }
            let later = seconds + Self.shortestGlide
            return glide(until: later, to: new.planned(property, at: later).value(at: later))
        }
    }
}

extension MotionProperty {
    /// What is too little to be seen: a thousandth of the range.
    fileprivate var tolerance: Double {
        followsTempo ? 0 : 0.001 * (range.upperBound - range.lowerBound)
    }

    /// How far two values are apart, the way round if that is shorter.
    fileprivate func distance(_ one: Double, _ other: Double) -> Double {
        period.map { abs((one - other).remainder(dividingBy: $0)) } ?? abs(one - other)
    }

    /// The range, and a value that a spring has carried out of it.
    fileprivate func range(with value: Double) -> ClosedRange<Double> {
        Swift.min(range.lowerBound, value)...Swift.max(range.upperBound, value)
    }
}
