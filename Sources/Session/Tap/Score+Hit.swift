// SPDX-License-Identifier: Apache-2.0

package import MetronomeRhythm

extension Score {
    /// A tap or a stroke, and the place that it belongs to.
    package struct Hit: Sendable, Hashable {
        /// The nearest place that it may be for, in beats since the start; a beat for taps.
        package var place: BeatPosition
        /// The bar of it.
        package var bar: Int64
        /// The beat of the bar, from 1.
        package var beatInBar: Int
        /// How much later than that place it came; below 0 for earlier.
        package var asynchronyNs: Int64
        /// The time from the beat to the next.
        package var periodNs: Int64
        /// The time from its place to the next one on its side, a beat at most.
        package var reachNs: Int64
        /// Whether the beat was not to be heard.
        package var isSilent: Bool
        /// The named lanes that have an onset there.
        package var lanes: [String]

        /// The beat of its place, since the start.
        package var beat: Int64 { place.whole }

        /// A tap.
        package init(
            beat: Int64, bar: Int64, beatInBar: Int = 1, asynchronyNs: Int64, periodNs: Int64, isSilent: Bool = false
        ) {
            (place, self.bar, self.beatInBar) = (BeatPosition(whole: beat), bar, beatInBar)
            (self.asynchronyNs, self.periodNs, reachNs) = (asynchronyNs, periodNs, periodNs)
            (self.isSilent, lanes) = (isSilent, [])
        }

        /// A stroke.
        init(
            place: BeatPosition, _ beat: HeardBeat, asynchronyNs: Int64, periodNs: Int64, reachNs: Int64,
            isSilent: Bool,
            lanes: [String]
        ) {
            (self.place, bar, beatInBar) = (place, beat.bar, beat.beat)
            (self.asynchronyNs, self.periodNs, self.reachNs) = (asynchronyNs, periodNs, reachNs)
            (self.isSilent, self.lanes) = (isSilent, lanes)
        }

        /// The beat of a run that is nearest to a tap. `isSilent` says which beats are not to be heard.
        package init(_ time: ClockTime, in run: HeardRun, isSilent: (Int64) -> Bool = { _ in false }) {
            let before = max(0, run.beat(at: time))
            let (one, other) = (run.time(ofBeat: before), run.time(ofBeat: before + 1))
            let isNext = time.nanoseconds(since: one) > other.nanoseconds(since: time)
            let beat = run.beat(isNext ? before + 1 : before)
            self.init(
                beat: beat.index, bar: beat.bar, beatInBar: beat.beat,
                asynchronyNs: time.nanoseconds(since: isNext ? other : one),
                periodNs: other.nanoseconds(since: one), isSilent: isSilent(beat.index))
        }

        /// The same stroke, too far from any place.
        var astray: Hit {
            var hit = self
            hit.reachNs = 0
            return hit
        }

        /// Whether it is too far from its place to be meant for it.
        var isStray: Bool {
            asynchronyNs == .min || Double(abs(asynchronyNs)) > Score.reach * Double(reachNs) || reachNs <= 0
        }
    }

    /// A place at which a stroke was expected, and none came.
    package struct Missed: Sendable, Hashable {
        /// The beat of the bar, from 1.
        package var beatInBar: Int
        /// The part of the beat at which it lies.
        package var part: Double
        /// The named lanes that have an onset there.
        package var lanes: [String]
    }
}
