// SPDX-License-Identifier: Apache-2.0

internal import Bridges
internal import MetronomeControl
internal import MetronomeLinux
internal import MetronomeRhythm
internal import MetronomeSession
internal import Web

/// Every program that follows a daemon: what each computes from what it is told.
struct FollowingClients {
    private var music: HeardMusic
    private var feeds: [PlaceFeed]
    private var clock: MIDIClock
    private var follower = ClockFollower()
    private var osc = OSCService()
    private var player = MPRISService()
    private var link = LinkExchange()
    private var jack = JACKExchange()
    private var page = PresentState(name: "a")

    init(_ subscription: Subscription, atNs now: Int64) {
        music = HeardMusic(subscription)
        let places: [MusicalPlace] = [
            .beat, .bar, .place(bar: 3, beat: 2), .section(label: nil), .section(label: "a"), .end,
        ]
        feeds = places.map { PlaceFeed($0, early: .milliseconds(100), subscription, atNs: now) }
        clock = MIDIClock(subscription, offsetNs: 1_000_000, atNs: now)
        follower.connect(subscription)
        _ = osc.take(
            OSCMessage("/klick/register_client", .string("6000")).bytes,
            from: InternetAddress(host: 0x7F00_0001, port: 1),
            atNs: now, wallNs: now)
        _ = osc.connect(subscription, atNs: now)
        _ = player.connect(subscription)
        link.connect(subscription)
        jack.connect(subscription)
        page.connect(subscription)
    }

    mutating func add(_ event: Event, atNs now: Int64) {
        music.add(event)
        for index in feeds.indices { feeds[index].add(event) }
        clock.add(event, atNs: now)
        _ = follower.add(event)
        _ = osc.add(event)
        _ = player.add(event, atNs: now)
        link.add(event)
        _ = jack.add(event, atNs: now)
        _ = page.add(event, line: [])
    }

    /// Asks each of them for what is heard and what is due.
    mutating func look(atNs now: Int64) {
        let time = ClockTime(nanoseconds: now)
        for index in [0, 1, 411, 1 << 40, .max] as [Int64] { _ = music.timeline?.beat(index) }
        _ = music.timeline?.beat(after: time)
        _ = music.timeline?.position(at: time)
        _ = music.timeline?.onsets(from: time, before: time + .seconds(1))
        _ = music.heard(atNs: now)
        _ = music.isMoving(atNs: now)
        for index in feeds.indices {
            _ = feeds[index].due(atNs: now)
            _ = feeds[index].wakeNs
            _ = feeds[index].refusal
        }
        _ = clock.due(atNs: now, aheadNs: 10_000_000)
        _ = clock.wakeNs
        _ = osc.due(atNs: now)
        _ = osc.wakeNs
        _ = link.turn(QuietSession(), atNs: now)
        _ = page.greeting(for: .control)
        for byte in [0xFA, 0xF8, 0xF8, 0xFC] as [UInt8] {
            var parser = MIDIParser()
            if case .sync(let message) = parser.take(byte) { _ = follower.take(message, atNs: now) }
        }
    }
}

/// A session of Link in which nobody else is.
private struct QuietSession: LinkSession {
    let descriptor: CInt = -1
    func clear() {}
    func moment(atNs ns: Int64, quantum: Double) -> LinkMoment {
        LinkMoment(peers: 0, bpm: 120, beat: 0, isPlaying: false, playingNs: 0)
    }
    func setTempo(_ bpm: Double, atNs ns: Int64) {}
    func force(beat: Double, atNs ns: Int64, quantum: Double) {}
    func setPlaying(_ playing: Bool, atNs ns: Int64) {}
}
