// SPDX-License-Identifier: Apache-2.0

package import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession

/// What the daemon is told of what is heard, and which clicks of it are heard when.
///
/// A value that is given what the daemon says. Times are CLOCK_MONOTONIC in nanoseconds.
package struct EarExchange: Sendable {
    private var music: HeardMusic?

    /// An exchange without a daemon yet.
    package init() {}

    /// The daemon is there.
    package mutating func connect(_ subscription: Subscription) { music = HeardMusic(subscription) }

    /// Takes in an event.
    package mutating func add(_ event: Event) { music?.add(event) }

    /// The daemon is gone: nothing of it is heard any more.
    package mutating func disconnect() { music = nil }

    /// Whether the daemon compares strokes now.
    package var isScored: Bool { music.map { $0.status.playing && $0.status.score?.on == true } ?? false }

    /// What to ask of the daemon for a stroke that was heard at a time; nil where nobody compares it.
    package func request(forStrokeAt ns: Int64) -> BridgeRequest? {
        isScored ? BridgeRequest(method: "onset", params: ["time_ns": .integer(ns)]) : nil
    }

    /// The clicks of the metronome that are heard from a time on and before another, in their order. Where several are heard at once
    /// it is one, with a sound of its own.
    package func clicks(in stretch: Range<Int64>) -> [HeardClick] {
        guard let music, music.status.playing, music.status.heard.volume > 0, let timeline = music.timeline else {
            return []
        }
        let heard = music.status.heard
        func isMuted(_ lane: String) -> Bool { heard.lanes.first { $0.name == lane }?.muted ?? false }
        var sounds: [Int64: [String]] = [:]
        func add(_ time: ClockTime, _ sound: String) {
            guard stretch.contains(time.nanoseconds) else { return }
            // Places of lanes are rounded to some nanoseconds.
            let known = sounds.keys.first { abs($0 &- time.nanoseconds) < 1000 } ?? time.nanoseconds
            sounds[known, default: []].append(sound)
        }
        let (begin, end) = (ClockTime(nanoseconds: stretch.lowerBound), ClockTime(nanoseconds: stretch.upperBound))
        let swing = (try? Swing(parsing: heard.swing)) ?? .even
        let parts = isMuted("subdivision") ? nil : Pattern(subdivision: heard.subdivision, swing: swing)
        var index = max(0, timeline.position(at: begin).whole)
        while let beat = timeline.beat(index), beat.time < end {
            // A count-in and the end of a timer are heard also where the beats are muted.
            let isHeard = beat.bar < 1 || timeline.isEnd(beat) || !isMuted("beat")
            if isHeard, beat.accent != .mute { add(beat.time, "\(beat.accent)") }
            for part in parts?.onsets ?? [] where timeline.hasParts(beat) {
                let place = BeatPosition(beats: Double(index) + Double(part.place) / Double(parts?.denominator ?? 1))
                add(timeline.time(of: place), "part")
            }
            index += 1
        }
        for onset in timeline.onsets(from: begin, before: end) {
            add(onset.time, onset.lane == LaneRule.Entry.ofBeats ? "\(onset.accent)" : "\(onset.lane) \(onset.accent)")
        }
        return sounds.map { HeardClick(ns: $0.key, sound: $0.value.sorted().joined(separator: ", ")) }
            .sorted { $0.ns < $1.ns }
    }
}

/// A click of the metronome itself.
public struct HeardClick: Sendable, Hashable {
    /// When it is heard, CLOCK_MONOTONIC in nanoseconds.
    public let ns: Int64
    /// What sounds: clicks of one name sound alike.
    public let sound: String

    /// Both of its parts.
    public init(ns: Int64, sound: String) { (self.ns, self.sound) = (ns, sound) }
}
