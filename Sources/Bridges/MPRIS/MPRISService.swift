// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
package import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession

/// The metronome as a media player: it answers the calls of MPRIS, and tells what changes.
///
/// A pure value: it is given calls, what the daemon says, and the time, and returns what to do. Times are CLOCK_MONOTONIC in
/// nanoseconds. Without a daemon the player is not on the bus.
package struct MPRISService: Sendable {
    static let path = "/org/mpris/MediaPlayer2"
    static let root = "org.mpris.MediaPlayer2"
    static let player = "org.mpris.MediaPlayer2.Player"
    static let propertiesInterface = "org.freedesktop.DBus.Properties"

    /// What the player is called for people.
    let identity: String
    private(set) var place: PlayerPlace?
    private var music: HeardMusic?
    /// The properties as they were told last; empty while nobody was told.
    private var told: [String: BusValue] = [:]
    /// The bar with which the music goes on that was made to pause here, or was moved there; nil where none was.
    var pausedBar: Int?
    /// Whether a stop was asked for here that has not been answered.
    var isStopping = false
    /// Where those who were told the position have it, and since when; nil where they do not know it.
    private var assumed: (track: String, seconds: Double, atNs: Int64, rate: Double)?

    /// - Parameter instance: what tells this player from others of its kind; nil for the only one.
    package init(instance: String? = nil) {
        identity = instance.map { "Metronome (\($0))" } ?? "Metronome"
    }

    /// What the daemon said last; nil without one.
    var status: Status? { music?.status }

    /// The properties of the player now; nil without a daemon.
    var state: PlayerState? { status.map { PlayerState($0, place: $0.song == nil ? nil : place) } }

    // MARK: the daemon

    /// The daemon is there.
    package mutating func connect(_ subscription: Subscription) -> [MPRISAction] {
        (music, place, assumed) = (HeardMusic(subscription), nil, nil)
        (pausedBar, isStopping) = (nil, false)
        told = state?.properties ?? [:]
        return [.own(true)] + askForSong()
    }

    /// The daemon is gone.
    package mutating func disconnect() -> [MPRISAction] {
        (music, place, assumed, told) = (nil, nil, nil, [:])
        return [.own(false)]
    }

    /// Takes in an event.
    package mutating func add(_ event: Event, atNs now: Int64) -> [MPRISAction] {
        let before = status
        music?.add(event)
        var actions: [MPRISAction] = []
        if case .state(let event) = event {
            if before?.song?.path != status?.song?.path { (place, pausedBar) = (nil, nil) }
            if event.changed.contains("song") { actions += askForSong() }
            if before?.playing == true, status?.playing == false { actions += endPause() }
        }
        return actions + changes() + jump(atNs: now)
    }

    /// What went on after a pause has ended by itself, or by others: the song begins anew.
    private mutating func endPause() -> [MPRISAction] {
        guard !isStopping, let bar = pausedBar, let state else { return [] }
        pausedBar = nil
        let first = JSONValue.integer(Int64(state.firstBar))
        return status?.song?.startBar == bar ? [.request("seek", ["place": first], .nobody)] : []
    }

    private func askForSong() -> [MPRISAction] { status?.song == nil ? [] : [.request("song.show", [:], .song)] }

    /// The sections of the song have come.
    package mutating func take(_ page: SongPage, atNs now: Int64) -> [MPRISAction] {
        guard page.song.path == status?.song?.path else { return [] }
        place = PlayerPlace(page)
        return changes() + jump(atNs: now)
    }

    /// A request was done.
    package mutating func answer(_ purpose: MPRISPurpose) -> [MPRISAction] {
        switch purpose {
        case .call(let call): return [.answer(call, [])]
        case .rest(let bar, let call):
            (isStopping, pausedBar) = (false, bar > state?.firstBar ?? 1 ? bar : nil)
            return [.request("seek", ["place": .integer(Int64(bar))], .call(call))]
        case .song, .nobody: return []
        }
    }

    /// A request was refused.
    package mutating func refuse(_ message: String, to purpose: MPRISPurpose) -> [MPRISAction] {
        switch purpose {
        case .rest(_, let call):
            isStopping = false
            return [.refuse(call, .failed(message))]
        case .call(let call): return [.refuse(call, .failed(message))]
        case .song, .nobody: return []
        }
    }

    // MARK: what changes

    /// The properties of the player that have changed, as a signal.
    private mutating func changes() -> [MPRISAction] {
        guard let properties = state?.properties else { return [] }
        let changed = properties.filter { told[$0.key] != $0.value }
        guard !changed.isEmpty else { return [] }
        told = properties
        return [
            .signal(
                interface: Self.propertiesInterface, member: "PropertiesChanged",
                [.string(Self.player), .dictionary(changed), .strings([])])
        ]
    }

    /// How far the position may be from where clients assume it before they are told, in seconds.
    private static let mostAstray = 0.3

    /// Tells the position where it is another than it would be if the music had gone on. Where the music goes elsewhere by itself, the
    /// daemon says so then.
    private mutating func jump(atNs now: Int64) -> [MPRISAction] {
        guard let track = state?.track, let seconds = seconds(atNs: now) else {
            assumed = nil
            return []
        }
        let before = assumed
        let rate = status?.playing == true ? status?.song?.scale ?? 1 : 0
        assumed = (track, seconds, now, rate)
        guard let before, before.track == track else { return [] }
        let expected = before.seconds + Double(now - before.atNs) / 1e9 * before.rate
        guard abs(expected - seconds) > Self.mostAstray else { return [] }
        return [.signal(interface: Self.player, member: "Seeked", [.microseconds(seconds)])]
    }

    // MARK: the place in the song

    /// Seconds from the beginning of the song as it is written; nil without one.
    func seconds(atNs now: Int64) -> Double? {
        guard let place, let song = status?.song else { return nil }
        guard status?.playing == true, let (rule, beats) = rule(atNs: now),
            let quarters = rule.songQuarters(ofBeats: beats)
        else { return place.seconds(ofBar: song.startBar) }
        return place.seconds(ofQuarters: quarters)
    }

    /// The bar of the song that is heard; nil while stopped, and in a count-in.
    func bar(atNs now: Int64) -> Int? {
        guard status?.playing == true, let (rule, beats) = rule(atNs: now), rule.songBegin != nil else { return nil }
        return Int(rule.grid.bar(ofBeat: Int64(clamping: beats)))
    }

    private func rule(atNs now: Int64) -> (BarRules.Rule, beats: Double)? {
        guard let timeline = music?.timeline else { return nil }
        let position = timeline.position(at: ClockTime(nanoseconds: now))
        return (timeline.rule(ofBeat: position.whole), max(0, position.beats))
    }
}
