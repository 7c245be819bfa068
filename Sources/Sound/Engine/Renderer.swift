// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
public import MetronomeRhythm

/// The engine: turns plans into frames. The same code plays live, renders to memory and renders to files.
///
/// It counts frames and knows no other time: every onset is placed at `TimelineSegment.frame(of:)`, in the midst of the
/// frames being rendered, however these are cut into calls. Real-time safe throughout.
@safe public struct Renderer: ~Copyable {
    /// The next frame to be rendered.
    public private(set) var frame: Int64
    /// The run that sounds; `nil`: none.
    public private(set) var run: UInt64?

    var plan: UnsafePointer<Plan>?
    var mixer: Mixer
    /// Output channels of a frame.
    public private(set) var channels: Int
    var timeline: EstablishedTimeline
    /// The last pass that the timeline is established for.
    var head: PassPlace
    /// The frames of its beginning, and of the beginning of the next one.
    var headBegin = Int64.min
    var headEnd = Int64.max
    /// A cursor for each lane, in memory of their own: the thread that renders has a small stack.
    let cursors: UnsafeMutablePointer<LaneCursor>
    /// The lanes whose cursor has anything to do.
    var awake = BitSet()

    var slots = PlanSlots()

    /// How many replaced plans are kept at most: one for each voice that may sound, and the one that was replaced last.
    public static var mostRetiring: Int { @_noLocks get { Mixer.slots - 1 } }

    /// A silent renderer at a rate, for `channels` output channels, at least two. Allocates, as the deinitialiser frees.
    public init(sampleRate: SampleRate, frame: Int64 = 0, channels: Int = 2) {
        self.frame = frame
        self.channels = channels
        let segment = TimelineSegment(
            originFrame: frame, originPosition: .zero, tempo: Tempo(), sampleRate: sampleRate)
        timeline = EstablishedTimeline(segment)
        head = PassPlace(passage: 0, pass: 0, begin: .zero, origin: .zero, end: .end, segment: segment)
        unsafe cursors = .allocate(capacity: Lane.most)
        unsafe cursors.initialize(repeating: LaneCursor(place: head), count: Lane.most)
        unsafe plan = nil
        mixer = Mixer(rate: sampleRate.hertz, channels: channels)
    }

    deinit { unsafe cursors.deallocate() }

    /// Renders frames of `count` output channels from here on, at least two.
    @_noLocks public mutating func setChannels(_ count: Int) {
        channels = max(2, count)
        mixer.setChannels(channels)
    }

    /// Whether nothing sounds and nothing will: there is no run, and every voice has ended.
    public var isSilent: Bool { @_noLocks get { run == nil && mixer.active == 0 } }

    /// The segment of the timeline that is in force, or will be next: it begins after `frame` where a tempo was changed
    /// while a sound ran in.
    public var segment: TimelineSegment { @_noLocks get { timeline.last } }

    /// The position from which on no onset of a lane has been started.
    @_noLocks public func nextPosition(ofLane lane: Int) -> Position { unsafe cursors[lane].position }

    /// The position with which the run begins.
    private var beginning = Position.zero

    /// How many onsets of lane 0 have been started.
    public internal(set) var startedBeats: UInt64 = 0
    var beatFrames: InlineArray<64, Int64> = InlineArray(repeating: 0)

    /// The frame of one of the last 64 onsets of lane 0 that were started, numbered from 0.
    @_noLocks public func frame(ofStartedBeat number: UInt64) -> Int64 { beatFrames[Int(number & 63)] }

    // MARK: plans

    /// Plays by a plan from the next frame on. `nextRetired` must be called until it returns `nil` before the next plan.
    ///
    /// A new run begins at the beginning of its music, `startDelay` frames from here, and what sounds of the run before fades
    /// out in 3 ms. Within a run each lane plays the new plan from its first onset on whose sound has not begun: one whose
    /// sound has begun keeps its frame. A new tempo holds from here, or from the frame after the last onset whose sound has
    /// begun, and keeps the phase; while the first onset is waited for, that onset stays. A plan whose cue is over is handed
    /// back. A plan without a run fades out in 8 ms.
    /// - Returns: where and how it was adopted.
    @_noLocks public mutating func adopt(_ new: UnsafePointer<Plan>, startDelay: Int64) -> Adoption {
        let wanted = unsafe new.pointee
        if let wantedRun = wanted.run, wantedRun == run, isLate(wanted.cue) {
            unsafe slots.refuse(new)
            return Adoption(
                revision: wanted.revision, isLate: true, frame: frame, run: run, segment: segment,
                position: nextPosition(ofLane: 0))
        }
        unsafe slots.replace(by: new, isFirst: plan == nil)
        if let wantedRun = wanted.run {
            if wantedRun == run { change(to: wanted.music) } else { begin(wanted.music, startDelay: startDelay) }
            unsafe plan = new
            for lane in 0..<Lane.most {
                mixer.setMix(wanted[mixOf: lane], ofLane: lane)
                unsafe setCursor(lane, from: cursors[lane].position)
            }
            setVolume()
        } else {
            unsafe plan = new
            mixer.setGain(0)
        }
        run = wanted.run
        return Adoption(
            revision: wanted.revision, frame: frame, run: run, segment: segment, position: nextPosition(ofLane: 0))
    }

    /// Whether something from a cue on may have been started already.
    @_noLocks private mutating func isLate(_ cue: Position?) -> Bool {
        guard let cue else { return false }
        establish(toFrame: frame)
        if cue < timeline.segment(atBeginOf: frame).firstPosition(atOrAfterFrame: frame) { return true }
        for lane in 0..<Lane.most where unsafe !cursors[lane].committedPosition.isClearlyBefore(cue) { return true }
        return false
    }

    /// Begins a run. The cursors are set afterwards, from the beginning of the music.
    @_noLocks private mutating func begin(_ music: CompiledArrangement.View, startDelay: Int64) {
        let passage = unsafe music.passages[0]
        let first = TimelineSegment(
            originPlace: FramePlace(frame: frame + startDelay), originPosition: music.begin, curve: passage.curve,
            curveBegin: passage.origin(ofPass: 0), beat: passage.beat, sampleRate: segment.sampleRate)
        beginning = music.begin
        timeline.restart(with: first)
        setHead(music.nearestPlace(to: music.begin, in: first))
        var cursor = LaneCursor(place: head)
        // An onset there may have been rounded down by a tick.
        cursor.position = music.begin.justBefore()
        for lane in 0..<Lane.most { unsafe cursors[lane] = cursor }
        mixer.fadeAll()
    }

    /// Goes on by other music from the first place on of which nothing has been decided. The cursors are set afterwards,
    /// each from the first position of which nothing was started.
    @_noLocks private mutating func change(to music: CompiledArrangement.View) {
        // The plan before answers for the time up to the last onset whose sound has begun.
        var free = frame
        for lane in 0..<Lane.most { unsafe free = max(free, cursors[lane].committedFrame + 1) }
        establish(toFrame: frame)
        let begun = timeline.segment(atBeginOf: frame).firstPosition(atOrAfterFrame: frame)
        establish(toFrame: free)
        timeline.drop(after: FramePlace(beginOf: free))
        let pivot = segment.firstPosition(atOrAfterFrame: free)
        var place = music.nearestPlace(to: pivot, in: segment)
        if pivot.isClearlyBefore(place.end), !music.isInForce(place, in: segment) {
            let passage = unsafe music.passages[place.passage]
            // The first beat, which is waited for, stays.
            place.segment =
                pivot.isClearlyBefore(beginning)
                ? segment.changing(to: passage.curve, from: place.origin, beat: passage.beat, at: beginning)
                : segment.changing(to: passage.curve, from: place.origin, beat: passage.beat, atFrame: free)
            timeline.append(place.segment)
        }
        setHead(place)
        for lane in 0..<Lane.most where unsafe cursors[lane].committedPosition < cursors[lane].position {
            unsafe cursors[lane].position = max(begun, cursors[lane].committedPosition.justAfter())
        }
    }

    /// Takes out a replaced plan from which nothing sounds any more, to be handed back; `nil` if there is none.
    @_noLocks public mutating func nextRetired() -> UnsafePointer<Plan>? {
        unsafe slots.nextRetired(by: mixer)
    }

    // MARK: frames

    /// Renders the next `count` frames, interleaved.
    @_noLocks public mutating func render(into output: UnsafeMutablePointer<Float>, count: Int) {
        var done = 0
        while done < count {
            var span = count - done
            if run != nil { startOnsets(&span) }
            unsafe mixer.mix(into: output + done * channels, count: span)
            frame += Int64(span)
            done += span
        }
        if run == nil && mixer.active > 0 && mixer.isFadedOut { mixer.cut() }
    }

    /// Goes to another frame without rendering what lies between. Onsets passed over are not caught up, and none that was
    /// rendered is started again; a sound that is cut in its lead-in starts over in time for its onset.
    @_noLocks public mutating func seek(to frame: Int64) {
        guard frame != self.frame else { return }
        let uncovered = max(frame, self.frame)
        self.frame = frame
        mixer.cut()
        guard run != nil else { return }
        establish(toFrame: uncovered)
        setVolume()
        let position = timeline.segment(atBeginOf: uncovered).firstPosition(atOrAfterFrame: uncovered)
        for lane in 0..<Lane.most {
            // What has begun stays committed.
            let isCut = unsafe cursors[lane].committedFrame >= uncovered
            unsafe setCursor(lane, from: isCut ? position : max(cursors[lane].position, position))
        }
    }

    /// Goes on at another rate from `frame`, where the timeline has the position it has there now. What sounds is cut,
    /// and an onset that was not rendered starts over, at its place in the new frames. The plan in force must be
    /// replaced by one with samples at that rate before the next render.
    @_noLocks public mutating func change(sampleRate: SampleRate, atFrame frame: Int64) {
        let rendered = timeline.segment(atBeginOf: self.frame).firstPosition(atOrAfterFrame: self.frame)
        var heard = timeline.segment(atBeginOf: frame)
        let position = heard.firstPosition(atOrAfterFrame: frame)
        heard = heard.rebased(to: sampleRate, atFrame: frame, newFrame: frame)
        if let music = unsafe plan?.pointee.music {
            var place = music.nearestPlace(to: position, in: heard)
            if position.isClearlyBefore(place.end), !music.isInForce(place, in: heard) {
                let passage = unsafe music.passages[place.passage]
                heard = heard.changing(to: passage.curve, from: place.origin, beat: passage.beat, atFrame: frame)
                place.segment = heard
            }
            setHead(place)
        }
        timeline.restart(with: heard)
        mixer.restart(rate: sampleRate.hertz)
        for lane in 0..<Lane.most {
            if unsafe cursors[lane].committedFrame >= self.frame {
                unsafe (cursors + lane).pointee.takeBack(to: rendered)
            }
            unsafe cursors[lane].committedFrame = .min
        }
        self.frame = frame
        guard run != nil else { return }
        for lane in 0..<Lane.most { unsafe setCursor(lane, from: cursors[lane].position) }
    }

    // MARK: the timeline

    @_noLocks private mutating func setHead(_ place: PassPlace) {
        head = place
        headBegin = frame(of: place.begin, in: place)
        headEnd = place.endFrame
    }

    /// Establishes the timeline through a frame.
    @_noLocks mutating func establish(toFrame frame: Int64) {
        while headEnd <= frame {
            guard let next = unsafe plan?.pointee.music.place(after: head) else {
                headEnd = .max
                return
            }
            timeline.append(next.segment)
            setHead(next)
        }
    }

    /// Moves to the volume and the mixes of the passage that holds the frame.
    @_noLocks mutating func setVolume() {
        guard let plan = unsafe plan else { return }
        let music = unsafe plan.pointee.music
        var place = head
        if headBegin > frame {
            place = music.nearestPlace(
                to: timeline.segment(atBeginOf: frame).firstPosition(atOrAfterFrame: frame), in: head.segment)
        }
        let passage = unsafe music.passages[place.passage]
        mixer.setGain(unsafe plan.pointee.volume * passage.volume)
        for index in Int(passage.firstMix)..<Int(passage.firstMix) + Int(passage.mixCount) {
            let lane = unsafe music.mixes[index]
            mixer.setMix(lane.mix, ofLane: lane.lane)
        }
    }
}
