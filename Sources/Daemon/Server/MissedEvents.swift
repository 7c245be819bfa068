// SPDX-License-Identifier: Apache-2.0

internal import Control

/// The events that a slow client was not sent. A pure value.
///
/// Beats and movements are dropped and counted, for they are out of date when the client reads again; of the state, the
/// timeline, the sections, the audio and the frames the newest is kept.
struct MissedEvents {
    private var beats = 0
    private var motions = 0
    private var state: StateEvent?
    private var timeline: TimelineEvent?
    private var section: SectionEvent?
    private var audio: AudioEvent?
    private var frame: FrameEvent?

    /// Drops beats and counts them.
    mutating func drop(beats count: Int) { beats += count }
    /// Drops movements and counts them.
    mutating func drop(motions count: Int) { motions += count }
    /// Keeps a change of state in place of an older one.
    mutating func keep(_ event: StateEvent) { state = event }
    /// Keeps a timeline in place of an older one.
    mutating func keep(_ event: TimelineEvent) { timeline = event }
    /// Keeps a section in place of an older one.
    mutating func keep(_ event: SectionEvent) { section = event }
    /// Keeps a change of the audio in place of an older one.
    mutating func keep(_ event: AudioEvent) { audio = event }
    /// Keeps a frame in place of an older one.
    mutating func keep(_ event: FrameEvent) { frame = event }

    /// Takes out the next line to send: what was dropped, with that event number and run, then what was kept.
    mutating func next(sequence: Int, run: Int) -> [UInt8]? {
        if beats + motions > 0 {
            let lagged = LaggedEvent(seq: sequence, run: run, dropped: .init(beat: beats, motion: motions))
            (beats, motions) = (0, 0)
            return EventLine.encode(method: LaggedEvent.method, params: lagged)
        }
        if let event = state.take() { return EventLine.encode(method: StateEvent.method, params: event) }
        if let event = timeline.take() { return EventLine.encode(method: TimelineEvent.method, params: event) }
        if let event = section.take() { return EventLine.encode(method: SectionEvent.method, params: event) }
        if let event = audio.take() { return EventLine.encode(method: AudioEvent.method, params: event) }
        if let event = frame.take() { return EventLine.encode(method: FrameEvent.method, params: event) }
        return nil
    }
}
