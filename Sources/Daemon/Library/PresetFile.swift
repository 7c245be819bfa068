// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession
internal import TOML

/// A preset as its file states it: settings of the music in the form of the configuration, or a song and what it leaves open.
struct PresetFile: Sendable, Equatable {
    /// A song, and how it is to be played.
    struct Song: Sendable, Hashable {
        var source: SongSource
        /// The place with which it begins; nil for its beginning.
        var from: String?
        var scale = Ratio.one
    }

    /// What it states, without the mistakes.
    private(set) var edit = Edit()
    /// The song that it states.
    private(set) var song: Song?
    /// Where each value is, `path:line:column`, by its name.
    private(set) var places: [String: String] = [:]
    /// Its mistakes, in the order of the text; those of the song come last.
    private(set) var mistakes: [ConfigurationError] = []

    private static let members = ["song", "from", "scale", "format"]

    /// A preset of some values, and a song.
    init(_ edit: Edit, song: Song? = nil) {
        self.edit = edit
        self.song = song
    }

    /// Reads a TOML text. The path is for errors, and its folder is where relative paths start.
    init(toml text: [UInt8], path: String, home: String?) {
        let file = ConfigurationFile(
            toml: text, path: path, home: home, keys: Key.all.filter(\.isOfPreset), members: Self.members)
        edit = file.edit
        mistakes = file.mistakes
        places = file.places.merging(file.members.mapValues { $0.place.text(path: path) }) { $1 }
        readSong(file.members.mapValues { PlainValue($0.node.value) }, from: SettingForm.Source(file: path, home: home))
        if mistakes.isEmpty, edit.isEmpty, song == nil {
            mistakes.append(
                ConfigurationError(
                    place: path, reason: "it states nothing: write a setting such as bpm = 96, or a song"))
        }
    }

    private mutating func readSong(_ members: [String: PlainValue], from source: SettingForm.Source) {
        guard let path = members["song"] else {
            for name in Self.members where members[name] != nil {
                refuse(name, "belongs to a song: state song too")
            }
            return
        }
        do throws(SettingError) {
            guard case .text(let path) = try SettingForm.path("the path of a song").read(path, from: source) else {
                return
            }
            song = Song(source: SongSource(path: path, format: nil))
        } catch { refuse("song", error.message) }
        if let from = members["from"] {
            let place = from.int.map { "\($0)" } ?? from.text
            if let place, !place.isEmpty {
                song?.from = place
            } else {
                refuse("from", "must be a label or the number of a bar, not \(from)")
            }
        }
        if let scale = members["scale"] {
            let text = scale.double.map { PlainValue.text($0) } ?? scale.text ?? ""
            if let ratio = LoadedSong.scale(parsing: text), LoadedSong.scales.contains(ratio.value) {
                song?.scale = ratio
            } else {
                refuse("scale", "must be 0.1...4, or percent such as \"90%\", not \(scale)")
            }
        }
        if let format = members["format"] {
            if let format = format.text.flatMap(SongFormat.init(rawValue:)) {
                song?.source.format = format
            } else {
                refuse("format", "must be one of \(SongFormat.names.joined(separator: ", ")), not \(format)")
            }
        }
        for key in edit.keys where key.effect.isOfSong {
            refuse(key.name, "the song says that itself: leave it out, or the song")
        }
    }

    private mutating func refuse(_ name: String, _ reason: String) {
        mistakes.append(ConfigurationError(place: places[name] ?? "", reason: "\(name): \(reason)"))
    }

    /// The TOML text that is read as this preset.
    var toml: String {
        guard let song else { return edit.toml() }
        var head = ["song = \(song.source.path.toml)"]
        if let format = song.source.format { head.append("format = \(format.rawValue.toml)") }
        if let from = song.from { head.append("from = \(Int(from).map { "\($0)" } ?? from.toml)") }
        if song.scale != .one {
            let text = LoadedSong.text(ofScale: song.scale) ?? "\(song.scale.value)"
            head.append("scale = \(text.hasSuffix("%") ? text.toml : text)")
        }
        return edit.toml(head: head)
    }

    /// What it is, in a few words: `96 bpm, 6/8`.
    var summary: String {
        if let song {
            let name = song.source.path.split(separator: "/").last.map(String.init) ?? ""
            return "song \(name)" + (song.from.map { " from \($0)" } ?? "")
                + (song.scale == .one ? "" : " at \(song.scale.percentText)")
        }
        let plain = Settings()
        // Sounds come last, where there is room for them.
        let music = edit.keys.filter(\.isOfPreset)
        let keys = music.filter { !$0.name.hasPrefix("sounds.") } + music.filter { $0.name.hasPrefix("sounds.") }
        let sounding = keys.filter { $0.name.hasPrefix("sounds.") && $0.value(in: plain) != edit[$0] }
        let words = keys.compactMap { key -> String? in
            guard let settings = try? Edit([key: edit[key]].compactMapValues { $0 }).applied(to: plain) else {
                return nil
            }
            switch key.name {
            case "bpm": return "\(PlainValue.text((settings.tempo.beatsPerMinute * 1000).rounded() / 1000)) bpm"
            case "meter": return settings.meter.description
            case "lanes":
                let names = settings.lanes.lanes.filter { $0.pattern != nil }.map(\.name)
                // A number alone would be read as one of the meter.
                let isPlain = names.allSatisfy { $0.first?.isLetter ?? false }
                let beats = settings.lanes.mixes[0].flatMap { mix in
                    mix.gain == 1 ? nil : "beat \(PlainValue.text(Double(mix.gain) * 100, decimals: 1)) %"
                }
                let lanes = names.isEmpty ? nil : (isPlain ? "" : "lanes ") + names.joined(separator: " ")
                let told = [beats, lanes].compactMap { $0 }.joined(separator: ", ")
                return told.isEmpty ? nil : told
            default:
                // What is as usual is not worth a word.
                guard key.value(in: settings) != key.value(in: plain), let text = key.text(in: settings) else {
                    return nil
                }
                let name = key.name.replacing("bell.every", with: "bell").replacing(
                    "sounds.", with: key == sounding.first ? (sounding.count > 1 ? "sounds " : "sound ") : ""
                )
                .replacing("count_in", with: "count-in").replacing("_", with: " ").replacing(".", with: " ")
                var gain: String?
                if case .gain = key.form, case .number(let number) = key.value(in: settings) {
                    gain = PlainValue.text(number * 100, decimals: 1) + " %"
                }
                return "\(name) \(gain ?? text)"
            }
        }
        // As many as fit in a line, each of them whole.
        return words.indices.lazy.reversed().map { last in
            words[...last].joined(separator: ", ") + (last == words.count - 1 ? "" : ", …")
        }
        .first { $0.count <= 80 } ?? (words.first?.shortened(to: 80) ?? "")
    }
}

extension PresetPage {
    /// A text, and the song that it states.
    mutating func tell(_ text: String, _ song: PresetFile.Song?) {
        (self.text, self.song, from, scale) = (text, song?.source.path, song?.from, song?.scale.value)
    }
}
