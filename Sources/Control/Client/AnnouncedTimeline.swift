// SPDX-License-Identifier: Apache-2.0

internal import Bounds
internal import Motion
internal import Rhythm

/// When beats, stops and swings are heard, by events that are added in the order of their `seq`.
struct AnnouncedTimeline: Sendable {
    /// How long a beat that is over is kept, in nanoseconds: longer than any lead, for a display may lag behind.
    private static let memoryNs: Int64 = 16_000_000_000

    private(set) var status: Status
    /// Which start the beats belong to.
    private var run: Int
    /// In order of index and of time, which both rise.
    private var beats: [AnnouncedBeat] = []
    /// When it was stopped; nil while it plays.
    private var stopNs: Int64?
    /// How the rod comes to rest after the stop.
    private var rest: MotionSegment?
    /// The meter before the last change, and the last bar that it holds for.
    private var former: (beatsPerBar: Int, lastBar: Int)?

    init(_ status: Status) {
        self.status = status
        run = status.run
        stopNs = status.playing ? nil : status.nowNs
        rest = status.playing ? nil : status.pendulum.segment?.resting(atNs: status.nowNs)
        if let beat = AnnouncedBeat(status) { beats = [beat] }
    }

    /// Adds an event, whose `seq` is higher than those before. One of a former run is left out, and the first of a later run
    /// ends all that is known of the former one.
    mutating func add(_ event: Event) {
        let told = event.run ?? run
        guard told >= run else { return }
        if told > run { (run, beats, former) = (told, [], nil) }
        switch event {
        case .beat(let beat): addBeat(beat)
        case .state(let event): update(event.state)
        case .audio(let event): status.audio = event.audio
        case .motion, .frame, .timeline, .section, .lagged, .other: break
        }
    }

    private mutating func addBeat(_ event: BeatEvent) {
        guard event.isPlausible else { return }
        let old = beats.first { $0.index == event.beatIndex }
        insert(old.map { AnnouncedBeat(event, after: $0) } ?? AnnouncedBeat(event))
    }

    /// Inserts a beat, and removes those that contradict it, such as the beats of an earlier run.
    private mutating func insert(_ beat: AnnouncedBeat) {
        beats.removeAll { $0.index == beat.index || ($0.index < beat.index) != ($0.atNs < beat.atNs) }
        beats.insert(beat, at: beats.firstIndex { $0.index > beat.index } ?? beats.endIndex)
        let newest = beats.last?.atNs ?? 0
        while beats.count > 4, beats[0].atNs < newest - Self.memoryNs { beats.removeFirst() }
    }

    /// Replaces the status.
    mutating func update(_ new: Status) {
        if status.playing, new.playing, let beatsPerBar = status.beatsInBar,
            new.meter != status.meter || new.beatsInBar != beatsPerBar
        {
            former = (beatsPerBar, new.position?.bar ?? 0)
        } else if !new.playing || !status.playing {
            former = nil
        }
        let now = new.nowNs
        if new.playing {
            (stopNs, rest) = (nil, nil)
            if let beat = AnnouncedBeat(new), !knows(beat) { insert(beat) }
        } else {
            rest = restingSegment(new) ?? rest
            stopNs = stopNs ?? now
            beats.removeAll { $0.atNs > now }
        }
        status = new
    }

    /// How the rod comes to rest: as the status says, else from the swing under way.
    private func restingSegment(_ new: Status) -> MotionSegment? {
        if let segment = new.pendulum.segment, segment.to == 0 || stopNs == nil && beats.isEmpty {
            return segment.resting(atNs: new.nowNs)
        }
        guard stopNs == nil, let beat = beat(atNs: new.nowNs) else { return nil }
        return beat.swing(atNs: new.nowNs).resting(atNs: new.nowNs)
    }

    private func knows(_ beat: AnnouncedBeat) -> Bool {
        beats.contains { $0.index == beat.index && abs($0.atNs - beat.atNs) < (beat.endNs - beat.atNs) / 2 }
    }

    /// The announced beats, in order.
    var events: [BeatEvent] { beats.map(\.event) }

    /// The beat under way; nil before the first.
    private func beat(atNs time: Int64) -> AnnouncedBeat? { beats.last { $0.atNs <= time } }

    func isMoving(atNs time: Int64) -> Bool {
        status.playing || (rest.map { $0.endNs > time } ?? false)
    }

    func heard(atNs time: Int64) -> HeardMoment {
        let isStopped = stopNs.map { $0 <= time } ?? false
        let present = isStopped ? stopNs ?? time : time
        let beat = beat(atNs: present)
        let position = beat.map { self.position(atNs: present, in: $0) } ?? start
        let isOnBeat = beat.map { Int64($0.index) == position.whole } ?? false
        let angle: Double
        if isStopped {
            angle = rest?.value(atNs: time) ?? 0
        } else if let beat, isOnBeat {
            angle = beat.swing(atNs: present).value(atNs: present)
        } else if beat == nil, beats.isEmpty {
            angle = status.pendulum.segment?.value(atNs: time) ?? status.pendulum.angle
        } else {
            angle = Pendulum().swing(beat: position.whole, begin: 0, duration: 1).value(at: position.phase)
        }
        let isNew = isStopped || beat?.isChanged(atNs: present) ?? true
        return HeardMoment(
            position: position, bpm: isNew ? status.bpm : beat?.event.bpm ?? status.bpm,
            grid: grid(about: beat ?? beats.first), ringsBell: isOnBeat && beat?.event.bell ?? false,
            isPlaying: !isStopped, angle: angle)
    }

    /// The position before the first beat is heard.
    private var start: BeatPosition { BeatPosition(whole: Int64(beats.first?.index ?? 0)) }

    /// The position in or after a beat: where beats are missing before the next one that is announced, it rises evenly; after the
    /// last announced beat it stays at the end of that beat.
    private func position(atNs time: Int64, in beat: AnnouncedBeat) -> BeatPosition {
        let next = beats.first { $0.atNs > time }
        var beats = Double(beat.index) + Swift.min(beat.phase(atNs: time), 1 - 0x1p-20)
        if let next, next.index > beat.index + 1, time >= beat.endNs, next.atNs > beat.endNs {
            let part = Double(time - beat.endNs) / Double(next.atNs - beat.endNs)
            beats = Double(beat.index + 1) + part * Double(next.index - beat.index - 1)
        }
        let whole = beats.rounded(.down)
        return BeatPosition(whole: Int64(exactly: whole) ?? 0, fraction: UInt64(clamping: (beats - whole) * 0x1p64))
    }

    private func grid(about beat: AnnouncedBeat?) -> BarGrid {
        let beatsInBar = status.beatsInBar ?? 4
        guard let event = beat?.event else { return BarGrid(beatsPerBar: beatsInBar) }
        let isFormer = former.map { event.bar <= $0.lastBar } ?? false
        return BarGrid(
            originBeat: Int64(event.beatIndex - (event.beat - 1)), originBar: Int64(event.bar),
            beatsPerBar: Swift.max(event.beat, isFormer ? former?.beatsPerBar ?? beatsInBar : beatsInBar))
    }
}
