// SPDX-License-Identifier: Apache-2.0

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

    /// The most onsets that are computed at once.
    private static let mostOnsets = 100_000
    /// The most that are looked at for it, of each lane.
    private static let mostLooks = 10 * mostOnsets

    /// The onsets of the named lanes that are heard from a time on and before another, in their order: those that chance lets
    /// be played, of lanes that are not muted. Of more than 100,000, the first of each lane.
    public func onsets(from begin: ClockTime, before end: ClockTime) -> [Onset] {
        guard begin < end, !lanes.isEmpty else { return [] }
        // A beat more on both sides, since a time is a rounded one.
        let first = position(at: begin).ticks - 1 << 64
        let musicEnd = endBeat.map { Self.ticks(justBefore: Position(whole: $0)) }
        let last = min(position(at: end).ticks + 1 << 64, musicEnd ?? .max)
        var onsets: [Onset] = []
        for (index, rule) in lanes.enumerated() {
            let next = index + 1 < lanes.count ? Self.ticks(justBefore: lanes[index + 1].from) : .max
            let from = max(first, index == 0 ? 0 : Self.ticks(justBefore: rule.from))
            guard from < min(last, next) else { continue }
            for entry in rule.entries where !entry.isMuted {
                collect(entry, from..<min(last, next), begin..<end, &onsets)
            }
        }
        return onsets.sorted { ($0.time, $0.lane) < ($1.time, $1.lane) }
    }

    /// What is rounded of a place lies within a millionth of a beat.
    private static func ticks(justBefore position: Position) -> Int128 { position.ticks - Int128(leastPart) }

    /// Adds the onsets of a lane in a stretch of the music, in 2⁻⁶⁴ beats, and of time.
    private func collect(
        _ entry: LaneRule.Entry, _ stretch: Range<Int128>, _ times: Range<ClockTime>, _ onsets: inout [Onset]
    ) {
        let (lane, pattern) = (entry.lane, entry.lane.pattern)
        let origin = (lane.anchor.origin ?? .zero).ticks
        let length = Double(pattern.cycle) / Double(pattern.denominator)
        let first = (Double(stretch.lowerBound - origin) * 0x1p-64 / length).rounded(.down)
        // One cycle more, since it is a rounded one.
        guard !pattern.onsets.isEmpty, abs(first) < 0x1p40, var cycle = Int64(exactly: first - 1) else { return }
        var looks = 0
        while onsets.count < Self.mostOnsets, looks < Self.mostLooks {
            looks += pattern.onsets.count
            for (index, onset) in pattern.onsets.enumerated() {
                let number = cycle * Int64(pattern.onsets.count) + Int64(index)
                let parts = Int128(cycle) * Int128(pattern.cycle) + Int128(onset.place)
                guard let distance = BeatPosition.ticks(ofParts: parts, over: Int64(pattern.denominator)),
                    origin + distance < stretch.upperBound
                else { return }
                guard origin + distance >= stretch.lowerBound, lane.onsets?.contains(number) ?? true,
                    onset.accent != .mute,
                    Chance.plays(Chance.parts(onset.chance), seed: 0, lane: lane.id, onset: number)
                else { continue }
                let place = BeatPosition(ticks: origin + distance)
                let time = time(of: place)
                if times.contains(time) {
                    onsets.append(Onset(lane: entry.name, accent: onset.accent, place: place, time: time))
                }
            }
            cycle += 1
        }
    }
}
