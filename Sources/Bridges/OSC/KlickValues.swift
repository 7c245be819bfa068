// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl

/// What klick tells its clients, made from the status of the daemon.
struct KlickValues: Sendable {
    static let config = ["sound", "sound_volume", "sound_pitch", "volume"].map { "/klick/config/\($0)" }
    static let metro = ["type", "active"].map { "/klick/metro/\($0)" }
    static let simple = [
        "tempo", "tempo_increment", "tempo_start", "tempo_limit", "current_tempo", "meter", "pattern",
    ].map { "/klick/simple/\($0)" }
    static let map = ["filename", "preroll", "tempo_multiplier"].map { "/klick/map/\($0)" }
    static let all = config + metro + simple + map

    /// The sounds of beat and bell in place of klick's four.
    static let sounds: [(beat: String, bell: String)] = [
        ("beat", "bell"), ("click", "click-high"), ("woodblock", "woodblock-high"),
        ("cowbell", "cowbell-high"),
    ]

    /// The tempo that grows.
    var growth = KlickGrowth()
    /// Whether a client has chosen to play a file, also before it has said which.
    var wantsMap = false
    /// The tempo of the beat that is heard; nil for that of the status.
    var currentTempo: Double?

    /// Whether a file is played, or going to be.
    func isMap(_ status: Status) -> Bool { status.song != nil || wantsMap }

    /// What klick tells when all is asked for.
    func everything(_ status: Status) -> [String] {
        Self.config + Self.metro + (isMap(status) ? Self.map : Self.simple)
    }

    /// The value that a message of klick's tells; nil for what there is none of.
    func message(_ address: String, _ status: Status) -> OSCMessage? {
        func message(_ arguments: OSCArgument...) -> OSCMessage { OSCMessage(address, arguments) }
        func float(_ number: Double) -> OSCArgument { .float(Float(number)) }
        switch address {
        case "/klick/config/sound":
            let (beat, bell) = (status.settings.sounds.beat, status.settings.sounds.bell)
            let number = Self.sounds.firstIndex { $0.beat == beat && $0.bell == bell }
            return number.map { message(.int(Int32($0))) } ?? message(.string(bell), .string(beat))
        case "/klick/config/sound_volume":
            return message(float(status.settings.others["bell_volume"]?.number ?? 1), .float(1))
        case "/klick/config/sound_pitch": return message(.float(1), .float(1))
        case "/klick/config/volume": return message(float(status.settings.volume))
        case "/klick/metro/type": return message(.string(isMap(status) ? "map" : "simple"))
        case "/klick/metro/active": return message(.int(status.playing ? 1 : 0))
        case "/klick/simple/tempo": return message(float(growth.tempo ?? status.bpm))
        case "/klick/simple/tempo_increment": return message(float(growth.increment))
        case "/klick/simple/tempo_start": return message(float(growth.start))
        case "/klick/simple/tempo_limit": return message(float(growth.limit))
        case "/klick/simple/current_tempo": return message(float(currentTempo ?? status.bpm))
        case "/klick/simple/meter":
            let beats = status.bell == nil && pattern(status).isEmpty ? 0 : status.beatsInBar ?? 0
            return message(.int(Int32(clamping: beats)), .int(denominator(status)))
        case "/klick/simple/pattern": return message(.string(pattern(status)))
        case "/klick/map/filename": return message(.string(status.song?.path ?? ""))
        case "/klick/map/preroll":
            return message(.int(Int32(clamping: status.settings.others["count_in"]?.integer ?? 0)))
        case "/klick/map/tempo_multiplier": return message(float(status.song?.scale ?? 1))
        default: return nil
        }
    }

    /// The accents in klick's three signs; empty where they follow from the meter.
    private func pattern(_ status: Status) -> String {
        guard let accents = status.settings.others["accents"]?.string, accents != "auto" else { return "" }
        return String(accents.map { ["X": "X", ".": "."][$0] ?? "x" })
    }

    private func denominator(_ status: Status) -> Int32 {
        status.meter.split(separator: "/").last.flatMap { Int32($0) } ?? 4
    }
}
