// SPDX-License-Identifier: Apache-2.0

package import MetronomeMotion
package import MetronomeRhythm

/// How every property moves through a run and comes to rest after it: one plan from each change to the next.
///
/// Times are seconds since frame 0. Where a plan replaces another, bridges carry value and velocity on, so that no
/// property jumps that is not discrete. The rod is the property `pendulum.angle`, like any other.
package struct MotionRecord: Sendable, Equatable {
    /// How many plans before a change are kept: of a flood of changes only the last can be seen, and all of them would take
    /// megabytes. Plans that lie ahead are all kept.
    package static let mostPlans = 100

    /// The plans in the order of their begins; never empty.
    package private(set) var plans: [MotionPlan]

    /// A run with its first plan.
    package init(_ first: MotionPlan) { plans = [first] }

    /// The plan that came last.
    package var last: MotionPlan { plans[plans.count - 1] }

    // MARK: questions

    /// The plan in force at a time.
    private func plan(at seconds: Double) -> MotionPlan { plans.last { $0.begin <= seconds } ?? plans[0] }

    /// What a property does at a time.
    package func movement(of property: MotionProperty, at seconds: Double) -> Segment {
        plan(at: seconds).movement(of: property, at: seconds)
    }

    /// The value of a property at a time.
    package func value(of property: MotionProperty, at seconds: Double) -> Double {
        movement(of: property, at: seconds).value(at: seconds)
    }

    /// What a property does in a beat, from the last change in it on; in beat 0 also how it gets there.
    package func segments(of property: MotionProperty, inBeat index: Int64) -> [Segment] {
        lastPlan(ofBeat: index).segments(of: property, inBeat: index)
    }

    /// How the rod leaves a beat: its whole swing, or what is left of it after the last change of tempo in that beat.
    package func swing(inBeat index: Int64) -> Segment { lastPlan(ofBeat: index).swing(inBeat: index) }

    /// The position at a time, in beats; below 0 before beat 0.
    package func beats(at seconds: Double) -> Double { plan(at: seconds).beats(at: seconds) }

    /// The number of the last plan that changes a beat; it rises with every change.
    package func serial(ofBeat index: Int64) -> Int { lastPlan(ofBeat: index).serial }

    /// Whether anything moves at a time or later.
    package func isMoving(at seconds: Double) -> Bool {
        guard last.isOver else { return true }
        return last.bridges.values.contains { $0.end > seconds }
    }

    private func lastPlan(ofBeat index: Int64) -> MotionPlan {
        plans.last { $0.holds(inBeat: index) } ?? plans[0]
    }

    // MARK: changes

    /// Moves every property from its value at a time to where beat 0 finds it. For a run that has one plan yet.
    package mutating func approach(from seconds: Double, value: (MotionProperty) -> Double) {
        plans[0].begin = seconds
        for property in Choreography.properties where !property.isDiscrete {
            plans[0].bridges[property] = plans[0].approach(of: property, from: seconds, value: value(property))
        }
    }

    /// Changes the tempo or the bars from a time on, as the music is played now. Of the plans before it the last ones are kept.
    package mutating func change(at seconds: Double, to segment: TimelineSegment, rules: BarRules) {
        add(at: seconds, segment, rules: rules)
        if plans.count > Self.mostPlans { plans.removeFirst(plans.count - Self.mostPlans) }
    }

    /// Adds a change that lies ahead, later than all before it.
    package mutating func add(at seconds: Double, _ segment: TimelineSegment, rules: BarRules) {
        let old = plan(at: seconds)
        var new = MotionPlan(serial: last.serial + 1, begin: seconds, segment: segment, rules: rules)
        for property in Choreography.properties where !property.isDiscrete {
            new.bridges[property] = new.bridge(of: property, from: old)
        }
        append(new)
    }

    /// Lets everything come to rest from a time on, at a tempo in bpm; a second call only changes that tempo.
    package mutating func comeToRest(at seconds: Double, bpm: Double) {
        let old = plan(at: seconds)
        var over = MotionPlan(
            serial: last.serial + 1, begin: seconds, segment: old.segment, rules: old.rules, isOver: true)
        for property in Choreography.properties {
            over.bridges[property] = over.bridgeToRest(of: property, from: old, bpm: bpm)
        }
        append(over)
    }

    private mutating func append(_ plan: MotionPlan) {
        while let last = plans.last, last.begin >= plan.begin { plans.removeLast() }
        plans.append(plan)
    }

    /// Drops the plans that were replaced before a time or at it.
    package mutating func forget(before seconds: Double) {
        while plans.count > 1, plans[1].begin <= seconds { plans.removeFirst() }
    }

    /// Goes over to an axis on which all times are greater by a shift, with frames at another rate.
    package mutating func rebase(by shift: Double, onto segment: TimelineSegment) {
        for index in plans.indices { plans[index].rebase(by: shift, onto: segment) }
    }
}
