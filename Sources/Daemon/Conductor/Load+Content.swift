// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl
internal import MetronomeLinux
internal import MetronomeRhythm
internal import MetronomeSession
internal import Sound

extension Load {
    /// Reads it, which takes as long as files take.
    func content(_ library: SoundLibrary, _ userLibrary: UserLibrary) throws(ControlError) -> Content {
        switch self {
        case .sounds(let choices, let kept, let samples):
            do {
                let sounds = try SoundSet(choices, from: library, keeping: kept)
                return .sounds(sounds, try sounds.samples(at: samples.sampleRate, with: samples))
            } catch { throw ControlError(sound: error) }
        case .song(let source):
            let found = try userLibrary.songs.found(source)
            do throws(SongSource.Refusal) {
                let (course, notes) = try found.course()
                return .song(course, notes: notes, path: found.path)
            } catch { throw ControlError(.unusableSong, error.message, param: "path") }
        case .scene(let source): return .scene(try userLibrary.read(source))
        case .setList(let name): return .setList(try userLibrary.setList(name))
        case .soundList:
            let sounds = library.entries.map { entry in
                SoundList.Entry {
                    $0.name = entry.name
                    $0.path = entry.path
                    $0.source = entry.path == nil ? "builtin" : "file"
                }
            }
            return .found(SoundList { $0.sounds = sounds })
        case .songList:
            let songs = userLibrary.songs.names().map { name in SongList.Entry { $0.name = name } }
            return .found(SongList { $0.songs = songs })
        case .journal(let days):
            do { return .found(JournalPage(try userLibrary.journal.journal(days: days))) } catch {
                throw ControlError(.unusableFile, error.message)
            }
        case .presets:
            var songs = ReadSongs()
            let presets = try userLibrary.presets.names().map { userLibrary.listed($0, among: &songs) }
            return .found(PresetList { $0.presets = presets })
        case .preset(let name):
            let (file, text, path) = try userLibrary.preset(name)
            return .found(
                PresetPage {
                    $0.name = name.text
                    $0.path = path
                    $0.tell(String(decoding: text, as: UTF8.self), file.song)
                    $0.troubles = file.mistakes.prefix(100).map(\.description)
                })
        case .groove(let name): return .groove(try userLibrary.groove(name))
        case .grooves: return .found(try userLibrary.grooveList())
        case .save(let file, let name, let shelf):
            let files = userLibrary.files(on: shelf)
            let isThere = files.contains(name)
            let path = try files.write(file.toml, to: name)
            return .found(LibraryFile { ($0.name, $0.path, $0.replaced) = (name.text, path, isThere) })
        case .remove(let name, let shelf):
            let path = try userLibrary.files(on: shelf).remove(name)
            return .found(LibraryFile { ($0.name, $0.path) = (name.text, path) })
        case .setLists:
            let setLists = try userLibrary.setLists.names().map(userLibrary.listedSetList)
            return .found(SetLists { $0.setlists = setLists })
        case .editSetList(let name, let edit):
            return .setList(try userLibrary.edit(name, edit), path: try userLibrary.setLists.path(of: name))
        }
    }
}

extension UserLibrary {
    fileprivate func files(on shelf: Load.Shelf) -> NamedFiles {
        switch shelf {
        case .presets: presets
        case .setLists: setLists
        case .grooves: grooves
        }
    }

    /// A preset, for a list.
    fileprivate func listed(_ name: LibraryName, among songs: inout ReadSongs) -> PresetList.Entry {
        do throws(ControlError) {
            let file = try preset(name).file
            // Its song is read too.
            let trouble = file.mistakes.first?.description ?? looked(at: .preset(name), among: &songs).trouble
            return PresetList.Entry {
                $0.name = name.text
                $0.summary = file.summary
                $0.trouble = trouble?.shortened(to: 400)
            }
        } catch { return PresetList.Entry { ($0.name, $0.trouble) = (name.text, error.message.shortened(to: 400)) } }
    }
}

extension ControlError {
    /// Why a sound could not be used, as a parameter's error.
    fileprivate init(sound error: any Error) {
        switch error {
        case SoundError.unknown(_, let known):
            self.init(.notFound, "\(error)", allowed: known)
        default: self.init(.unusableSound, "\(error)")
        }
    }
}
