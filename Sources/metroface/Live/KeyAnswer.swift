// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
import MetronomeControl

/// What is told of the answer to a key, in a few words: what of it one does not see in the line below the face.
enum KeyAnswer {
    /// The words for an answer; nil where there is nothing to be told.
    static func text(_ method: String, _ change: Change) -> String? {
        let values = change.values
        switch method {
        case "tap":
            guard let count = values["tap"]?["taps"]?.integer else { return nil }
            return "tap \(count)" + (values["tap"]?["bpm"]?.number.map { ", \(shown($0)) bpm" } ?? "")
        case "mute", "unmute": return values["muted"].flatMap { word("muted", $0) }
        case "volume.set": return values["volume"].flatMap { word("volume", $0) }
        case "meter.set":
            return values["meter"]?.string.map { meter in
                meter + (change.atBeat == nil ? "" : change.atBar.map { " from bar \($0)" } ?? " from the next bar")
            }
        case "undo":
            let entry = values["taken_back"]?["changes"]?["setlist"]?["entry"]?["name"]?.string
            return entry.map { "undone: next \($0)" } ?? "undone" + now(values)
        case "redo": return "redone" + now(values)
        case "setlist.next", "setlist.previous":
            return values["setlist"]?["entry"]?["name"]?.string.map { name in
                name + (change.atBar.map { " from bar \($0)" } ?? "")
            }
        default: return nil
        }
    }

    /// The words for a refusal. Of a song that is in the way, those that fit a line.
    static func text(_ refusal: ControlError) -> String {
        guard refusal.reason == ErrorReason.songPlays.rawValue else { return refusal.message }
        return refusal.message.prefix { $0 != ":" } + ": metroctl song unload first"
    }

    /// `; now 120 bpm, 3/4`: what holds again, with a song once that is unloaded.
    private static func now(_ values: [String: JSONValue]) -> String {
        let words = names.compactMap { name in values[name].flatMap { word(name, $0) } }
        if words.isEmpty { return "" }
        let isLater = values["after_song"]?.bool == true
        return (isLater ? "; once the song is unloaded " : "; now ") + words.joined(separator: ", ")
    }

    /// What is told, in this order.
    private static let names = [
        "bpm", "meter", "volume", "bell", "subdivision", "muted", "beat", "accents", "swing", "lanes", "sounds",
    ]

    private static func word(_ name: String, _ value: JSONValue) -> String? {
        switch name {
        case "bpm": value.number.map { "\(shown($0)) bpm" }
        case "meter": value.string
        case "volume": value.number.map { "volume \(Int(clamping: ($0 * 100).rounded())) %" }
        case "muted": value.bool.map { $0 ? "muted" : "unmuted" }
        case "bell": value.isNull ? "bell off" : "bell"
        case "subdivision": value.integer.map { $0 == 1 ? "subdivision off" : "subdivision \($0)" }
        case "lanes": value.array.map { $0.isEmpty ? "lanes off" : $0.count == 1 ? "1 lane" : "\($0.count) lanes" }
        case "sounds": "sounds"
        default: value.string.map { "\(name) \($0)" }
        }
    }

    /// With two decimals, and without those that are zeros.
    private static func shown(_ number: Double) -> String {
        let hundredths = (number * 100).rounded()
        let text = "\(hundredths / 100)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
