// SPDX-License-Identifier: Apache-2.0

internal import MetronomeMotion
package import MetronomeRhythm

/// How the rod swings.
extension HeardTimeline {
    /// The swing of the rod at a time, bent where the tempo changes in the beat; before beat 0 it waits for its first swing. Nil
    /// where there is no beat.
    package func swing(at time: ClockTime) -> HeardMovement? {
        guard let present = beat(place(at: time).whole) else { return nil }
        let arrival = segment(of: BeatPosition(whole: present.index)).time(of: BeatPosition(whole: present.index + 1))
        let swing = Pendulum().swing(beat: present.index, begin: 0, duration: arrival.seconds(since: present.time))
        return bent(HeardMovement(swing, from: present.time), inBeat: present.index, after: present.time, at: time)
    }

    /// A movement that was told at a time, as it is later, after the changes of the tempo in between: it ends with the same beat.
    package func bent(_ swing: HeardMovement, after told: ClockTime, at time: ClockTime) -> HeardMovement {
        hasBegun(at: told) ? bent(swing, inBeat: place(at: told).whole, after: told, at: time) : swing
    }

    private func bent(
        _ swing: HeardMovement, inBeat index: Int64, after begin: ClockTime, at time: ClockTime
    ) -> HeardMovement {
        changes(inBeat: index).filter { begin < $0.time && $0.time <= time }.reduce(swing) { swing, change in
            swing.retargeted(at: change.time, arriving: change.time(of: BeatPosition(whole: index + 1)))
        }
    }
}

/// How the rod leaves a movement.
extension HeardMovement {
    /// A movement of the rod in seconds from a time on.
    fileprivate init(_ movement: Segment, from begin: ClockTime) {
        self.init(
            from: movement.from, to: movement.to, begin: begin,
            end: begin.advanced(bySeconds: movement.duration), curve: movement.curve)
    }

    /// In seconds from its beginning, so that a `Double` is exact enough however old the clock is.
    private var movement: Segment {
        Segment(from: from, to: to, begin: 0, duration: Double(durationNs) / 1e9, curve: curve)
    }

    /// The value at a time; before the beginning the first one, after the end the last one.
    package func value(at time: ClockTime) -> Double { movement.value(at: time.seconds(since: begin)) }

    /// How the rod comes to rest when the music stops during this movement; the movement itself where it ends upright.
    package func resting(at time: ClockTime) -> HeardMovement {
        to == 0
            ? self : HeardMovement(Pendulum().settling(movement, at: time.seconds(since: begin)), from: time)
    }

    /// How the rod goes on when the beat with which the movement ends moves to another time.
    fileprivate func retargeted(at time: ClockTime, arriving end: ClockTime) -> HeardMovement {
        HeardMovement(
            Pendulum().retargeted(
                movement, at: time.seconds(since: begin), arrivingAt: end.seconds(since: begin)), from: time)
    }
}
