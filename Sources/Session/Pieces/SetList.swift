// SPDX-License-Identifier: Apache-2.0

/// Presets and songs in the order in which they are played, and the place in it.
public struct SetList: Sendable, Hashable {
    /// What is played.
    public enum Source: Sendable, Hashable {
        /// A preset by its name.
        case preset(PieceName)
        /// A song by the absolute path of its file.
        case song(path: String)
    }

    /// One of them.
    public struct Entry: Sendable, Hashable {
        /// What is played.
        public var source: Source
        /// Why it could not be played when it was looked at last; nil where it could.
        public var trouble: String?

        /// An entry that was not looked at.
        public init(_ source: Source, trouble: String? = nil) {
            self.source = source
            self.trouble = trouble
        }

        /// What a reader calls it: the name of the preset, or that of the file of the song without its ending.
        public var name: String {
            switch source {
            case .preset(let name): return name.text
            case .song(let path):
                let file = path.split(separator: "/").last ?? ""
                guard let dot = file.lastIndex(of: "."), dot > file.startIndex else { return String(file) }
                return String(file[..<dot])
            }
        }
    }

    /// The most entries of one.
    public static let mostEntries = 200

    /// By which it is loaded.
    public var name: PieceName
    /// What it is called; nil where its file does not say.
    public var title: String?
    /// What is played, in this order; at least one.
    public var entries: [Entry]
    /// The entry that is played, from 0.
    public var place: Int

    /// All of its parts.
    public init(_ name: PieceName, title: String? = nil, entries: [Entry], place: Int = 0) {
        self.name = name
        self.title = title
        self.entries = entries
        self.place = place
    }

    /// The entry at a place; nil where there is none.
    public func entry(at place: Int) -> Entry? { entries.indices.contains(place) ? entries[place] : nil }

    /// The same at another place.
    public func at(_ place: Int) -> SetList {
        var list = self
        list.place = place
        return list
    }

    /// The place of an entry by its number, from 1, or by its name: the next one of that name, also from the begin on.
    public func place(of text: String) -> Int? {
        if let number = Int(text) {
            return (1...max(1, entries.count)).contains(number) && !entries.isEmpty ? number - 1 : nil
        }
        let places = entries.indices.filter { entries[$0].name == text }
        return places.first { $0 > place } ?? places.first
    }

    /// Another version of it, at the same entry as far as that is still there.
    public func following(_ former: SetList) -> SetList {
        let present = former.entry(at: former.place)?.source
        let same = entries.indices.filter { entries[$0].source == present }
        // Of several of the same, that which is as many after the first.
        let count = former.entries.prefix(former.place).count { $0.source == present }
        return at(same.prefix(count + 1).last ?? min(former.place, entries.count - 1))
    }
}
