// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import Logging
internal import Session

extension Conductor {
    // MARK: requests

    func showSetList(_ name: PieceName?, _ answer: @escaping (Answer) -> Void) {
        guard let name = name ?? wantedSetList?.name else { return answer(.failure(Self.noList)) }
        look(answer) { [present = setList] pieces throws(ControlError) in
            SetListPage(try pieces.setList(name), present: present)
        }
    }

    func add(_ texts: [String], to name: PieceName, _ answer: @escaping (Answer) -> Void) {
        change(name, answer, to: { SetListPage($0, present: $1) }) { pieces throws(ControlError) in
            var file = SetListFile([])
            if pieces.setLists.contains(name) { file = try pieces.setListFile(name) }
            for text in texts {
                let source: SetList.Source
                do throws(SettingError) {
                    source = try SetListFile.entry(.string(text), from: SettingForm.Source(folder: "/", home: nil))
                } catch { throw ControlError(.invalid, error.message, param: "entries") }
                // A name that was mistyped is told now, and not on the stage.
                if case .preset(let preset) = source, !pieces.presets.contains(preset) {
                    throw pieces.presets.unknown(preset.text, param: "entries")
                }
                if case .song = source, let trouble = pieces.looked(at: source).trouble {
                    throw ControlError(.unusableSong, trouble, param: "entries")
                }
                file.entries.append(source)
            }
            guard file.entries.count <= SetList.mostEntries else {
                throw ControlError(
                    .outOfRange, "a set list has at most \(SetList.mostEntries) entries", param: "entries")
            }
            _ = try pieces.setLists.write(file.toml, to: name)
            return try pieces.setList(name)
        }
    }

    func remove(_ entry: Int?, from name: PieceName, _ answer: @escaping (Answer) -> Void) {
        guard let entry else {
            return look(answer) { pieces throws(ControlError) in
                PieceFile(name: name.text, path: try pieces.setLists.remove(name))
            }
        }
        let path = (try? pieces.setLists.path(of: name)) ?? ""
        change(name, answer, to: { list, _ in PieceFile(name: list.name.text, path: path) }) {
            pieces throws(ControlError) in
            var file = try pieces.setListFile(name)
            guard file.entries.indices.contains(entry - 1), file.entries.count > 1 else {
                let reason =
                    file.entries.count == 1
                    ? "it has one entry only: setlist remove \(name) deletes it" : "it has 1 to \(file.entries.count)"
                throw ControlError(.outOfRange, "\(name) cannot lose entry \(entry): \(reason)", param: "entry")
            }
            file.entries.remove(at: entry - 1)
            _ = try pieces.setLists.write(file.toml, to: name)
            return try pieces.setList(name)
        }
    }

    /// Changes the file of a set list on the worker; one that is loaded goes on with what it says then.
    private func change<Value: Encodable & Sendable>(
        _ name: PieceName, _ answer: @escaping (Answer) -> Void, to value: @escaping (SetList, SetList?) -> Value,
        _ body: @escaping @Sendable (PieceLibrary) throws(ControlError) -> SetList
    ) {
        files.run({ [pieces] in try body(pieces) }) { [weak self] result in
            guard let self else { return }
            switch result {
            case .failure(let error): answer(.failure(ControlError(piece: error)))
            case .success(let list):
                take(list)
                answer(.success(value(list, setList)))
            }
        }
    }

    // MARK: watching

    /// The set list that is loaded is another: watches its file.
    func watchSetList() {
        let path = setList.flatMap { try? pieces.setLists.path(of: $0.name) }
        guard setListWatch?.path != path else { return }
        setListWatch?.close()
        setListWatch = path.map { path in
            SongWatch(loop: loop, files: files, path: path) { [weak self] in self?.readSetListAgain() }
        }
    }

    /// Goes on with what the file of the set list says now; as before where that has a mistake.
    private func readSetListAgain() {
        guard let name = setList?.name else { return }
        files.run({ [pieces] in try pieces.setList(name) }) { [weak self] result in
            switch result {
            case .success(let list): self?.take(list)
            case .failure(let error): self?.log.warning("the set list stays as it was: \(ControlError(piece: error))")
            }
        }
    }

    /// Takes a new version of a set list into use, where it is loaded.
    private func take(_ list: SetList) {
        pending.changeSetLists { $0.name == list.name ? list.following($0) : $0 }
        guard let present = setList, present.name == list.name, list.following(present) != present else { return }
        setList = list.following(present)
        sendState(changed: ["setlist"])
    }
}
