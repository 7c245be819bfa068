// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession
internal import Sound

extension Performance {
    /// What happens.
    enum Event {
        /// A client asks.
        case asked(Ask.ID, Call, by: Client)
        /// A client has gone.
        case left(Client)
        /// The configuration was read again, and states this otherwise.
        case configured(Ask.ID, Edit)
        /// The daemon was started to play, or to play a run on.
        case begun(Ask.ID, resuming: SavedRun?)
        /// A song was read that is to be played.
        case given(Ask.ID, LoadedSong, at: Cue)
        /// What an ask waits for was read, or cannot be.
        case loaded(Ask.ID, Result<Load.Content, ControlError>)
        /// The file of the song was saved.
        case songSaved
        /// The file of the set list was saved.
        case setListSaved
        /// A plan was adopted, or came too late.
        case adopted(Adoption)
        /// The real-time thread has said all that it had to say.
        case reported
        /// The output of a run is ready.
        case outputOpened(run: UInt64)
        /// No output can be had for a run, and why.
        case outputRefused(run: UInt64, reason: String)
        /// A device has begun to play, with samples at its rate where the samples in use have another.
        case attached(device: String, SampleSet?)
        /// The output does something else.
        case outputChanged
        /// The daemon is to end; answered when the output is let go of.
        case ending(Ask.ID)
        /// The time of the first of the `wakes` has come.
        case woke(at: ClockTime)
    }

    /// What is known when a turn begins, and holds all through it.
    struct Moment: Sendable, Equatable {
        var now: ClockTime
        /// What leaves the device when, and what is written.
        var device: DeviceClock
        /// What the output does.
        var output: OutputFacts
        /// What is to be added to `now` for CLOCK_REALTIME, in nanoseconds.
        var realtimeOffsetNs: Int64
        /// Seconds that the place is east of UTC.
        var secondsFromUTC: Int

        /// What is left to chance in this turn follows from its time.
        var chance: UInt64 { UInt64(bitPattern: now.nanoseconds) }

        /// What CLOCK_REALTIME, as it is set by now, says of a time: seconds since 1970.
        func unixSeconds(of time: ClockTime) -> Int { Int((time.nanoseconds &+ realtimeOffsetNs) / 1_000_000_000) }
    }
}
