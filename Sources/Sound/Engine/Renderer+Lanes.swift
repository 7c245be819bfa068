// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
internal import MetronomeRhythm

/// What each lane plays, and when: a cursor for each.
extension Renderer {
    /// Starts the sounds that begin here and shortens `span` to the start of the next one.
    @_noLocks mutating func startOnsets(_ span: inout Int) {
        if headEnd <= frame {
            establish(toFrame: frame)
            setVolume()
        } else if headBegin >= frame {
            // The timeline is established ahead of the frame where a sound has begun whose onset is still to come.
            if headBegin == frame { setVolume() } else { span = Int(min(Int64(span), headBegin - frame)) }
        }
        if headEnd - frame < Int64(span) { span = Int(headEnd - frame) }
        var lanes = awake
        while !lanes.isEmpty {
            let lane = lanes.popFirst()
            while unsafe cursors[lane].wake <= frame { advance(lane) }
            let wait = unsafe cursors[lane].wake
            if wait != .max, wait - frame < Int64(span) { span = Int(wait - frame) }
        }
    }

    /// Starts a lane's next onset, or looks into the next pass.
    @_noLocks private mutating func advance(_ lane: Int) {
        guard let music = unsafe plan?.pointee.music else {
            unsafe cursors[lane].wake = .max
            return
        }
        let cursor = unsafe cursors[lane]
        guard cursor.lane >= 0 else {
            guard var next = music.place(after: cursor.place) else {
                sleep(lane)
                return
            }
            // What is established may be the tempo of a former plan.
            if !head.isBefore(next) { next.segment = segment }
            enter(lane, next, from: next.begin.justBefore())
            return
        }
        start(cursor, lane: lane, music)
        unsafe cursors[lane].committedPosition = cursor.position
        unsafe cursors[lane].committedFrame = cursor.frame
        if lane == 0 {
            beatFrames[Int(startedBeats & 63)] = cursor.frame
            startedBeats += 1
        }
        unsafe (cursors + lane).pointee.onset += 1
        settle(lane, music)
    }

    @_noLocks private mutating func start(_ cursor: LaneCursor, lane: Int, _ music: CompiledArrangement.View) {
        let accent = music.accent(ofOnset: cursor.onset, lane: cursor.lane)
        if case .mute = accent { return }
        guard music.isPlayed(onset: cursor.onset, lane: cursor.lane), let plan = unsafe plan else { return }
        let sound = unsafe plan.pointee.kits[music.kit(ofOnset: cursor.onset, lane: cursor.lane)][accent]
        mixer.start(sound, skip: Int(frame - cursor.wake), lane: lane, slot: slots.current)
    }

    /// Sets a lane to its first onset at a position or after it.
    @_noLocks mutating func setCursor(_ lane: Int, from position: Position) {
        guard let music = unsafe plan?.pointee.music else { return }
        guard var place = music.place(at: position, in: segment) else {
            unsafe cursors[lane].position = position
            sleep(lane)
            return
        }
        if head.isBefore(place) {
            var walked = head
            while walked.isBefore(place) {
                guard let next = music.place(after: walked) else { break }
                walked = next
            }
            place = walked
        }
        enter(lane, place, from: position)
    }

    @_noLocks private mutating func enter(_ lane: Int, _ place: PassPlace, from position: Position) {
        guard let music = unsafe plan?.pointee.music else { return }
        unsafe cursors[lane].place = place
        unsafe cursors[lane].lane = music.lane(lane, ofPassage: place.passage)
        unsafe cursors[lane].position = position
        let index = unsafe cursors[lane].lane
        if index >= 0, unsafe music.patterns[Int(music.lanes[index].pattern)].count > 0 {
            unsafe cursors[lane].onset = music.firstOnset(
                atOrAfter: max(position, place.begin.justBefore()), lane: index,
                origin: music.origin(ofLane: index, in: place))
            settle(lane, music)
        } else {
            waitForEnd(lane)
        }
    }

    /// Places the next onset of a lane; past the end of its pass the lane waits for that end.
    @_noLocks private mutating func settle(_ lane: Int, _ music: CompiledArrangement.View) {
        let cursor = unsafe cursors[lane]
        guard cursor.onset < music.placement(ofLane: cursor.lane).onsetsEnd else {
            // Its last onset has been started, if any was.
            unsafe cursors[lane].position = max(cursor.position, cursor.committedPosition.justAfter())
            return waitForEnd(lane)
        }
        let position = music.position(
            ofOnset: cursor.onset, lane: cursor.lane, origin: music.origin(ofLane: cursor.lane, in: cursor.place))
        guard position.isClearlyBefore(cursor.place.end) else { return waitForEnd(lane) }
        let onset = frame(of: position, in: cursor.place)
        let accent = music.accent(ofOnset: cursor.onset, lane: cursor.lane)
        let kit = music.kit(ofOnset: cursor.onset, lane: cursor.lane)
        let lead = unsafe plan?.pointee.kits[kit][accent].sample.lead ?? 0
        unsafe cursors[lane].position = position
        unsafe cursors[lane].frame = onset
        unsafe cursors[lane].wake = onset - Int64(lead)
        awake.insert(lane)
    }

    /// Has a lane look into the next pass, early enough for the longest lead.
    @_noLocks private mutating func waitForEnd(_ lane: Int) {
        let place = unsafe cursors[lane].place
        unsafe cursors[lane].lane = -1
        guard place.end < .end else { return sleep(lane) }
        unsafe cursors[lane].position = max(cursors[lane].position, place.end)
        let lead = unsafe plan?.pointee.longestLead ?? 0
        unsafe cursors[lane].wake = frame(of: place.end, in: place) - Int64(lead)
        awake.insert(lane)
    }

    @_noLocks private mutating func sleep(_ lane: Int) {
        unsafe cursors[lane].lane = -1
        unsafe cursors[lane].wake = .max
        awake.remove(lane)
    }

    /// The frame of a position of a pass. Up to the beginning of the last segment the timeline is established, and the segment
    /// of the pass is not asked.
    @_noLocks func frame(of position: Position, in place: PassPlace) -> Int64 {
        segment.originPosition.isClearlyBefore(position)
            ? place.segment.frame(of: position) : timeline.frame(of: position)
    }
}
