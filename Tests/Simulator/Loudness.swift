// SPDX-License-Identifier: Apache-2.0

#if DEBUG || Fuzzing
internal import MetronomeControl
internal import MetronomeRhythm

/// How loud a sound is on the first channel of the card, and on the second.
typealias ChannelLevels = SIMD2<Double>

extension ChannelLevels {
    /// Whether two are equal on both channels, but for a difference and a part of this one.
    func isNear(_ other: ChannelLevels, within difference: Double = 0, andPart part: Double) -> Bool {
        indices.allSatisfy { abs(other[$0] - self[$0]) <= difference + part * abs(self[$0]) }
    }
}

/// A level where a law is broken.
func text(_ level: ChannelLevels) -> String { level.x == level.y ? "\(level.x)" : "\(level.x) and \(level.y)" }

/// How loud each stroke is: by what is set, where nothing but that decides it, or by what the status says is heard; nil for those
/// that it does not know.
struct Loudness {
    /// How loud an accent is of the beats.
    private var beats: [Accent: ChannelLevels] = [:]
    /// Each stroke of the end of a timer: of the bell, which has no number to say.
    private(set) var end: ChannelLevels?
    /// And of the parts of a beat.
    private(set) var parts: ChannelLevels?
    /// Where the parts of a beat lie in it, 0...1.
    private(set) var places: [Double] = []
    /// Each lane, by its accents.
    private var lanes: [String: [Accent: ChannelLevels]] = [:]

    /// Those of an accent beside an ordinary beat.
    private static let accents: [Accent: Double] = [.accent: 1.5, .normal: 1, .ghost: 0.4, .mute: 0]

    /// The accents that may have a sound of their own.
    private static let ownSounds: [(accent: Accent, name: String)] = [(.accent, "accent"), (.ghost, "ghost")]

    /// By the status.
    init(_ status: JSONValue) {
        let volume = status["muted"] == true ? 0 : status["volume"]?.number ?? 0
        let sounds = status["sounds"]
        let written = status["lanes"]?.array ?? []
        let isAnySolo = written.contains { $0["solo"] == true }

        /// How loud a lane is that has a gain.
        func level(_ lane: JSONValue?, of gain: Double? = nil) -> ChannelLevels {
            let isHeard = isAnySolo ? lane?["solo"] == true : lane?["mute"] != true
            guard isHeard else { return .zero }
            return volume * (gain ?? lane?["gain"]?.number ?? 1) * Self.sides(lane)
        }

        func lane(_ name: String) -> JSONValue? { written.first { $0["name"]?.string == name } }
        let beat = level(lane("beat"))
        beats = Self.accents.mapValues { $0 * beat * Self.sound(sounds?["beat"]) }
        // The gain of the beats is not that of the bell.
        let bell = beat == .zero ? .zero : level(lane("beat"), of: status["bell_volume"]?.number ?? 0)
        beats[.bell] = bell * Self.sound(sounds?["bell"])
        end = bell * Self.sound(sounds?["bell"] == "voice" ? "bell" : sounds?["bell"])
        for (accent, name) in Self.ownSounds where sounds?[name] != "auto" {
            beats[accent] = (Self.accents[accent] ?? 0) * beat * Self.sound(sounds?[name])
        }
        let part = sounds?["subdivision"] == "auto" ? sounds?["beat"] : sounds?["subdivision"]
        parts = level(lane("subdivision")) * Self.sound(part) * (status["subdivision_volume"]?.number ?? 0)
        for lane in written {
            guard let name = lane["name"]?.string else { continue }
            let loud = level(lane) * Self.sound(lane["sound"] == .null ? sounds?["beat"] : lane["sound"])
            lanes[name] = Self.accents.mapValues { $0 * loud }
            lanes[name]?[.bell] = 2 * loud
        }
        places = Self.places(status["subdivision"]?.integer, status["swing"]?.string)
        names = Set(written.compactMap { $0["name"]?.string })
    }

    /// How a lane is spread over both channels: a pan takes from one of its two channels, of which the card has more than these.
    private static func sides(_ lane: JSONValue?) -> ChannelLevels {
        let pan = lane?["pan"]?.number ?? 0
        switch lane?["channel"]?.integer ?? 1 {
        case 1: return ChannelLevels(min(1, 1 - pan), min(1, 1 + pan))
        case 2: return ChannelLevels(0, min(1, 1 - pan))
        default: return .zero
        }
    }

    func beat(_ accent: Accent) -> ChannelLevels? { beats[accent] }

    /// By the member `heard` of a status.
    init(heard: JSONValue) {
        let volume = heard["volume"]?.number ?? 0
        for lane in heard["lanes"]?.array ?? [] {
            guard let name = lane["name"]?.string else { continue }
            let gain = lane["muted"] == true ? .zero : volume * Self.sides(lane)
            let loud = gain * (lane["gain"]?.number ?? 0) * Self.sound(lane["sound"])
            lanes[name] = Self.accents.mapValues { $0 * loud }
            for (accent, sound) in Self.ownSounds {
                guard let sound = lane[sound + "_sound"], sound != .null else { continue }
                let level = gain * (lane["gain"]?.number ?? 0) * Self.sound(sound)
                lanes[name]?[accent] = (Self.accents[accent] ?? 0) * level
            }
            lanes[name]?[.bell] = gain * (lane["bell_gain"]?.number ?? 0) * Self.sound(lane["bell_sound"])
        }
        beats = lanes["beat"] ?? [:]
        parts = lanes["subdivision"]?[.normal]
        places = Self.places(heard["subdivision"]?.integer, heard["swing"]?.string)
    }

    /// Whether both know the same strokes, as loud and at the same places.
    func law(isSameAs other: Loudness) throws(BrokenLaw) {
        func check(_ name: String, _ one: [Accent: ChannelLevels], _ other: [Accent: ChannelLevels]) throws(BrokenLaw) {
            for (accent, value) in one {
                guard let heard = other[accent] else { continue }
                // What is heard is told in single precision.
                try Simulator.law(
                    value.isNear(heard, andPart: 1e-6),
                    "\(name) is heard as set: \(accent) \(text(value)), \(text(heard))")
            }
        }
        try check("the beat", beats, other.beats)
        for (name, values) in lanes where !["beat", "subdivision"].contains(name) {
            try check(name, values, other.lanes[name] ?? [:])
        }
        let named = Set(lanes.keys).subtracting(["beat", "subdivision"])
        let heard = Set(other.lanes.keys).subtracting(["beat", "subdivision"])
        try Simulator.law(
            named.isSubset(of: heard) || other.lanes.isEmpty, "lanes are heard as set: \(named), \(heard)")
        if let parts, let others = other.parts, places.count > 0 {
            try Simulator.law(
                parts.isNear(others, andPart: 1e-6),
                "parts are heard as they are set: \(text(parts)), \(text(others))")
        }
        try Simulator.law(places == other.places, "parts lie as they are set: \(places), \(other.places)")
    }

    func lane(_ name: String, _ accent: Accent) -> ChannelLevels? { lanes[name]?[accent] }

    /// The lanes that are set; nil where a song says what is played.
    private(set) var names: Set<String>?

    /// Where the parts of a beat lie in it.
    private static func places(_ subdivision: Int?, _ swing: String?) -> [Double] {
        let count = subdivision ?? 1
        let first = count.isMultiple(of: 2) ? Self.swing(swing) : 0.5
        return (1..<max(1, count)).map { part in
            Double(part.isMultiple(of: 2) ? part : part - 1) / Double(count)
                + (part.isMultiple(of: 2) ? 0 : 2 * first / Double(count))
        }
    }

    /// How loud a sound is; the bell is eight times as loud as all others.
    private static func sound(_ name: JSONValue?) -> Double { name == "bell" ? 1.0 / 8 : 1.0 / 64 }

    /// How long the first of two parts is, of both.
    private static func swing(_ text: String?) -> Double {
        guard let text, text != "even" else { return 0.5 }
        let ratio = text.split(separator: ":").compactMap { Double($0) }
        if ratio.count == 2 { return ratio[0] / (ratio[0] + ratio[1]) }
        return (Double(text.prefix { $0 != "%" }) ?? 50) / 100
    }
}
#endif
