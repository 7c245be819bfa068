// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
internal import MetronomeRhythm

/// One pass of a passage, and the segment of the timeline that is in force in it. Real-time safe.
struct PassPlace: BitwiseCopyable {
    var passage: Int
    /// From 0.
    var pass: Int64
    var begin: Position
    /// From where its tempo and its lanes are counted: its beginning, or earlier.
    var origin: Position
    var end: Position
    var segment: TimelineSegment

    /// The frame of its end; the last that fits where it has none.
    var endFrame: Int64 { @_noLocks get { end == .end ? .max : segment.frame(of: end) } }

    @_noLocks func isBefore(_ other: PassPlace) -> Bool {
        passage == other.passage ? pass < other.pass : passage < other.passage
    }
}

extension Position {
    /// Positions that are nearer than this are one: sums of fractions are rounded to a tick each.
    static var nearness: Int128 { @_noLocks get { 1 << 16 } }

    /// Whether this position lies before another by more than ``nearness``.
    @_noLocks func isClearlyBefore(_ other: Position) -> Bool { ticks < other.ticks - Self.nearness }

    /// The last position that counts as before this one.
    @_noLocks func justBefore() -> Position { Position(ticks: ticks - Self.nearness) }

    /// The first position that counts as after this one.
    @_noLocks func justAfter() -> Position { Position(ticks: ticks + Self.nearness) }
}

extension CompiledArrangement.View {
    /// The pass that holds a position, the first one also before it; `nil` after the last. The segment is given.
    @_noLocks func place(at position: Position, in segment: TimelineSegment) -> PassPlace? {
        let place = nearestPlace(to: position, in: segment)
        return position.isClearlyBefore(place.end) ? place : nil
    }

    /// The pass that holds a position; before all passes the first one, after all passes the last one. The segment is given.
    @_noLocks func nearestPlace(to position: Position, in segment: TimelineSegment) -> PassPlace {
        var (low, high) = (0, passageCount)
        while high - low > 1 {
            let middle = (low + high) / 2
            if unsafe position.isClearlyBefore(passages[middle].begin) { high = middle } else { low = middle }
        }
        let passage = unsafe passages[low]
        let pass = position < passage.begin ? 0 : passage.pass(at: position)
        return PassPlace(
            passage: low, pass: pass, begin: passage.begin(ofPass: pass), origin: passage.origin(ofPass: pass),
            end: passage.end(ofPass: pass), segment: segment)
    }

    /// The pass that follows; `nil` after the last.
    @_noLocks func place(after place: PassPlace) -> PassPlace? {
        var next = place
        next.pass += 1
        var passage = unsafe passages[place.passage]
        if passage.times == 0 { return nil }
        if next.pass >= passage.times {
            next.passage += 1
            next.pass = 0
            guard next.passage < passageCount else { return nil }
            passage = unsafe passages[next.passage]
        }
        next.begin = place.end
        next.origin = passage.origin(ofPass: next.pass)
        next.end = passage.end(ofPass: next.pass)
        if !isInForce(next, in: place.segment) {
            next.segment = place.segment.changing(
                to: passage.curve, from: next.origin, beat: passage.beat, at: next.begin)
        }
        return next
    }

    /// Whether a segment has the tempo that a pass asks for.
    @_noLocks func isInForce(_ place: PassPlace, in segment: TimelineSegment) -> Bool {
        let passage = unsafe passages[place.passage]
        return passage.curve == segment.curve && passage.beat == segment.beat
            && (passage.curve.isConstant || segment.curveBegin == place.origin)
    }

    /// The lane of that number in a passage; -1 if it is not there.
    @_noLocks func lane(_ id: Int, ofPassage passage: Int) -> Int {
        let first = unsafe Int(passages[passage].firstLane)
        for index in unsafe first..<first + Int(passages[passage].laneCount) where unsafe Int(lanes[index].id) == id {
            return index
        }
        return -1
    }

    /// From where a lane's onsets are numbered, and which of them are played.
    @_noLocks func placement(ofLane lane: Int) -> PlanPlacement { unsafe placements[Int(lanes[lane].placement)] }

    /// Where a pattern begins that a lane plays in a pass.
    @_noLocks func origin(ofLane lane: Int, in place: PassPlace) -> Position {
        unsafe lanes[lane].isOfRun ? placement(ofLane: lane).origin : place.origin
    }

    /// The position of an onset, numbered through all cycles, of a lane whose pattern begins at `origin`.
    @_noLocks func position(ofOnset number: Int64, lane: Int, origin: Position) -> Position {
        let pattern = unsafe patterns[Int(lanes[lane].pattern)]
        let (cycle, index) = number.flooredDivision(by: Int64(pattern.count))
        let place = unsafe onsets[Int(pattern.firstOnset) + Int(index)].place
        return Position(ticks: origin.ticks + pattern.ticks(cycle: cycle, place: place))
    }

    /// The number of the first onset at a position or after it.
    @_noLocks func firstOnset(atOrAfter position: Position, lane: Int, origin: Position) -> Int64 {
        let pattern = unsafe patterns[Int(lanes[lane].pattern)]
        // In parts, rounded up; positions are rounded down.
        let parts = -(((origin.ticks - position.ticks) * Int128(pattern.denominator)) >> 64)
        let (cycle, place) = Int64(truncatingIfNeeded: parts).flooredDivision(by: Int64(pattern.cycle))
        var (low, high) = (0, Int(pattern.count))
        while low < high {
            let middle = (low + high) / 2
            if unsafe Int64(onsets[Int(pattern.firstOnset) + middle].place) < place {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return max(cycle * Int64(pattern.count) + Int64(low), placement(ofLane: lane).firstOnset)
    }

    /// How strongly an onset is played.
    @_noLocks func accent(ofOnset number: Int64, lane: Int) -> Accent {
        let pattern = unsafe patterns[Int(lanes[lane].pattern)]
        let index = number.flooredDivision(by: Int64(pattern.count)).remainder
        return unsafe onsets[Int(pattern.firstOnset) + Int(index)].accent
    }

    /// The number of the kit that an onset is played with.
    @_noLocks func kit(ofOnset number: Int64, lane: Int) -> Int {
        let lane = unsafe lanes[lane]
        guard lane.beatKitCount > 0 else { return Int(lane.kit) }
        let pattern = unsafe patterns[Int(lane.pattern)]
        let index = number.flooredDivision(by: Int64(pattern.count)).remainder
        let beat = unsafe onsets[Int(pattern.firstOnset) + Int(index)].beat
        guard beat > 0 else { return Int(lane.kit) }
        let kit = Int64(beat - 1).flooredDivision(by: Int64(lane.beatKitCount)).remainder
        return unsafe Int(beatKits[Int(lane.firstBeatKit) + Int(kit)])
    }

    /// Whether chance lets an onset be played. A hash of the seed, the lane and the number: nothing else has a say in it.
    @_noLocks func isPlayed(onset number: Int64, lane: Int) -> Bool {
        let pattern = unsafe patterns[Int(lanes[lane].pattern)]
        let index = number.flooredDivision(by: Int64(pattern.count)).remainder
        let chance = unsafe onsets[Int(pattern.firstOnset) + Int(index)].chance
        return unsafe Chance.plays(chance, seed: seed, lane: Int(lanes[lane].id), onset: number)
    }
}
