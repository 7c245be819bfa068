// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
package import MetronomeControl

/// What a media player tells of the metronome: the properties of MPRIS, by its status.
///
/// A pure value. The position is not among them, for it changes all the time.
package struct PlayerState: Sendable {
    private let status: Status
    private let place: PlayerPlace?

    /// - Parameter page: the song that is loaded, section by section; nil without one, and while it is not known.
    package init(_ status: Status, page: SongPage? = nil) {
        self.init(status, place: status.song == nil ? nil : page.flatMap { PlayerPlace($0) })
    }

    init(_ status: Status, place: PlayerPlace?) {
        self.status = status
        self.place = place
    }

    /// The properties of `org.mpris.MediaPlayer2.Player`, by their names.
    package var properties: [String: BusValue] {
        let rates = status.song == nil ? (1.0, 1.0) : (0.1, 4.0)
        return [
            "PlaybackStatus": .string(status.playing ? "Playing" : isPaused ? "Paused" : "Stopped"),
            "Rate": .double(status.song?.scale ?? 1), "MinimumRate": .double(rates.0),
            "MaximumRate": .double(rates.1), "Metadata": .dictionary(metadata),
            "Volume": .double(status.settings.volume),
            "CanGoNext": .bool(next != nil), "CanGoPrevious": .bool(previous != nil), "CanPlay": .bool(true),
            "CanPause": .bool(true), "CanSeek": .bool(place != nil), "CanControl": .bool(true),
        ]
    }

    /// The bar with which the song begins anew: that of the loop where there is one.
    var firstBar: Int { status.song?.loop?.fromBar ?? 1 }

    /// Whether a start begins after that bar.
    var isInside: Bool { status.song.map { $0.startBar > firstBar } ?? false }

    /// Whether the next start begins in the middle of the song.
    var isPaused: Bool { !status.playing && isInside }

    // MARK: next and previous

    /// A request of the daemon.
    struct Request: Sendable, Hashable {
        var method: String
        var params: [String: JSONValue] = [:]

        /// To a bar of the song.
        static func bar(_ number: Int, at cue: String? = nil) -> Request {
            var params: [String: JSONValue] = ["place": .integer(Int64(number))]
            params["at"] = cue.map(JSONValue.string)
            return Request(method: "seek", params: params)
        }
    }

    /// What is played next: the next entry of the set list, else the next section of the song; nil where there is none.
    var next: Request? {
        if let setList = status.setList { return setList.next == nil ? nil : Request(method: "setlist.next") }
        return section.flatMap { place?.bar(ofSectionAfter: $0) }.map { .bar($0, at: "bar") }
    }

    /// What was played before.
    var previous: Request? {
        if let setList = status.setList { return setList.place > 1 ? Request(method: "setlist.previous") : nil }
        return section.flatMap { place?.bar(ofSectionBefore: $0) }.map { .bar($0, at: "bar") }
    }

    /// The section that is heard, or that the next start begins in, from 0.
    private var section: Int? {
        guard let song = status.song else { return nil }
        // A place that waits comes first: the song goes on from there.
        let waiting = status.pending.lazy.compactMap { $0.changes["song"]?["start_bar"]?.integer }.last
        if status.playing, let waiting, waiting != song.startBar { return place?.section(ofBar: waiting) }
        return status.playing
            ? song.section?.index ?? place?.section(ofBar: song.startBar) : place?.section(ofBar: song.startBar)
    }

    // MARK: metadata

    /// The object that stands for what is played: an entry of the set list, a song, or the beat.
    var track: String {
        let root = "/org/metronomed/track/"
        if let setList = status.setList { return root + "entry\(setList.place)" }
        guard let song = status.song else { return root + "beat" }
        let hash = song.path.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return root + "song\(String(hash, radix: 16))"
    }

    private var metadata: [String: BusValue] {
        var data: [String: BusValue] = [
            "mpris:trackid": .path(track), "xesam:title": .string(title), "xesam:artist": .strings([line]),
            "xesam:audioBPM": .int(Int32(clamping: status.bpm.rounded())),
            "metronomed:bpm": .double(status.bpm), "metronomed:meter": .string(status.meter),
        ]
        data["mpris:length"] = place.map { .microseconds($0.seconds) }
        data["metronomed:section"] = sectionName.map(BusValue.string)
        if let setList = status.setList {
            data["xesam:album"] = .string(setList.title ?? setList.name)
            data["xesam:trackNumber"] = .int(Int32(clamping: setList.place))
            data["metronomed:entries"] = .int(Int32(clamping: setList.count))
        }
        return data
    }

    private var title: String {
        if let song = status.song { return song.title ?? status.setList?.entry.name ?? song.fileName }
        return status.setList?.entry.name ?? tempo
    }

    /// What desktops show below the title.
    private var line: String {
        let tempo = title == tempo ? nil : tempo
        let place = status.setList.map { "\($0.place) of \($0.count)" }
        return [sectionName, tempo, status.meter, place].compactMap { $0 }.joined(separator: ", ")
    }

    private var tempo: String {
        "\(JSONValue((status.bpm * 100).rounded() / 100).text) bpm"
    }

    private var sectionName: String? {
        status.song?.section.map { $0.times > 1 ? "\($0.name) (\($0.pass) of \($0.times))" : $0.name }
    }
}

extension SongState {
    /// The name of its file, without its ending.
    fileprivate var fileName: String {
        let name = path.split(separator: "/").last ?? ""
        return String(name.lastIndex(of: ".").map { $0 > name.startIndex ? name[..<$0] : name } ?? name)
    }
}
