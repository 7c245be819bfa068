// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import Logging
internal import Session

extension Conductor {
    /// Does what a request asks of the set lists.
    func perform(_ call: SetListCall, _ answer: @escaping (Answer) -> Void) {
        switch call {
        case .load(let name, let cue): loadSetList(name, at: cue, answer)
        case .step(let step, let cue):
            guard let list = wantedSetList else { return answer(.failure(Self.noList)) }
            guard list.entry(at: list.place + step) != nil else {
                let entry = list.entry(at: list.place)?.name ?? ""
                let which = step > 0 ? "last" : "first"
                let other = "setlist go \(step > 0 ? 1 : list.entries.count) goes to the \(step > 0 ? "first" : "last")"
                return answer(
                    .failure(ControlError(.outOfRange, "\(entry) is the \(which) entry of \(list.name): \(other)")))
            }
            go(to: list.at(list.place + step), at: cue, answer)
        case .go(let text, let cue):
            guard let list = wantedSetList else { return answer(.failure(Self.noList)) }
            guard let place = list.place(of: text) else {
                let names = list.entries.map(\.name)
                let hint =
                    Suggestion.word(for: text, among: names).map { "did you mean \($0)?" }
                    ?? "there are 1 to \(names.count), " + names.prefix(20).joined(separator: ", ")
                return answer(
                    .failure(
                        ControlError(
                            .notFound, "\(list.name) has no entry \(PlainValue.string(text)): \(hint)", param: "entry",
                            allowed: names)))
            }
            go(to: list.at(place), at: cue, answer)
        case .show(let name): showSetList(name, answer)
        case .list:
            look(answer) { pieces throws(ControlError) in
                SetLists(setlists: try pieces.setLists.names().map(pieces.listedSetList))
            }
        case .add(let name, let entries): add(entries, to: name, answer)
        case .remove(let name, let entry): remove(entry, from: name, answer)
        case .close:
            guard wantedSetList != nil else { return answer(.failure(Self.noList)) }
            setList = nil
            askedSetList = nil
            watchSetList()
            for index in pending.indices {
                guard case .piece(var piece) = pending[index].action else { continue }
                piece.setList = nil
                pending[index].action = .piece(piece)
            }
            sendState(changed: ["setlist"])
            answer(.success(Change(run: run, atBeat: nil, atNs: nil, values: ["setlist": .null])))
        }
    }

    private static let noList = ControlError(.noSetList, "no set list is loaded: setlist load NAME loads one")

    /// The set list at the place that it has after all that was asked for.
    private var wantedSetList: SetList? {
        askedSetList
            ?? pending.reduce(setList) { list, change in
                if case .piece(let piece) = change.action { piece.setList ?? list } else { list }
            }
    }

    // MARK: places

    private func loadSetList(_ name: PieceName, at cue: Cue, _ answer: @escaping (Answer) -> Void) {
        files.run({ [pieces] in try pieces.setList(name) }) { [weak self] result in
            switch result {
            case .failure(let error): answer(.failure(ControlError(piece: error)))
            case .success(let list): self?.go(to: list, at: cue, answer)
            }
        }
    }

    /// Plays the entry at the place of a set list.
    private func go(to list: SetList, at cue: Cue, _ answer: @escaping (Answer) -> Void) {
        guard let entry = list.entry(at: list.place) else { return answer(.failure(Self.noList)) }
        // Back to what plays before anything else was heard.
        if list == setList, askedSetList == nil, pending.contains(where: { $0.setList != nil }) { return stay(answer) }
        askedSetList = list
        play(entry.source, in: list, at: cue) { [weak self] result in
            if self?.askedSetList == list { self?.askedSetList = nil }
            answer(result)
        } members: {
            [:]
        }
    }

    /// Takes back what waits of the set list: it stays where it is.
    private func stay(_ answer: @escaping (Answer) -> Void) {
        pending.removeAll { $0.setList != nil }
        ask(Transport.Event.edit) { [weak self] _ in
            guard let self else { return }
            sendState(changed: ["pending"])
            followPending()
            let values = ["setlist": setList.map { JSONValue.wire(SetListState($0)) } ?? .null]
            answer(.success(Change(run: run, atBeat: nil, atNs: nil, values: values)))
        }
    }

    /// The music of an entry has ended by itself: the next start plays the next one, or that which waited for a place after
    /// the end.
    func entryIsOver(waiting: SetList?) {
        guard !transport.isStarted, let list = waiting ?? wantedSetList.map({ $0.at($0.place + 1) }),
            list.entry(at: list.place) != nil
        else { return }
        go(to: list, at: .now) { [log] answer in
            if case .failure(let error) = answer { log.warning("the set list stays where it is: \(error)") }
        }
    }

    // MARK: files

    private func showSetList(_ name: PieceName?, _ answer: @escaping (Answer) -> Void) {
        guard let name = name ?? wantedSetList?.name else { return answer(.failure(Self.noList)) }
        look(answer) { [present = setList] pieces throws(ControlError) in
            SetListPage(try pieces.setList(name), present: present)
        }
    }

    private func add(_ texts: [String], to name: PieceName, _ answer: @escaping (Answer) -> Void) {
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

    private func remove(_ entry: Int?, from name: PieceName, _ answer: @escaping (Answer) -> Void) {
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
}

extension Conductor {
    /// The set list that is loaded is another: watches its file.
    func watchSetList() {
        let path = setList.flatMap { try? pieces.setLists.path(of: $0.name) }
        guard setListWatch?.path != path else { return }
        setListWatch?.close()
        setListWatch = path.map { path in
            SongWatch(loop: loop, path: path) { [weak self] in self?.readSetListAgain() }
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
        for index in pending.indices {
            guard case .piece(var piece) = pending[index].action, let waiting = piece.setList, waiting.name == list.name
            else { continue }
            piece.setList = list.following(waiting)
            pending[index].action = .piece(piece)
        }
        guard let present = setList, present.name == list.name, list.following(present) != present else { return }
        setList = list.following(present)
        sendState(changed: ["setlist"])
    }
}

extension PendingChange {
    /// The set list at the place that it brings; nil where it brings none.
    var setList: SetList? { if case .piece(let piece) = action { piece.setList } else { nil } }
}

extension PieceLibrary {
    /// A set list, for a list.
    func listedSetList(_ name: PieceName) -> SetLists.Entry {
        do throws(ControlError) {
            let file = try setListFile(name)
            return SetLists.Entry(name: name.text, title: file.title, count: file.entries.count)
        } catch {
            return SetLists.Entry(name: name.text, title: nil, count: 0, trouble: error.message.shortened(to: 400))
        }
    }
}

extension SetListState {
    /// A set list at its place.
    init(_ list: SetList) {
        let place = min(list.place, list.entries.count - 1)
        self.init(
            name: list.name.text, title: list.title, place: place + 1, count: list.entries.count,
            entry: list.entry(at: place).map { Entry($0) } ?? Entry(name: ""),
            next: list.entry(at: place + 1).map { Entry($0) })
    }
}

extension SetListState.Entry {
    fileprivate init(_ entry: SetList.Entry) {
        self.init(name: entry.name, trouble: entry.trouble?.shortened(to: 400))
        switch entry.source {
        case .preset(let name): preset = name.text
        case .song(let path): song = path
        }
    }
}

extension SetListPage {
    /// All entries of a set list, which may be the one that is loaded.
    fileprivate init(_ list: SetList, present: SetList?) {
        let place = present.flatMap { $0.name == list.name ? list.following($0).place + 1 : nil }
        self.init(
            name: list.name.text, title: list.title, place: place,
            entries: list.entries.map { SetListState.Entry($0) })
    }
}
