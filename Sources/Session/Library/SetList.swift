// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// Presets and songs in the order in which they are played, and the place in it.
public struct SetList: Sendable, Hashable {
    /// What is played.
    public enum Source: Sendable, Hashable {
        /// A preset by its name.
        case preset(LibraryName)
        /// A song by the absolute path of its file.
        case song(path: String)
    }

    /// An entry of the list.
    public struct Entry: Sendable, Hashable {
        /// What is played.
        public var source: Source
        /// As read from the file of a set list: how the path of the song is written there; nil where that is the absolute path.
        public var written: String?
        /// After how many bars of the preset the music ends; nil where only the player ends it.
        public var bars: Int?
        /// What the player wants to read then.
        public var note: String?
        /// What it is in a few words, as it was when it was looked at last.
        public var summary: String?
        /// What was wrong with it when it was looked at last; nil where nothing was.
        public var trouble: String?
        /// Whether it can be played, whatever is wrong with it: then it has a summary.
        public var isPlayable: Bool { trouble == nil || summary != nil }

        /// How many bars it may end after.
        public static let lengths = 1...10_000
        /// The most characters of a note.
        public static let longestNote = 80

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

    /// How many bars may be counted in.
    public static let countIns = 0...16

    /// The most entries of one.
    public static let mostEntries = 200

    /// The name by which the list is loaded.
    public var name: LibraryName
    /// What it is called; nil where its file does not say.
    public var title: String?
    /// How many bars its file has counted in before each preset, in place of its own; nil: as each preset says.
    public var statedCountIn: Int?
    /// The bars of count-in that were asked for when the set list was loaded; nil: as its file says.
    public var askedCountIn: Int?
    /// What is played, in this order; at least one.
    public var entries: [Entry]
    /// The place of the entry that is played, from 0. Where that entry was taken out, the place of the entry after it, which may
    /// be the end of the list.
    public var place: Int
    /// The entry that is played, where it was taken out; nil where it is in the list.
    public private(set) var gone: Entry?

    /// Of a version that was edited just now: where each entry was before, from 0; nil for a new one.
    public var origins: [Int?]?

    /// All of its parts.
    public init(_ name: LibraryName, title: String? = nil, statedCountIn: Int? = nil, entries: [Entry], place: Int = 0)
    {
        self.name = name
        self.title = title
        self.statedCountIn = statedCountIn
        self.entries = entries
        self.place = place
    }

    /// How many bars are counted in before each preset; nil: as each preset says.
    public var countIn: Int? { askedCountIn ?? statedCountIn }

    /// The entry at a place; nil where there is none.
    public func entry(at place: Int) -> Entry? { entries.indices.contains(place) ? entries[place] : nil }

    /// The entry that is played.
    public var present: Entry? { gone ?? entry(at: place) }

    /// An entry that is played, and where it stands.
    public struct EntryPlace: Sendable, Hashable {
        /// The place, from 0.
        public let place: Int
        /// The entry.
        public let entry: Entry
        /// Whether the list has it no more.
        public let isGone: Bool
    }

    /// Where it is; nil where nothing is played.
    public var entryPlace: EntryPlace? { present.map { EntryPlace(place: place, entry: $0, isGone: gone != nil) } }

    /// The set list at a place where it was before; nil where that entry stands elsewhere now, and another one like it too.
    public func at(_ former: EntryPlace) -> SetList? {
        if former.isGone {
            var list = at(min(former.place, entries.count))
            list.gone = former.entry
            return list
        }
        if entry(at: former.place)?.source == former.entry.source { return at(former.place) }
        let places = entries.indices.filter { entries[$0].source == former.entry.source }
        return places.count == 1 ? at(places[0]) : nil
    }

    /// The entry that follows; nil at the end.
    public var next: Entry? { entry(at: following) }

    /// The place of the entry that follows by itself: what could not be played is passed over. The end of the list behind the last.
    public var following: Int { playable(from: place(after: 1)) }

    /// The first place from one on whose entry could be played when it was looked at last; the end of the list where there is none.
    public func playable(from place: Int) -> Int {
        entries.indices.first { $0 >= place && entries[$0].isPlayable } ?? entries.count
    }

    /// The place of the entry that lies `step` entries on, or back where `step` is below 0.
    public func place(after step: Int) -> Int { gone != nil && step > 0 ? place + step - 1 : place + step }

    /// The set list with what was found when another version's entries were looked at, where they play what its own do.
    public func looked(at other: SetList) -> SetList {
        var list = self
        for index in entries.indices {
            guard let entry = other.entries.first(where: { $0.source == entries[index].source }) else { continue }
            (list.entries[index].trouble, list.entries[index].summary) = (entry.trouble, entry.summary)
        }
        return list
    }

    /// The set list at another place.
    public func at(_ place: Int) -> SetList {
        var list = self
        (list.place, list.gone) = (place, nil)
        return list
    }

    /// The place of an entry by its number, from 1, or by its name: the next one of that name, also from the beginning on; or that of
    /// the `first` or the `last`.
    public func place(of text: String) -> Int? {
        if let number = text.wholeNumber, (1...max(1, entries.count)).contains(number) {
            return entries.isEmpty ? nil : number - 1
        }
        let places = entries.indices.filter { entries[$0].name == text }
        let end = ["first": entries.indices.first, "last": entries.indices.last][text] ?? nil
        return places.first { $0 > place } ?? places.first ?? end
    }

    /// The set list at the entry that a former version is at; where this version does not have that entry, at the one that
    /// follows it.
    public func following(_ former: SetList) -> SetList {
        if let list = edited(from: former) { return list }
        let present = former.entry(at: former.place)?.source
        let same = entries.indices.filter { entries[$0].source == present }
        // Where several entries are alike, the one with as many of them before it.
        let count = former.entries.prefix(former.place).count { $0.source == present }
        var list = at(same.prefix(count + 1).last ?? min(former.place, entries.count))
        list.gone = same.isEmpty ? former.present : former.gone
        (list.askedCountIn, list.origins) = (former.askedCountIn, nil)
        return list
    }

    /// The set list at the entry that a former version is at, where it was edited from that version; nil where it was not.
    private func edited(from former: SetList) -> SetList? {
        guard let origins, origins.count == entries.count,
            zip(origins, entries).allSatisfy({ origin, entry in
                origin.map { former.entry(at: $0)?.source == entry.source } ?? true
            })
        else { return nil }
        let same = former.gone == nil ? origins.firstIndex(of: former.place) : nil
        // Next is what was next, or what was put before it.
        let behind = (former.place..<max(former.place, former.entries.count)).lazy
        var next = behind.compactMap { origins.firstIndex(of: $0) }.first ?? entries.count
        while next > 0, origins[next - 1] == nil { next -= 1 }
        var list = at(same ?? next)
        list.gone = same == nil ? former.present : nil
        (list.askedCountIn, list.origins) = (former.askedCountIn, nil)
        return list
    }
}
