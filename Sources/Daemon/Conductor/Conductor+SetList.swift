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
            let place = list.place(after: step)
            guard list.entry(at: place) != nil else {
                let entry = list.present?.name ?? ""
                let which = step > 0 ? "last" : "first"
                let other = "setlist go \(step > 0 ? 1 : list.entries.count) goes to the \(step > 0 ? "first" : "last")"
                return answer(
                    .failure(ControlError(.outOfRange, "\(entry) is the \(which) entry of \(list.name): \(other)")))
            }
            go(to: list.at(place), at: cue, answer)
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
            pending.changeSetLists { _ in nil }
            sendState(changed: ["setlist"])
            answer(.success(Change(run: run, atBeat: nil, atNs: nil, values: ["setlist": .null])))
        }
    }

    static let noList = ControlError(.noSetList, "no set list is loaded: setlist load NAME loads one")

    /// The set list at the place that it has after all that was asked for.
    var wantedSetList: SetList? {
        askedSetList ?? pending.setList(after: setList)
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
        let entryWaits = pending.list.contains { $0.setList != nil }
        if list == setList, askedSetList == nil, entryWaits { return stay(answer) }
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
        pending.removeEntries()
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
        guard !transport.isStarted, let list = waiting ?? wantedSetList.map({ $0.at($0.place(after: 1)) }),
            list.entry(at: list.place) != nil
        else { return }
        go(to: list, at: .now) { [log] answer in
            if case .failure(let error) = answer { log.warning("the set list stays where it is: \(error)") }
        }
    }
}
