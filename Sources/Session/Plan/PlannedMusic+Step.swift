// SPDX-License-Identifier: Apache-2.0

package import MetronomeRhythm

extension PlannedMusic {
    /// What was done by hand, beside new values of settings.
    package enum Gesture: Sendable, Hashable {
        /// A tempo was set.
        case tempo
        /// A bar is to begin with the next beat.
        case bar
        /// A trainer was set, perhaps as it was.
        case trainer(Trainer.Kind)
    }

    /// What a change comes to.
    package struct Step: Sendable, Hashable {
        /// The first beat that may not have been started when it is adopted; nil where it changes what plays.
        package var cue: Int64?
        /// The first beat of a new meter; nil where there is none.
        package var meterBeat: Int64?
        /// The bridge to another phase; nil where the phase is kept.
        package var bridge: PhaseBridge?
        /// The beat from which on the music is played faster or slower, to follow a clock; nil where its rate stays.
        package var correctedBeat: Int64?

        /// Nothing to wait for, unless beats are given.
        package init(cue: Int64? = nil, meterBeat: Int64? = nil) {
            self.cue = cue
            self.meterBeat = meterBeat
        }

        /// The first position of which nothing may have been started when it is adopted; nil where it changes what plays.
        package var position: Position? {
            [
                cue.map { Position(whole: $0) }, bridge.map { Position(units: $0.from) },
                correctedBeat.map { Position(whole: $0) },
            ].compactMap { $0 }.min()
        }
    }
}
