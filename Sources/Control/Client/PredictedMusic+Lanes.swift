// SPDX-License-Identifier: Apache-2.0

public import Rhythm

extension PredictedMusic {
    /// An onset of a lane.
    public struct LaneOnset: Sendable, Hashable {
        /// The lane's name.
        public var lane: String
        /// How strongly.
        public var accent: Accent
        /// Where it lies, in beats since the start.
        public var beats: Double
        /// When it is heard.
        public var atNs: Int64
    }

    /// The most onsets that are computed at once.
    private static let mostOnsets = 100_000
    /// The most that are looked at for it, of each lane.
    private static let mostLooks = 10 * mostOnsets

    /// The onsets of the named lanes that are heard from a time on and before another, in their order: those that chance lets
    /// be played, of lanes that are not muted. None while nothing plays.
    public func laneOnsets(from begin: Int64, before end: Int64) -> [LaneOnset] {
        guard let timeline, let rules = timeline.lanes, begin < end, let first = position(atNs: begin),
            let last = position(atNs: end)
        else { return [] }
        var onsets: [LaneOnset] = []
        for (index, rule) in rules.enumerated() {
            let next = index + 1 < rules.count ? Double(rules[index + 1].fromBeat) : .infinity
            // What is rounded of a place lies within a millionth of a beat.
            let stretch = max(first - 1, index == 0 ? 0 : Double(rule.fromBeat) - 1e-6)
            let stop = min(last + 1, next - 1e-6, timeline.endBeat.map { Double($0) - 1e-6 } ?? .infinity)
            guard stretch < stop else { continue }
            for lane in rule.lanes where !lane.muted && lane.isPlausible {
                collect(lane, stretch..<stop, begin..<end, &onsets)
            }
        }
        return onsets.sorted { ($0.atNs, $0.lane) < ($1.atNs, $1.lane) }
    }

    /// Adds the onsets of a lane in a stretch of beats and of time.
    private func collect(
        _ lane: TimelineState.Lane, _ beats: Range<Double>, _ times: Range<Int64>, _ onsets: inout [LaneOnset]
    ) {
        let length = Double(lane.cycle) / Double(lane.denominator)
        let accents = Array(lane.accents)
        let first = ((beats.lowerBound - Double(lane.origin.beat) - lane.origin.fraction) / length).rounded(.down)
        guard abs(first) < 0x1p40, var cycle = Int(exactly: first) else { return }
        var looks = 0
        while onsets.count < Self.mostOnsets, looks < Self.mostLooks {
            looks += lane.places.count
            for (index, place) in lane.places.enumerated() {
                let number = cycle * lane.places.count + index
                let parts = Double(cycle) * Double(lane.cycle) + Double(place)
                let distance = lane.origin.fraction + parts / Double(lane.denominator)
                let position = Double(lane.origin.beat) + distance
                guard position < beats.upperBound else { return }
                guard position >= beats.lowerBound, number >= lane.first ?? .min, number < lane.end ?? .max,
                    let accent = Accent(sign: accents[index]), accent != .mute,
                    Chance.plays(
                        lane.chances.map { UInt16(clamping: $0[index]) } ?? .max, seed: 0, lane: lane.id,
                        onset: Int64(number))
                else { continue }
                let atNs = ns(ofBeats: lane.origin.beat, distance)
                guard times.contains(atNs) else { continue }
                onsets.append(LaneOnset(lane: lane.name, accent: accent, beats: position, atNs: atNs))
            }
            cycle += 1
        }
    }
}

extension TimelineState.Lane {
    /// Whether it can be calculated with.
    fileprivate var isPlausible: Bool {
        let parts = 1...Int(Int32.max)
        return id >= 0 && parts.contains(denominator) && parts.contains(cycle) && !places.isEmpty
            && accents.count == places.count && chances?.count ?? places.count == places.count
            && (-1 << 50..<1 << 50).contains(origin.beat) && (0..<1).contains(origin.fraction)
            && Double(cycle) / Double(denominator) * 1e6 > Double(places.count)
    }
}
