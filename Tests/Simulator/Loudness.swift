// SPDX-License-Identifier: Apache-2.0

#if DEBUG || Fuzzing
internal import MetronomeControl
internal import MetronomeRhythm

/// How loud each stroke is: by what is set, where nothing but that decides it, or by what the status says is heard; nil for those
/// that it does not know.
struct Loudness {
    /// How loud an accent is of the beats.
    private var beats: [Accent: Double] = [:]
    /// And of the parts of a beat.
    private(set) var parts: Double?
    /// Where the parts of a beat lie in it, 0...1.
    private(set) var places: [Double] = []
    /// Each lane, by its accents.
    private var lanes: [String: [Accent: Double]] = [:]

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

        /// The gain of a lane; nil where not all of it is heard on the first channel.
        func gain(_ lane: JSONValue?) -> Double? {
            let isHeard = isAnySolo ? lane?["solo"] == true : lane?["mute"] != true
            guard isHeard, let lane else { return isHeard ? volume : 0 }
            if lane["channel"]?.integer ?? 1 > 2 { return 0 }
            guard lane["pan"] == 0, lane["channel"] == 1 else { return nil }
            return volume * (lane["gain"]?.number ?? 1)
        }

        func lane(_ name: String) -> JSONValue? { written.first { $0["name"]?.string == name } }
        if let gain = gain(lane("beat")) {
            beats = Self.accents.mapValues { $0 * gain * Self.sound(sounds?["beat"]) }
            // The gain of the beats is not that of the bell.
            let level = gain > 0 ? volume : 0
            beats[.bell] = level * Self.sound(sounds?["bell"]) * (status["bell_volume"]?.number ?? 0)
            for (accent, name) in Self.ownSounds where sounds?[name] != "auto" {
                beats[accent] = (Self.accents[accent] ?? 0) * gain * Self.sound(sounds?[name])
            }
        }
        let part = sounds?["subdivision"] == "auto" ? sounds?["beat"] : sounds?["subdivision"]
        parts = gain(lane("subdivision")).map {
            $0 * Self.sound(part) * (status["subdivision_volume"]?.number ?? 0)
        }
        for lane in written {
            guard let name = lane["name"]?.string, let gain = gain(lane) else { continue }
            let loud = gain * Self.sound(lane["sound"] == .null ? sounds?["beat"] : lane["sound"])
            lanes[name] = Self.accents.mapValues { $0 * loud }
            lanes[name]?[.bell] = 2 * loud
        }
        places = Self.places(status["subdivision"]?.integer, status["swing"]?.string)
        names = Set(written.compactMap { $0["name"]?.string })
    }

    func beat(_ accent: Accent) -> Double? { beats[accent] }

    /// By the member `heard` of a status.
    init(heard: JSONValue) {
        let volume = heard["volume"]?.number ?? 0
        for lane in heard["lanes"]?.array ?? [] {
            guard let name = lane["name"]?.string else { continue }
            // What is played on other channels is not heard on the first.
            let isMuted = lane["muted"] == true || lane["channel"]?.integer ?? 1 > 2
            // Not all of it is heard on the first channel.
            guard isMuted || lane["pan"] == 0 && lane["channel"] == 1 else { continue }
            let gain = isMuted ? 0 : volume
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
        func check(_ name: String, _ one: [Accent: Double], _ other: [Accent: Double]) throws(BrokenLaw) {
            for (accent, value) in one {
                guard let heard = other[accent] else { continue }
                // What is heard is told in single precision.
                try Simulator.law(
                    abs(heard - value) <= 1e-6 * abs(value), "\(name) is heard as set: \(accent) \(value), \(heard)")
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
                abs(parts - others) <= 1e-6 * abs(parts), "parts are heard as they are set: \(parts), \(others)")
        }
        try Simulator.law(places == other.places, "parts lie as they are set: \(places), \(other.places)")
    }

    func lane(_ name: String, _ accent: Accent) -> Double? { lanes[name]?[accent] }

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
