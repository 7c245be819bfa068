// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import Logging
internal import Rhythm
internal import Session
internal import Songs

extension Conductor {
    // MARK: presets

    /// Does what a request asks of the presets.
    func perform(_ call: PresetCall, _ answer: @escaping (Answer) -> Void) {
        switch call {
        case .save(let name): savePreset(name, answer)
        case .load(let name, let cue):
            play(.preset(name), at: cue, answer) { ["preset": .string(name.text)] }
        case .list:
            look(answer) { pieces throws(ControlError) in
                PresetList(presets: try pieces.presets.names().map(pieces.listed))
            }
        case .show(let name):
            look(answer) { pieces throws(ControlError) in
                let (file, text, path) = try pieces.preset(name)
                return PresetPage(
                    name: name.text, path: path, text: String(decoding: text, as: UTF8.self),
                    troubles: file.mistakes.prefix(100).map(\.description))
            }
        case .remove(let name):
            look(answer) { pieces throws(ControlError) in
                PieceFile(name: name.text, path: try pieces.presets.remove(name))
            }
        }
    }

    /// Looks at files on the worker, and answers with what is found.
    func look<Value: Encodable & Sendable>(
        _ answer: @escaping (Answer) -> Void, _ body: @escaping @Sendable (PieceLibrary) throws(ControlError) -> Value
    ) {
        files.run({ [pieces] in try body(pieces) }) { result in
            answer(result.map { $0 as any Encodable & Sendable }.mapError { ControlError(piece: $0) })
        }
    }

    /// Keeps what is in force as a preset.
    private func savePreset(_ name: PieceName, _ answer: @escaping (Answer) -> Void) {
        let preset = PresetFile(
            Edit(presetOf: settings, besideSong: song != nil),
            song: song.map { song in
                PresetFile.Song(
                    source: SongSource(path: song.path, format: song.format.flatMap(SongFormat.init(rawValue:))),
                    from: song.start > 0 ? "\(song.course.bar(ofBeat: song.start))" : nil, scale: song.scale)
            })
        look(answer) { pieces throws(ControlError) in
            let isThere = pieces.presets.contains(name)
            return PieceFile(
                name: name.text, path: try pieces.presets.write(preset.toml, to: name), replaced: isThere)
        }
    }

    // MARK: playing

    /// Reads a preset or a song on the worker and has it played; `members` are added to the answer.
    func play(
        _ source: SetList.Source, in list: SetList? = nil, at cue: Cue, _ answer: @escaping (Answer) -> Void,
        members: @escaping () -> [String: JSONValue]
    ) {
        files.run({ [pieces] in try pieces.read(source) }) { [weak self] result in
            guard let self else { return }
            switch result {
            case .failure(let error): answer(.failure(ControlError(piece: error)))
            case .success(var reading):
                for note in reading.notes { log.info("\(note)") }
                reading.piece.setList = list
                play(reading, at: cue) { result in
                    guard case .success(var change as Change) = result else { return answer(result) }
                    change.values.merge(members()) { $1 }
                    answer(.success(change))
                }
            }
        }
    }

    /// Has a piece played whose files were read: at once while nothing plays, else from its place on.
    private func play(_ reading: PieceLibrary.Reading, at cue: Cue, _ answer: @escaping (Answer) -> Void) {
        let piece = led(reading.piece)
        let wanted: Settings
        do throws(SettingError) { wanted = try piece.edit.applied(to: settings) } catch {
            return answer(
                .failure(ControlError(.unusableFile, PieceLibrary.text(error, reading.places), param: "name")))
        }
        if let song = piece.song, let error = limits(of: song) { return answer(.failure(error)) }
        prepare(
            piece.edit, song: piece.song?.course,
            { result in
                guard case .failure(var error) = result else { return answer(result) }
                let reason = error.message
                let key = piece.edit.keys.first { key in
                    key.sound(in: wanted).map { reason.contains("'\($0)'") } ?? false
                }
                if let place = reading.places[key?.name ?? "lanes"] { error.message = place + ": " + error.message }
                answer(.failure(error))
            }
        ) { conductor in
            guard conductor.transport.isStarted || conductor.waits(cue) else {
                return conductor.rest(with: piece, answer)
            }
            conductor.wait(.piece(piece), cue, { _ in "name" }, answer)
        }
    }

    /// Has a piece played by the next start.
    private func rest(with piece: Piece, _ answer: @escaping (Answer) -> Void) {
        let before = (settings: settings, history: HistoryState(history))
        let members = hold(piece)
        if Edit(remembering: settings) != Edit(remembering: before.settings) { remember(settings, .request) }
        changeChannels()
        let changed = Self.statusNames { $0.told(in: before.settings) != $0.told(in: self.settings) } + members
        sendState(
            changed: (changed + (HistoryState(history) == before.history ? [] : ["history"])).reduce(into: []) {
                if !$0.contains($1) { $0.append($1) }
            })
        follow(restingBpm)
        resumeFrames()
        answer(.success(Change(run: run, atBeat: nil, atNs: nil, values: values(of: piece, in: settings))))
    }

    /// Makes a piece what is in force. Returns the members of the status that a song and a set list change.
    func hold(_ piece: Piece) -> [String] {
        let before = settings
        let hadSong = song != nil
        settings = (try? piece.edit.applied(to: before)) ?? before
        history.record(from: before, to: settings)
        song = piece.songChange.applied(to: song)
        if hadSong || song != nil { songChanged() }
        if let list = piece.setList {
            setList = list
            watchSetList()
        }
        return (hadSong || song != nil ? songMembers : []) + (piece.setList == nil ? [] : ["setlist"])
    }

    /// What a piece brings, as clients are told it.
    func values(of piece: Piece, in settings: Settings) -> [String: JSONValue] {
        var values = values(of: piece.edit, in: settings)
        if piece.song != nil || song != nil { values["song"] = .wire(songState(piece.song)) }
        if let list = piece.setList { values["setlist"] = .wire(SetListState(list)) }
        return values
    }
}

extension PieceLibrary {
    /// A preset, for a list.
    func listed(_ name: PieceName) -> PresetList.Entry {
        do throws(ControlError) {
            let file = try preset(name).file
            // Its song is read too.
            let trouble = file.mistakes.first?.description ?? looked(at: .preset(name)).trouble
            return PresetList.Entry(name: name.text, summary: file.summary, trouble: trouble?.shortened(to: 400))
        } catch { return PresetList.Entry(name: name.text, summary: "", trouble: error.message.shortened(to: 400)) }
    }
}

extension ControlError {
    /// Why a piece was not read.
    init(piece error: any Error) {
        self = error as? ControlError ?? ControlError(.internal, "\(error)")
    }
}
