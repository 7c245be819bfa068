// SPDX-License-Identifier: Apache-2.0

internal import MetronomeLinux
package import MetronomeRhythm
internal import MetronomeSession
internal import Songs

/// A song in a file.
package struct SongSource: Sendable, Hashable {
    /// Where it is.
    package var path: String
    /// What it is; nil: by its name.
    package var format: SongFormat?

    /// A song in a file.
    package init(path: String, format: SongFormat?) {
        self.path = path
        self.format = format
    }

    /// The file of a song that is loaded.
    init(_ song: LoadedSong) {
        self.init(path: song.path, format: song.format.flatMap(SongFormat.init(rawValue:)))
    }

    /// Why it cannot be used: one line without a full stop.
    package struct Refusal: Error, Sendable {
        package let message: String
        /// Whether it is a mistake in the text of the file, whose place is said.
        package var isMistake = false
    }

    /// Reads the file; blocks until it is read. Throws its first mistake; notes are returned beside the song. `home` is what `~`
    /// stands for in paths of sounds.
    func read(
        _ kinds: FileContents.Sources = .filesOnly,
        home: String? = BaseFolders(environment: Launch.processEnvironment).home
    ) throws(Refusal) -> (song: Song, notes: [String]) {
        guard let format = format ?? SongFormat(path: path) else {
            throw Refusal(message: SongFormat.unknownName(path))
        }
        let bytes: [UInt8]
        do {
            bytes = try FileContents.read(path, limit: SongReading.limit, from: kinds)
        } catch {
            throw Refusal(message: error.message)
        }
        let reading = SongReading(bytes, format: format)
        guard var song = reading.song else {
            let mistakes = reading.mistakes
            let more = mistakes.count > 1 ? "; it has \(mistakes.count) mistakes, which metroctl song check lists" : ""
            throw Refusal(message: (mistakes.first?.text(path: path) ?? path) + more, isMistake: true)
        }
        do {
            try song.findSounds(from: SettingForm.Source(file: path, home: home))
        } catch {
            throw Refusal(message: "\(path): \(error.message)", isMistake: true)
        }
        return (song, reading.remarks.map { $0.text(path: path) })
    }

    /// The song as it is played live. Throws likewise, and where there is nothing to be played.
    func course() throws(Refusal) -> (course: SongCourse, notes: [String]) {
        let (song, notes) = try read()
        do { return (try SongCourse(song), notes) } catch { throw Refusal(message: "\(path): \(error.message)") }
    }
}

extension Song {
    /// Gives the sounds of its lanes their whole paths. Throws where `~` has no meaning.
    fileprivate mutating func findSounds(from source: SettingForm.Source) throws(SettingError) {
        for index in sections.indices {
            sections[index].part.named = try SettingForm.lanes(sections[index].part.named, from: source)
            for ending in sections[index].endings.indices {
                let named = sections[index].endings[ending].part.named
                sections[index].endings[ending].part.named = try SettingForm.lanes(named, from: source)
            }
        }
    }
}
