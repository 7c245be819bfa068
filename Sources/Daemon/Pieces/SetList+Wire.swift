// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import Session

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
        self.init(
            name: list.name.text, title: list.title, place: list.gone == nil ? list.place + 1 : list.place,
            count: list.entries.count, entry: list.present.map { Entry($0) } ?? Entry(name: ""),
            next: list.next.map { Entry($0) })
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
    init(_ list: SetList, present: SetList?) {
        let present = present.flatMap { $0.name == list.name ? list.following($0) : nil }
        let place = present.flatMap { $0.gone == nil ? $0.place + 1 : nil }
        self.init(
            name: list.name.text, title: list.title, place: place,
            entries: list.entries.map { SetListState.Entry($0) })
    }
}
