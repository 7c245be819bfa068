// SPDX-License-Identifier: Apache-2.0

internal import Motion
internal import Rhythm

/// What follows from events that are taken in by their `seq`.
struct ToldPlan: Sendable {
    /// How long a beat that is over is kept, longer than any is told ahead: a display may be behind.
    private static let memoryNs: Int64 = 16_000_000_000

    private(set) var status: Status
    /// By index and by time, which both rise.
    private var beats: [ToldBeat] = []
    /// When it was stopped; nil while it plays.
    private var stopNs: Int64?
    /// How the rod comes to rest after that.
    private var settling: MotionSegment?
    /// Up to which bar another meter held.
    private var former: (beatsPerBar: Int, lastBar: Int)?

    init(_ status: Status) {
        self.status = status
        stopNs = status.playing ? nil : status.nowNs
        settling = status.playing ? nil : status.pendulum.segment?.resting(atNs: status.nowNs)
        if let beat = ToldBeat(status) { beats = [beat] }
    }

    mutating func take(_ event: Event) {
        switch event {
        case .beat(let beat): take(beat)
        case .state(let event): take(event.state)
        case .audio(let event): status.audio = event.audio
        case .motion, .frame, .lagged, .other: break
        }
    }

    private mutating func take(_ event: BeatEvent) {
        guard event.isPlausible else { return }
        let old = beats.first { $0.index == event.beatIndex }
        insert(old.map { ToldBeat(event, after: $0) } ?? ToldBeat(event))
    }

    /// What was told before and contradicts a beat is no longer true, such as the beats of an earlier run.
    private mutating func insert(_ beat: ToldBeat) {
        beats.removeAll { $0.index == beat.index || ($0.index < beat.index) != ($0.atNs < beat.atNs) }
        beats.insert(beat, at: beats.firstIndex { $0.index > beat.index } ?? beats.endIndex)
        let newest = beats.last?.atNs ?? 0
        while beats.count > 4, beats[0].atNs < newest - Self.memoryNs { beats.removeFirst() }
    }

    mutating func take(_ new: Status) {
        if status.playing, new.playing, let beatsPerBar = status.beatsInBar, new.meter != status.meter {
            former = (beatsPerBar, new.position?.bar ?? 0)
        } else if !new.playing || !status.playing {
            former = nil
        }
        let now = new.nowNs
        if new.playing {
            (stopNs, settling) = (nil, nil)
            if let beat = ToldBeat(new), !knows(beat) { insert(beat) }
        } else {
            settling = rest(new) ?? settling
            stopNs = stopNs ?? now
            beats.removeAll { $0.atNs > now }
        }
        status = new
    }

    /// How the rod settles: as told, else from the swing that it is in.
    private func rest(_ new: Status) -> MotionSegment? {
        if let told = new.pendulum.segment, told.to == 0 || stopNs == nil && beats.isEmpty {
            return told.resting(atNs: new.nowNs)
        }
        guard stopNs == nil, let beat = beat(atNs: new.nowNs) else { return nil }
        return beat.swing(atNs: new.nowNs).resting(atNs: new.nowNs)
    }

    private func knows(_ beat: ToldBeat) -> Bool {
        beats.contains { $0.index == beat.index && abs($0.atNs - beat.atNs) < (beat.endNs - beat.atNs) / 2 }
    }

    /// The beats that it knows, in their order.
    var events: [BeatEvent] { beats.map(\.event) }

    /// The beat that is under way; nil before the first.
    private func beat(atNs time: Int64) -> ToldBeat? { beats.last { $0.atNs <= time } }

    func isMoving(atNs time: Int64) -> Bool {
        status.playing || (settling.map { $0.endNs > time } ?? false)
    }

    func heard(atNs time: Int64) -> HeardMoment {
        let isStopped = stopNs.map { $0 <= time } ?? false
        let present = isStopped ? stopNs ?? time : time
        let beat = beat(atNs: present)
        let position = beat.map { self.position(atNs: present, in: $0) } ?? start
        let isOnBeat = beat.map { Int64($0.index) == position.whole } ?? false
        let angle: Double
        if isStopped {
            angle = settling?.angle(atNs: time) ?? 0
        } else if let beat, isOnBeat {
            angle = beat.swing(atNs: present).angle(atNs: present)
        } else if beat == nil, beats.isEmpty {
            angle = status.pendulum.segment?.angle(atNs: time) ?? status.pendulum.angle
        } else {
            angle = Pendulum().swing(beat: position.whole, begin: 0, duration: 1).value(at: position.phase)
        }
        let isNew = isStopped || beat?.isChanged(atNs: present) ?? true
        return HeardMoment(
            position: position, bpm: isNew ? status.bpm : beat?.event.bpm ?? status.bpm,
            grid: grid(about: beat ?? beats.first), ringsBell: isOnBeat && beat?.event.bell ?? false,
            isPlaying: !isStopped, angle: angle)
    }

    /// Before the first beat, it waits there.
    private var start: BeatPosition { BeatPosition(whole: Int64(beats.first?.index ?? 0)) }

    /// Where beats are missing between two that were told, they pass evenly; after the last that was told it waits.
    private func position(atNs time: Int64, in beat: ToldBeat) -> BeatPosition {
        let next = beats.first { $0.atNs > time }
        var beats = Double(beat.index) + Swift.min(beat.phase(atNs: time), 1 - 0x1p-20)
        if let next, next.index > beat.index + 1, time >= beat.endNs, next.atNs > beat.endNs {
            let part = Double(time - beat.endNs) / Double(next.atNs - beat.endNs)
            beats = Double(beat.index + 1) + part * Double(next.index - beat.index - 1)
        }
        let whole = beats.rounded(.down)
        return BeatPosition(whole: Int64(exactly: whole) ?? 0, fraction: UInt64((beats - whole) * 0x1p64))
    }

    private func grid(about beat: ToldBeat?) -> BarGrid {
        let beatsInBar = status.beatsInBar ?? 4
        guard let event = beat?.event else { return BarGrid(beatsPerBar: beatsInBar) }
        let isFormer = former.map { event.bar <= $0.lastBar } ?? false
        return BarGrid(
            originBeat: Int64(event.beatIndex - (event.beat - 1)), originBar: Int64(event.bar),
            beatsPerBar: Swift.max(event.beat, isFormer ? former?.beatsPerBar ?? beatsInBar : beatsInBar))
    }
}
