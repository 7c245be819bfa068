// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
public import MetronomeRhythm

/// An arrangement as the renderer reads it: one block of memory that nothing changes, with no frames in it.
///
/// The control side keeps it alive as long as a plan points at it; plans that differ in volume, sounds or mix share it.
@safe public final class CompiledArrangement: @unchecked Sendable {
    // Unchecked: the memory is written once, before the initialiser returns, and only read afterwards.

    /// What the renderer reads, valid while the arrangement lives.
    @safe struct View: BitwiseCopyable, @unchecked Sendable {
        // Unchecked: immutable memory, whose owner outlives every plan that points at it.
        let begin: Position
        let seed: UInt64
        let passageCount: Int
        let passages: UnsafePointer<PlanPassage>
        let placements: UnsafePointer<PlanPlacement>
        let mixes: UnsafePointer<PlanMix>
        let lanes: UnsafePointer<PlanLane>
        let patterns: UnsafePointer<PlanPattern>
        let onsets: UnsafePointer<PlanOnset>
        let beatKits: UnsafePointer<UInt16>
    }

    let view: View
    /// What was compiled.
    public let arrangement: Arrangement
    /// The size of the block.
    public let bytes: Int
    private let memory: UnsafeMutableRawPointer

    /// Compiles. Throws if an arrangement has no passage, or more onsets in a second than can be played.
    public init(_ arrangement: Arrangement) throws(RhythmError) {
        guard !arrangement.passages.isEmpty else { throw .invalid("there is no passage to be played") }
        var draft = Draft()
        var begin = arrangement.begin
        for passage in arrangement.passages {
            try draft.add(passage, begin: begin)
            guard let end = draft.end else { break }
            begin = end
        }
        self.arrangement = arrangement
        bytes = draft.bytes
        unsafe memory = .allocate(byteCount: max(1, draft.bytes), alignment: 16)
        var free = unsafe memory
        unsafe view = View(
            begin: arrangement.begin, seed: arrangement.seed, passageCount: draft.passages.count,
            passages: Self.place(draft.passages, at: &free), placements: Self.place(draft.placements, at: &free),
            mixes: Self.place(draft.mixes, at: &free), lanes: Self.place(draft.lanes, at: &free),
            patterns: Self.place(draft.patterns, at: &free), onsets: Self.place(draft.onsets, at: &free),
            beatKits: Self.place(draft.beatKits, at: &free))
    }

    deinit { unsafe memory.deallocate() }

    /// Copies values to the free memory, in the order of their alignment.
    private static func place<Value: BitwiseCopyable>(
        _ values: [Value], at free: inout UnsafeMutableRawPointer
    ) -> UnsafePointer<Value> {
        let placed = unsafe free.initializeMemory(as: Value.self, from: values, count: values.count)
        unsafe free += values.count * MemoryLayout<Value>.stride
        return unsafe UnsafePointer(placed)
    }
}

/// A passage in the block.
struct PlanPassage: BitwiseCopyable {
    /// Where its first pass begins.
    let begin: Position
    let curve: TempoCurve
    let beat: Ratio
    /// The length of one pass; meaningless for a passage without end.
    let length: Ratio
    /// How often it is played; 0: one pass without end.
    let times: Int64
    /// How much of it is over where it begins.
    let lead: Ratio
    let firstLane: Int32
    let laneCount: Int16
    let mixCount: Int16
    let firstMix: Int32
    let volume: Float

    /// Where a pass ends, counted from 0.
    @_noLocks func end(ofPass pass: Int64) -> Position {
        times == 0 ? .end : Position(ticks: begin.ticks + length.ticks(times: pass + 1))
    }

    /// The pass that holds a position of the passage.
    @_noLocks func pass(at position: Position) -> Int64 {
        guard times > 1 else { return 0 }
        var pass = length.quotient(ofTicks: position.ticks - begin.ticks)
        while pass < times - 1, !position.isClearlyBefore(end(ofPass: pass)) { pass += 1 }
        return min(pass, times - 1)
    }

    /// Where a pass begins.
    @_noLocks func begin(ofPass pass: Int64) -> Position { pass == 0 ? begin : end(ofPass: pass - 1) }

    /// From where a pass's tempo and lanes are counted.
    @_noLocks func origin(ofPass pass: Int64) -> Position {
        Position(ticks: begin(ofPass: pass).ticks - lead.ticks(times: 1))
    }

    /// Where the whole passage ends.
    var end: Position { @_noLocks get { end(ofPass: times - 1) } }
}

/// How a lane is mixed in a passage.
struct PlanMix: BitwiseCopyable {
    let lane: Int
    let mix: LaneMix
}

/// A lane of one passage in the block.
struct PlanLane: BitwiseCopyable {
    let id: UInt8
    let kit: UInt16
    /// How many kits the beats of a bar have, and the first of them; 0: all onsets are played with `kit`.
    let beatKitCount: UInt16
    let firstBeatKit: Int32
    /// Whether the pattern is counted from the origin of its placement, and not from the beginning of the pass.
    let isOfRun: Bool
    let pattern: Int32
    /// Where it begins and ends.
    let placement: Int32
}

/// From where the onsets of a lane are numbered, and which of them are played, in the block.
struct PlanPlacement: BitwiseCopyable, Hashable {
    var origin = Position.zero
    var firstOnset = Int64.min
    var onsetsEnd = Int64.max
}

/// A pattern in the block.
struct PlanPattern: BitwiseCopyable, Hashable {
    let firstOnset: Int32
    let count: Int32
    let cycle: Int32
    let denominator: Int32

    /// The distance of a place in a cycle from the pattern's begin.
    @_noLocks func ticks(cycle number: Int64, place: Int32) -> Int128 {
        ((Int128(number) * Int128(cycle) + Int128(place)) << 64).flooredDivision(by: Int128(denominator)).quotient
    }
}

/// An onset of a pattern in the block.
struct PlanOnset: BitwiseCopyable {
    let place: Int32
    let accent: Accent
    /// Which beat of its bar it is, from 1; 0: not known.
    let beat: UInt8
    /// Played if 16 random bits are less; 65,535: always.
    let chance: UInt16
}

/// What is compiled so far.
private struct Draft {
    var passages: [PlanPassage] = []
    var lanes: [PlanLane] = []
    var patterns: [PlanPattern] = []
    var onsets: [PlanOnset] = []
    var mixes: [PlanMix] = []
    var placements: [PlanPlacement] = []
    var beatKits: [UInt16] = []
    private var known: [Pattern: Int32] = [:]
    private var placed: [PlanPlacement: Int32] = [:]
    /// What became of each lane where it was met last: in most passages it is the same.
    private var last: [(lane: Lane, compiled: PlanLane)?] = Array(repeating: nil, count: Lane.most)
    /// Where the last passage ends; nil if it does not.
    var end: Position?

    var bytes: Int {
        passages.count * MemoryLayout<PlanPassage>.stride + lanes.count * MemoryLayout<PlanLane>.stride
            + patterns.count * MemoryLayout<PlanPattern>.stride + onsets.count * MemoryLayout<PlanOnset>.stride
            + mixes.count * MemoryLayout<PlanMix>.stride
            + placements.count * MemoryLayout<PlanPlacement>.stride + beatKits.count * MemoryLayout<UInt16>.stride
    }

    mutating func add(_ passage: Passage, begin: Position) throws(RhythmError) {
        try passage.checkLimits(inPlan: true)
        let (firstLane, firstMix) = (lanes.count, mixes.count)
        mixes += passage.mixes.sorted { $0.key < $1.key }.filter { 0..<Lane.most ~= $0.key }.map {
            PlanMix(lane: $0.key, mix: $0.value)
        }
        for lane in passage.lanes {
            if let known = last[lane.id], known.lane == lane, lane.anchor != .bar {
                lanes.append(known.compiled)
                continue
            }
            let pattern = lane.anchor == .bar ? try lane.pattern.cut(to: passage.bar) : lane.pattern
            let compiled = PlanLane(
                id: UInt8(lane.id), kit: UInt16(clamping: lane.kit),
                beatKitCount: UInt16(clamping: lane.beatKits.count),
                firstBeatKit: index(of: lane.beatKits), isOfRun: lane.anchor.origin != nil,
                pattern: index(of: pattern), placement: index(of: lane))
            lanes.append(compiled)
            last[lane.id] = (lane, compiled)
        }
        let compiled = PlanPassage(
            begin: begin, curve: passage.curve, beat: passage.beat, length: passage.length ?? .one,
            times: passage.length == nil ? 0 : Int64(max(1, passage.times)), lead: passage.lead,
            firstLane: Int32(firstLane), laneCount: Int16(lanes.count - firstLane),
            mixCount: Int16(mixes.count - firstMix), firstMix: Int32(firstMix), volume: Float(passage.volume))
        passages.append(compiled)
        end = passage.length == nil ? nil : compiled.end
    }

    private mutating func index(of lane: Lane) -> Int32 {
        var placement = PlanPlacement(origin: lane.anchor.origin ?? .zero)
        if let onsets = lane.onsets {
            placement.firstOnset = onsets.lowerBound
            placement.onsetsEnd = onsets.upperBound
        }
        if let index = placed[placement] { return index }
        let index = Int32(placements.count)
        placements.append(placement)
        placed[placement] = index
        return index
    }

    /// Where kits stand one after the other.
    private mutating func index(of kits: [Int]) -> Int32 {
        let kits = kits.map { UInt16(clamping: $0) }
        if let index = beatKits.indices.first(where: { beatKits[$0...].starts(with: kits) }) {
            return Int32(index)
        }
        beatKits += kits
        return Int32(beatKits.count - kits.count)
    }

    private mutating func index(of pattern: Pattern) -> Int32 {
        if let index = known[pattern] { return index }
        let index = Int32(patterns.count)
        patterns.append(
            PlanPattern(
                firstOnset: Int32(onsets.count), count: Int32(pattern.onsets.count), cycle: pattern.cycle,
                denominator: pattern.denominator))
        onsets += pattern.onsets.map {
            PlanOnset(place: $0.place, accent: $0.accent, beat: $0.beat, chance: Chance.parts($0.chance))
        }
        known[pattern] = index
        return index
    }
}
