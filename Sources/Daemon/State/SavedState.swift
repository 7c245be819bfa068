// SPDX-License-Identifier: Apache-2.0

package import Control
package import Rhythm

/// What is remembered from one run to the next. Nil is what was not.
package struct SavedState: Sendable, Equatable {
    package var tempo: Tempo?
    package var meter: Meter?
    package var bell: BellSetting?
    /// A gain, 0...1.
    package var volume: Double?
    /// A sound's name, or the absolute path of a file.
    package var beatSound: String?
    /// A sound's name, or the absolute path of a file.
    package var bellSound: String?
    /// How much later than it says each device is heard, in milliseconds, by its name.
    package var offsets: [String: Double] = [:]
    package var latency: LatencyProfile?

    package init() {}
}

extension SavedState: Codable {
    private enum Keys: String, CodingKey {
        case tempo, meter, bell, volume, sounds, offsets, latency
    }

    private enum SoundKeys: String, CodingKey {
        case beat, bell
    }

    private struct Bell: Codable {
        let every: Int
        let on: Int
    }

    /// Keys that are not known are ignored; a value that is not allowed throws.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        tempo = try container.decodeIfPresent(String.self, forKey: .tempo).map(Self.tempo)
        meter = try container.decodeIfPresent(String.self, forKey: .meter).map(Meter.init(parsing:))
        if container.contains(.bell) {
            bell = try Self.bell(container)
        }
        if let gain = try container.decodeIfPresent(Double.self, forKey: .volume) {
            guard (0...1).contains(gain) else {
                throw DecodingError.dataCorruptedError(forKey: .volume, in: container, debugDescription: "not in 0...1")
            }
            volume = gain
        }
        latency = try container.decodeIfPresent(LatencyProfile.self, forKey: .latency)
        offsets = try container.decodeIfPresent([String: Double].self, forKey: .offsets) ?? [:]
        guard offsets.values.allSatisfy(OffsetChange.range.contains) else {
            throw DecodingError.dataCorruptedError(forKey: .offsets, in: container, debugDescription: "out of range")
        }
        guard container.contains(.sounds) else { return }
        let sounds = try container.nestedContainer(keyedBy: SoundKeys.self, forKey: .sounds)
        beatSound = try sounds.decodeIfPresent(String.self, forKey: .beat)
        bellSound = try sounds.decodeIfPresent(String.self, forKey: .bell)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encodeIfPresent(tempo.map(Self.text), forKey: .tempo)
        try container.encodeIfPresent(meter?.description, forKey: .meter)
        switch bell {
        case .off: try container.encode("off", forKey: .bell)
        case .bar: try container.encode("bar", forKey: .bell)
        case .every(let pattern): try container.encode(Bell(every: pattern.every, on: pattern.on), forKey: .bell)
        case nil: break
        }
        try container.encodeIfPresent(volume, forKey: .volume)
        try container.encodeIfPresent(latency, forKey: .latency)
        if !offsets.isEmpty { try container.encode(offsets, forKey: .offsets) }
        guard beatSound != nil || bellSound != nil else { return }
        var sounds = container.nestedContainer(keyedBy: SoundKeys.self, forKey: .sounds)
        try sounds.encodeIfPresent(beatSound, forKey: .beat)
        try sounds.encodeIfPresent(bellSound, forKey: .bell)
    }

    private static func bell(_ container: KeyedDecodingContainer<Keys>) throws -> BellSetting {
        guard let word = try? container.decode(String.self, forKey: .bell) else {
            let bell = try container.decode(Bell.self, forKey: .bell)
            return .every(try BellPattern(every: bell.every, on: bell.on))
        }
        switch word {
        case "off": return .off
        case "bar": return .bar
        default:
            throw DecodingError.dataCorruptedError(forKey: .bell, in: container, debugDescription: "unknown bell")
        }
    }

    /// A decimal if that is exact, else the ratio: `137.3`, `400/3`.
    private static func text(_ tempo: Tempo) -> String {
        let decimal = tempo.description
        return (try? Tempo(parsing: decimal)) == tempo ? decimal : "\(tempo.numerator)/\(tempo.denominator)"
    }

    private static func tempo(_ text: String) throws -> Tempo {
        let parts = text.split(separator: "/")
        guard parts.count == 2, let numerator = Int64(parts[0]), let denominator = Int64(parts[1]) else {
            return try Tempo(parsing: text)
        }
        return try Tempo(numerator, over: denominator)
    }
}
