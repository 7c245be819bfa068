// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
public import MetronomeRhythm

/// Which onsets of the named lanes are heard.
extension HeardTimeline {
    /// An onset of a lane.
    public struct Onset: Sendable, Hashable {
        /// The lane's name.
        public var lane: String
        /// How strongly.
        public var accent: Accent
        /// Where it lies, in beats since the start.
        public var place: BeatPosition
        /// When it is heard.
        public var time: ClockTime
    }

    /// The most onsets that are looked at.
    private static let mostLooks = 100_000
    /// How much more is looked at on both sides, since a time is a rounded one, in nanoseconds.
    private static let marginNs: Int64 = 10_000_000

    /// Whether a timer ends with a beat: it is heard also where the beats are muted, and so are the strokes behind it.
    package func isEnd(_ beat: HeardBeat) -> Bool {
        lanes.last { $0.from <= Position(whole: beat.index) }?.entries.contains(where: \.isOfBeats) ?? false
    }

    /// Whether the parts of a beat are heard, where it is divided: not if it is silent, counted in, or the end of a timer.
    package func hasParts(_ beat: HeardBeat) -> Bool { beat.accent != .mute && beat.bar > 0 && !isEnd(beat) }

    /// The onsets of the named lanes that are heard from a time on and before another, in their order: those that chance lets
    /// be played, of lanes that are not muted. Those of the lane `beat` are the strokes with which a timer ends. Where they have
    /// more than 100,000, some are left out.
    public func onsets(from begin: ClockTime, before end: ClockTime) -> [Onset] {
        var looks = Self.mostLooks
        return onsets(from: begin, before: end, &looks)
    }

    /// The onsets of the named lanes, of which at most `looks` are looked at, whether they are played or not; it is what is left of
    /// these. Where none are left, some may be missing.
    func onsets(from begin: ClockTime, before end: ClockTime, _ looks: inout Int) -> [Onset] {
        guard begin < end, !lanes.isEmpty else { return [] }
        let first = position(at: begin.advanced(byNanoseconds: -Self.marginNs)).ticks
        let musicEnd = endBeat.map { Self.ticks(justBefore: Position(whole: $0)) }
        let last = min(position(at: end.advanced(byNanoseconds: Self.marginNs)).ticks, musicEnd ?? .max)
        var onsets: [Onset] = []
        for (index, rule) in lanes.enumerated() {
            let next = index + 1 < lanes.count ? Self.ticks(justBefore: lanes[index + 1].from) : .max
            let from = max(first, index == 0 ? 0 : Self.ticks(justBefore: rule.from))
            guard from < min(last, next) else { continue }
            for entry in rule.entries where !entry.isMuted {
                collect(entry, from..<min(last, next), begin..<end, &looks, &onsets)
            }
        }
        return onsets.sorted { ($0.time, $0.lane) < ($1.time, $1.lane) }
    }

    /// What is rounded of a place lies within a millionth of a beat.
    private static func ticks(justBefore position: Position) -> Int128 { position.ticks - Int128(leastPart) }

    /// Adds the onsets of a lane in a stretch of the music, in 2⁻⁶⁴ beats, and of time.
    private func collect(
        _ entry: LaneRule.Entry, _ stretch: Range<Int128>, _ times: Range<ClockTime>, _ looks: inout Int,
        _ onsets: inout [Onset]
    ) {
        let (lane, pattern) = (entry.lane, entry.lane.pattern)
        let origin = (lane.anchor.origin ?? .zero).ticks
        let count = Int64(pattern.onsets.count)
        let length = Double(pattern.cycle) / Double(pattern.denominator)
        let first = (Double(stretch.lowerBound - origin) * 0x1p-64 / length).rounded(.down)
        guard count > 0, abs(first) < 0x1p40, let cycle = Int64(exactly: first) else { return }
        func place(_ number: Int64) -> (onset: Pattern.Onset, ticks: Int128?) {
            let (cycle, index) = number.flooredDivision(by: count)
            let onset = pattern.onsets[Int(clamping: index)]
            let parts = Int128(cycle) * Int128(pattern.cycle) + Int128(onset.place)
            let distance = BeatPosition.ticks(ofParts: parts, over: Int64(pattern.denominator))
            return (onset, distance.map { origin + $0 })
        }
        // The first is searched for: a cycle has thousands. The number of its cycle is a rounded one.
        var (number, end) = ((cycle - 1) * count, (cycle + 2) * count)
        while number < end {
            let middle = number + (end - number) / 2
            if let ticks = place(middle).ticks, ticks < stretch.lowerBound { number = middle + 1 } else { end = middle }
        }
        while looks > 0, case (let onset, let ticks?) = place(number), ticks < stretch.upperBound {
            looks -= 1
            if lane.onsets?.contains(number) ?? true, onset.accent != .mute,
                Chance.plays(Chance.parts(onset.chance), seed: 0, lane: lane.id, onset: number)
            {
                let place = BeatPosition(ticks: ticks)
                let time = time(of: place)
                if times.contains(time) {
                    onsets.append(Onset(lane: entry.name, accent: onset.accent, place: place, time: time))
                }
            }
            number += 1
        }
    }
}
