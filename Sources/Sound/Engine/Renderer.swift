// SPDX-License-Identifier: Apache-2.0

public import Rhythm

/// The engine: turns plans into frames. The same code plays live, renders to memory and renders to files.
///
/// It counts frames and knows no other time: every onset is placed at `TimelineSegment.frame(ofBeat:)`, in the midst of
/// the frames being rendered, however these are cut into calls. Real-time safe throughout.
@safe public struct Renderer: ~Copyable {
    /// A beat whose sound has begun, lead-in included.
    private struct Commitment: BitwiseCopyable {
        var beat: Int64
        /// The frame of its onset, which no later plan moves.
        var onset: Int64
    }

    /// The next frame to be rendered.
    public private(set) var frame: Int64
    /// The segment of the timeline that places the beats from `nextBeat` on. It begins after `frame` where a tempo was
    /// changed while a sound ran in.
    public private(set) var segment: TimelineSegment
    /// The bars in force.
    public private(set) var grid: BarGrid
    /// The first beat that has not been started.
    public private(set) var nextBeat: Int64 = 0
    /// The run that sounds; `nil`: none.
    public private(set) var run: UInt64?

    private var plan: UnsafePointer<Plan>?
    private var mixer: Mixer
    /// The last beat of the run that was started.
    private var committed: Commitment?
    /// How many replaced plans are kept at most: one for each voice that may sound, and the one that was replaced last.
    public static var mostRetiring: Int { @_noLocks get { 17 } }

    /// Plans that were replaced and not handed back yet.
    private var retiring: InlineArray<17, UnsafePointer<Plan>?> = unsafe InlineArray(repeating: nil)

    /// A silent renderer at a rate.
    @_noLocks public init(sampleRate: SampleRate, tempo: Tempo, frame: Int64 = 0) {
        self.frame = frame
        segment = TimelineSegment(
            originFrame: frame, originBeat: BeatPosition(whole: 0), tempo: tempo, sampleRate: sampleRate)
        grid = BarGrid(beatsPerBar: 4)
        unsafe plan = nil
        mixer = Mixer(rate: sampleRate.hertz)
    }

    /// Whether nothing sounds and nothing will: there is no run, and every voice has ended.
    public var isSilent: Bool { @_noLocks get { run == nil && mixer.active == 0 } }

    /// Plays by a plan from the next frame on. `nextRetired` must be called until it returns `nil` before the next plan.
    ///
    /// A new run begins at beat 0, `startDelay` frames from here, and what sounds of the run before fades out in 3 ms. A
    /// new tempo holds from here and keeps the phase; but a beat whose sound has begun keeps its onset, and the tempo
    /// holds from the frame after that. A new meter begins a bar at the next beat that has not been started. A plan
    /// without a run fades out in 8 ms.
    /// - Returns: where and how it took hold.
    @_noLocks public mutating func adopt(_ new: UnsafePointer<Plan>, startDelay: Int64) -> Adoption {
        let old = unsafe plan
        unsafe plan = new
        let wanted = unsafe new.pointee
        if let wantedRun = wanted.run {
            if wantedRun != run {
                segment = TimelineSegment(
                    originFrame: frame + startDelay, originBeat: BeatPosition(whole: 0), tempo: wanted.tempo,
                    sampleRate: segment.sampleRate)
                grid = BarGrid(beatsPerBar: wanted.beatsPerBar)
                nextBeat = 0
                committed = nil
                mixer.fadeAll()
            } else {
                if !(wanted.tempo == segment.tempo) {
                    segment = segment.changing(to: wanted.tempo, atFrame: firstFreeFrame)
                }
                if wanted.beatsPerBar != grid.beatsPerBar {
                    grid = grid.changing(beatsPerBar: wanted.beatsPerBar, atBeat: nextBeat)
                }
            }
            mixer.setGain(wanted.volume)
        } else {
            mixer.setGain(0)
            committed = nil
        }
        run = wanted.run
        if let old = unsafe old { unsafe retire(old) }
        return Adoption(
            revision: wanted.revision, frame: frame, run: run, segment: segment, grid: grid, nextBeat: nextBeat,
            bell: wanted.bell)
    }

    /// Renders the next `count` stereo frames, interleaved.
    @_noLocks public mutating func render(into output: UnsafeMutablePointer<Float>, count: Int) {
        var done = 0
        while done < count {
            var span = count - done
            if run != nil { startBeats(&span) }
            unsafe mixer.mix(into: output + done * 2, count: span)
            frame += Int64(span)
            done += span
        }
        if run == nil && mixer.active > 0 && mixer.isFadedOut { mixer.cut() }
    }

    /// Goes to another frame without rendering what lies between. Beats passed over are not caught up, and none whose
    /// onset was rendered is started again; a sound that is cut in its lead-in starts over in time for its onset.
    @_noLocks public mutating func seek(to frame: Int64) {
        guard frame != self.frame else { return }
        let uncovered = max(frame, self.frame)
        self.frame = frame
        mixer.cut()
        guard run != nil else { return }
        if let committed, committed.onset >= uncovered {
            nextBeat = committed.beat
        } else {
            nextBeat = max(nextBeat, segment.firstBeat(atOrAfterFrame: frame))
        }
    }

    /// Goes on at another rate from `frame`, where the timeline has the position it has there now. What sounds is cut,
    /// and a beat whose onset was not rendered starts over, at its place in the new frames. The plan in force must be
    /// replaced by one with samples at that rate before the next render.
    @_noLocks public mutating func change(sampleRate: SampleRate, atFrame frame: Int64) {
        segment = segment.rebased(to: sampleRate, atFrame: frame, newFrame: frame)
        mixer = Mixer(rate: sampleRate.hertz)
        if let committed, committed.onset >= self.frame { nextBeat = committed.beat }
        committed = nil
        self.frame = frame
    }

    /// The frame of a beat's onset, from the last one that was started on.
    @_noLocks public func onset(ofBeat beat: Int64) -> Int64 {
        if let committed, committed.beat == beat { return committed.onset }
        return segment.frame(ofBeat: beat)
    }

    /// The first frame of which no onset has been decided.
    private var firstFreeFrame: Int64 {
        @_noLocks get {
            guard let committed else { return frame }
            return max(frame, committed.onset + 1)
        }
    }

    /// Takes out a replaced plan from which nothing sounds any more, to be handed back; `nil` if there is none.
    @_noLocks public mutating func nextRetired() -> UnsafePointer<Plan>? {
        for index in 0..<Self.mostRetiring {
            guard let old = unsafe retiring[index], unsafe !mixer.sounds(revision: old.pointee.revision) else {
                continue
            }
            unsafe retiring[index] = nil
            return unsafe old
        }
        return nil
    }

    /// Starts the beats that begin here and shortens `span` to the start of the next one.
    @_noLocks private mutating func startBeats(_ span: inout Int) {
        guard let plan = unsafe plan else { return }
        while true {
            let rings = unsafe plan.pointee.bell?.rings(onBeat: nextBeat, in: grid) ?? false
            let sound = unsafe rings ? plan.pointee.bellSound : plan.pointee.beatSound
            let onset = onset(ofBeat: nextBeat)
            let wait = onset - Int64(sound.lead) - frame
            if wait > 0 {
                if wait < Int64(span) { span = Int(wait) }
                return
            }
            unsafe mixer.start(sound, skip: Int(-wait), revision: plan.pointee.revision)
            committed = Commitment(beat: nextBeat, onset: onset)
            nextBeat += 1
        }
    }

    @_noLocks private mutating func retire(_ old: UnsafePointer<Plan>) {
        for index in 0..<Self.mostRetiring where unsafe retiring[index] == nil {
            unsafe retiring[index] = old
            return
        }
    }
}
