// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl
internal import MetronomeSession

extension UserLibrary {
    /// A set list, for a list.
    func listedSetList(_ name: LibraryName) -> SetLists.Entry {
        do throws(ControlError) {
            let file = try setListFile(name)
            return SetLists.Entry { ($0.name, $0.title, $0.count) = (name.text, file.title, file.entries.count) }
        } catch {
            return SetLists.Entry { ($0.name, $0.trouble) = (name.text, error.message.shortened(to: 400)) }
        }
    }
}

extension SetListState {
    /// A set list at its place.
    init(_ list: SetList) {
        self.init {
            $0.name = list.name.text
            $0.title = list.title
            $0.countIn = list.countIn
            $0.place = list.gone == nil ? list.place + 1 : list.place
            $0.count = list.entries.count
            $0.entry = list.present.map { Entry($0) } ?? Entry()
            $0.next = list.next.map { Entry($0) }
        }
    }
}

extension SetListState.Entry {
    fileprivate init(_ entry: SetList.Entry) {
        self.init {
            ($0.name, $0.trouble) = (entry.name, entry.trouble?.shortened(to: 400))
            ($0.bars, $0.note, $0.summary) = (entry.bars, entry.note, entry.summary)
        }
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
        self.init {
            $0.name = list.name.text
            $0.title = list.title
            $0.countIn = list.countIn
            $0.place = place
            $0.entries = list.entries.map { SetListState.Entry($0) }
        }
    }
}
