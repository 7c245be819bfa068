// SPDX-License-Identifier: Apache-2.0

import ControlSamples
import MetronomeControl
import SeededRandom
import Testing

@testable import Bridges

@Suite struct MPRISServiceTests {
    private static let song = SongState {
        $0.path = "/home/me/evening song.toml"; $0.bars = 16; $0.startBar = 1; $0.scale = 1
        $0.beats = 4
    }

    /// Four bars at 240, twice eight bars, four bars that slow down.
    private static let page = SongPage {
        $0.song = song
        $0.sections = [(1, 4, 1, 0.0, 0), (5, 8, 2, 4.0, 16), (13, 4, 1, 20.0, 80)].map {
            bar, bars, times, from, begin in
            SongPage.Section {
                $0.label = "part \(bar)"; $0.bar = bar; $0.bars = bars; $0.times = times
                $0.meter = "4/4"; $0.bpm = 240; $0.toBpm = 240; $0.fromS = from
                $0.begin = .init(numerator: begin, denominator: 1)
            }
        }
        $0.lengthS = 26; $0.length = .init(numerator: 96, denominator: 1)
    }

    private static func withSong(startBar: Int = 1) -> Status {
        var status = Status.stopped
        status.song = song
        status.song?.startBar = startBar
        return status
    }

    private static func entry(_ place: Int, of count: Int) -> SetListState {
        SetListState {
            $0.name = "friday"; $0.place = place; $0.count = count
            $0.entry = .init { ($0.name, $0.preset) = ("waltz", "waltz") }
            $0.next = place < count ? .init { ($0.name, $0.preset) = ("march", "march") } : nil
        }
    }

    private func service(_ status: Status) -> MPRISService {
        var service = MPRISService()
        _ = service.connect(Subscription(seq: 1, events: [.state, .timeline], state: status))
        if status.song != nil { _ = service.take(Self.page, atNs: 0) }
        return service
    }

    private func call(_ member: String, _ arguments: BusValue..., interface: String = ".Player") -> BusCall {
        let isOther = interface.hasPrefix("org")
        return BusCall(
            id: 7, path: "/org/mpris/MediaPlayer2",
            interface: isOther ? interface : "org.mpris.MediaPlayer2" + interface, member: member,
            arguments: arguments)
    }

    private func property(_ member: String, _ arguments: BusValue...) -> BusCall {
        BusCall(
            id: 7, path: "/org/mpris/MediaPlayer2", interface: "org.freedesktop.DBus.Properties", member: member,
            arguments: [.string("org.mpris.MediaPlayer2.Player")] + arguments)
    }

    private func metadata(_ status: Status, _ page: SongPage? = nil) -> [String: BusValue] {
        guard case .dictionary(let data) = PlayerState(status, page: page).properties["Metadata"] else { return [:] }
        return data
    }

    // MARK: what is told

    @Test func `the title is the song, the preset of the set list, or the tempo`() {
        var status = Status.stopped
        #expect(metadata(status)["xesam:title"] == .string("137.3 bpm"))
        #expect(metadata(status)["xesam:artist"] == .strings(["4/4"]))
        status.setList = Self.entry(2, of: 3)
        #expect(metadata(status)["xesam:title"] == .string("waltz"))
        #expect(metadata(status)["xesam:artist"] == .strings(["137.3 bpm, 4/4, 2 of 3"]))
        #expect(metadata(status)["xesam:trackNumber"] == .int(2))
        #expect(metadata(status)["xesam:album"] == .string("friday"))
        status = Self.withSong()
        #expect(metadata(status)["xesam:title"] == .string("evening song"))
        status.song?.title = "Evening"
        status.song?.section = SectionState { ($0.index, $0.label, $0.pass, $0.times) = (1, "verse", 2, 2) }
        #expect(metadata(status)["xesam:title"] == .string("Evening"))
        #expect(metadata(status)["metronomed:section"] == .string("verse (2 of 2)"))
        #expect(metadata(status, Self.page)["mpris:length"] == .long(26_000_000))
    }

    @Test func `each track has an object path of its own`() {
        var ids: Set<BusValue?> = []
        var status = Status.stopped
        ids.insert(metadata(status)["mpris:trackid"])
        status.setList = Self.entry(1, of: 2)
        ids.insert(metadata(status)["mpris:trackid"])
        status.setList = Self.entry(2, of: 2)
        ids.insert(metadata(status)["mpris:trackid"])
        ids.insert(metadata(Self.withSong())["mpris:trackid"])
        #expect(ids.count == 4)
        for case .path(let path)? in ids {
            let names = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
            #expect(names.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } })
        }
    }

    @Test func `there is a next and a previous where there is one`() {
        func steps(_ status: Status) -> [BusValue?] {
            let properties = PlayerState(status, page: Self.page).properties
            return [properties["CanGoPrevious"], properties["CanGoNext"]]
        }
        var status = Status.stopped
        #expect(steps(status) == [.bool(false), .bool(false)])
        for (place, expected) in [(1, [false, true]), (2, [true, true]), (3, [true, false])] {
            status.setList = Self.entry(place, of: 3)
            #expect(steps(status) == expected.map { .bool($0) })
        }
        for (bar, expected) in [(1, [false, true]), (12, [true, true]), (13, [true, false])] {
            #expect(steps(Self.withSong(startBar: bar)) == expected.map { .bool($0) }, "\(bar)")
        }
    }

    @Test func `only what has changed is signalled, and the position never`() {
        var service = service(.stopped)
        var status = Status.stopped
        #expect(service.add(.state(StateEvent { ($0.seq, $0.run, $0.state) = (2, 3, status) }), atNs: 0) == [])
        status.settings.volume = 0.25
        status.settings.bpm = 90
        let actions = service.add(
            .state(
                StateEvent {
                    $0.seq = 3; $0.run = 3; $0.changed = ["bpm", "volume"]; $0.state = status
                }), atNs: 0)
        guard case .signal("org.freedesktop.DBus.Properties", "PropertiesChanged", let values) = actions.first,
            case .dictionary(let changed) = values[1]
        else { return #expect(Bool(false), "\(actions)") }
        #expect(actions.count == 1 && values[0] == .string("org.mpris.MediaPlayer2.Player") && values.count == 3)
        #expect(changed.keys.sorted() == ["Metadata", "Volume"] && changed["Volume"] == .double(0.25))
    }

    @Test func `a place in a song that others go to is told`() {
        var service = service(Self.withSong())
        let moved = Self.withSong(startBar: 5)
        let actions = service.add(
            .state(StateEvent { ($0.seq, $0.run, $0.changed, $0.state) = (2, 3, ["song"], moved) }), atNs: 5)
        #expect(
            actions.contains(
                .signal(interface: "org.mpris.MediaPlayer2.Player", member: "Seeked", [.long(4_000_000)])))
        #expect(
            service.add(.state(StateEvent { ($0.seq, $0.run, $0.state) = (3, 3, moved) }), atNs: 9_000_000_000) == [])
    }

    @Test func `a song that is played more slowly has its place as it is written, and goes on without a jump`() {
        var playing = Self.withSong()
        playing.playing = true
        playing.song?.scale = 0.5
        playing.timeline = .sample([.sample()], [.sample(song: (0, 1))])
        var service = MPRISService()
        _ = service.connect(Subscription(seq: 1, events: [.state, .timeline], state: playing))
        _ = service.take(Self.page, atNs: 2_000_000_000)
        let later = service.add(
            .state(StateEvent { ($0.seq, $0.run, $0.state) = (2, 3, playing) }), atNs: 6_000_000_000)
        #expect(later == [] && service.seconds(atNs: 6_000_000_000).map { abs($0 - 2) < 1e-6 } == true)
    }

    @Test func `the sections of a song that is not loaded any more are none of the present one`() {
        var service = MPRISService()
        _ = service.connect(Subscription(seq: 1, events: [.state, .timeline], state: Self.withSong()))
        var former = Self.page
        former.song.path = "/songs/former.toml"
        #expect(service.take(former, atNs: 0) == [] && service.state?.properties["CanSeek"] == .bool(false))
        _ = service.take(Self.page, atNs: 0)
        #expect(service.state?.properties["CanSeek"] == .bool(true))
    }

    // MARK: what is asked

    private func asked(_ status: Status, _ call: BusCall) -> [String] {
        var service = service(status)
        return service.take(call, atNs: 0).map { action in
            switch action {
            case .request(let method, let params, _):
                method + (params.isEmpty ? "" : " " + JSONValue.object(params).text)
            case .answer: "answer"
            case .refuse(_, let refusal): refusal.name.split(separator: ".").last.map(String.init) ?? ""
            default: "\(action)"
            }
        }
    }

    @Test func `keys become commands, where they have an effect`() {
        var playing = Status.allegro
        playing.setList = Self.entry(2, of: 3)
        for (status, member, expected) in [
            (.stopped, "Play", "start"), (.stopped, "PlayPause", "start"), (.stopped, "Pause", "answer"),
            (.stopped, "Stop", "answer"), (.stopped, "Next", "answer"), (.stopped, "Previous", "answer"),
            (playing, "Pause", "stop"), (playing, "PlayPause", "stop"), (playing, "Stop", "stop"),
            (playing, "Next", "setlist.next"), (playing, "Previous", "setlist.previous"),
            (Self.withSong(), "Next", #"seek {"at":"bar","place":5}"#),
            (Self.withSong(startBar: 14), "Previous", #"seek {"at":"bar","place":5}"#),
            (Self.withSong(startBar: 14), "Next", "answer"), (Self.withSong(startBar: 14), "Stop", "stop"),
            (.stopped, "OpenUri", "NotSupported"), (.stopped, "Dance", "UnknownMethod"),
        ] as [(Status, String, String)] {
            #expect(asked(status, call(member)) == [expected], "\(member)")
        }
        #expect(asked(.stopped, call("Quit", interface: "")) == ["answer"])
        #expect(asked(.stopped, call("Quit", interface: "org.example")) == ["UnknownInterface"])
    }

    @Test func `what follows is counted from the place that waits`() {
        var playing = Self.withSong()
        playing.playing = true
        playing.pending = [
            PendingState { ($0.pending, $0.changes) = (3, ["song": ["start_bar": 5]]) },
            PendingState { ($0.pending, $0.changes) = (4, ["bpm": 90]) },
        ]
        #expect(asked(playing, call("Next")) == [#"seek {"at":"bar","place":13}"#])
        #expect(asked(playing, call("Previous")) == [#"seek {"at":"bar","place":1}"#])
    }

    @Test(arguments: [true, false])
    func `a song that goes on after a pause begins anew once it has ended, unless it pauses again`(pauses: Bool) {
        func told(_ seq: Int, playing: Bool, bar: Int) -> Event {
            var status = Self.withSong(startBar: bar)
            status.playing = playing
            return .state(StateEvent { ($0.seq, $0.run, $0.changed, $0.state) = (seq, 3, ["playing"], status) })
        }
        func requests(_ actions: [MPRISAction]) -> [MPRISAction] {
            actions.filter { if case .request = $0 { true } else { false } }
        }
        var service = service(Self.withSong(startBar: 6))
        #expect(service.answer(.rest(bar: 6, call: 7)) == [.request("seek", ["place": 6], .call(7))])
        _ = service.add(told(2, playing: true, bar: 6), atNs: 0)
        if pauses { service.isStopping = true }
        let end = requests(service.add(told(3, playing: false, bar: 6), atNs: 0))
        #expect(end == (pauses ? [] : [.request("seek", ["place": 1], .nobody)]))
        _ = service.add(told(4, playing: true, bar: 1), atNs: 0)
        // Once only.
        service.isStopping = false
        #expect(requests(service.add(told(5, playing: false, bar: 1), atNs: 0)) == [])
    }

    @Test func `a pause in a count-in keeps the bar that is counted in`() {
        var playing = Self.withSong(startBar: 6)
        playing.playing = true
        #expect(service(playing).pausing(call("Pause")) == .request("stop", [:], .rest(bar: 6, call: 7)))
    }

    @Test func `a song in a loop begins with the bar of that, and is not paused there`() {
        func looped(startBar: Int) -> Status {
            var status = Self.withSong(startBar: startBar)
            status.song?.loop = SongState.Loop { ($0.fromBar, $0.toBar) = (5, 6) }
            return status
        }
        #expect(PlayerState(looped(startBar: 5)).properties["PlaybackStatus"] == .string("Stopped"))
        #expect(asked(looped(startBar: 5), call("Stop")) == ["answer"])
        #expect(PlayerState(looped(startBar: 6)).properties["PlaybackStatus"] == .string("Paused"))
        var playing = looped(startBar: 6)
        playing.playing = true
        #expect(service(playing).pausing(call("Stop")) == .request("stop", [:], .rest(bar: 5, call: 7)))
    }

    @Test func `what is played from a place that was chosen on the player begins anew once it has ended`() {
        func told(_ seq: Int, playing: Bool, _ song: SongState = Self.song) -> Event {
            var status = Self.withSong(startBar: 6)
            status.song?.path = song.path
            status.playing = playing
            return .state(StateEvent { ($0.seq, $0.run, $0.changed, $0.state) = (seq, 3, ["playing"], status) })
        }
        let track = metadata(Self.withSong())["mpris:trackid"] ?? .bool(false)
        var other = Self.song
        other.path = "/songs/other.toml"
        for (song, expected) in [(Self.song, true), (other, false)] {
            var service = service(Self.withSong())
            _ = service.take(call("SetPosition", track, .long(5_000_000)), atNs: 0)
            // Another song has places of its own.
            _ = service.add(told(2, playing: true, song), atNs: 0)
            let end = service.add(told(3, playing: false, song), atNs: 0)
            #expect(end.contains(.request("seek", ["place": 1], .nobody)) == expected)
        }
    }

    @Test(arguments: [true, false])
    func `what goes on after a pause, or where a pause was refused, begins anew once it has ended`(_ isDone: Bool) {
        var seq = 1
        func told(playing: Bool) -> Event {
            var status = Self.withSong(startBar: 5)
            (status.playing, seq) = (playing, seq + 1)
            return .state(StateEvent { ($0.seq, $0.run, $0.changed, $0.state) = (seq, 3, ["playing"], status) })
        }
        var playing = Self.withSong()
        playing.playing = true
        var service = service(playing)
        _ = service.take(call("Next"), atNs: 0)
        _ = service.add(told(playing: true), atNs: 0)
        guard case .request("stop", _, let purpose)? = service.take(call("Pause"), atNs: 0).first else {
            Issue.record("no stop is asked for")
            return
        }
        if isDone {
            #expect(
                service.add(told(playing: false), atNs: 0).allSatisfy { $0 != .request("seek", ["place": 1], .nobody) })
            _ = service.answer(purpose)
            _ = service.add(told(playing: true), atNs: 0)
        } else {
            _ = service.refuse("no", to: purpose)
        }
        let end = service.add(told(playing: false), atNs: 0)
        #expect(end.contains(.request("seek", ["place": 1], .nobody)))
    }

    @Test func `what went elsewhere while it played begins anew once it has ended, too`() {
        func told(_ seq: Int, playing: Bool, bar: Int) -> Event {
            var status = Self.withSong(startBar: bar)
            status.playing = playing
            return .state(StateEvent { ($0.seq, $0.run, $0.changed, $0.state) = (seq, 3, ["playing"], status) })
        }
        var playing = Self.withSong()
        playing.playing = true
        var service = service(playing)
        guard case .request("seek", let params, _)? = service.take(call("Next"), atNs: 0).first,
            let bar = params["place"]?.integer.map({ Int(clamping: $0) })
        else {
            Issue.record("no seek is asked for")
            return
        }
        _ = service.add(told(2, playing: true, bar: bar), atNs: 0)
        let end = service.add(told(3, playing: false, bar: bar), atNs: 0)
        #expect(bar > 1 && end.contains(.request("seek", ["place": 1], .nobody)))
    }

    @Test func `a seek goes to the bar that is played then`() {
        for (bar, us, expected) in [
            (1, 0, 1), (1, 999_990, 1), (1, 999_999, 2), (1, 1_000_000, 2), (1, 4_000_000, 5), (1, 12_000_000, 5),
            (1, 19_999_990, 12),
            (1, 25_900_000, 16), (5, -1_000_000, 4), (5, -60_000_000, 1),
        ] {
            #expect(
                asked(Self.withSong(startBar: bar), call("Seek", .long(Int64(us)))) == [
                    #"seek {"place":\#(expected)}"#
                ],
                "\(us)")
        }
        // Beyond the end is the next track, of which there is none behind the last section.
        #expect(asked(Self.withSong(startBar: 13), call("Seek", .long(60_000_000))) == ["answer"])
        #expect(asked(.stopped, call("Seek", .long(1))) == ["answer"])
        #expect(asked(.stopped, call("Seek")) == ["InvalidArgs"])
        let track = metadata(Self.withSong())["mpris:trackid"] ?? .bool(false)
        for (id, us, expected) in [
            (track, 5_000_000, #"seek {"place":6}"#), (track, 27_000_000, "answer"), (track, -1, "answer"),
            (.path("/other"), 5_000_000, "answer"),
        ] as [(BusValue, Int64, String)] {
            #expect(asked(Self.withSong(), call("SetPosition", id, .long(us))) == [expected])
        }
    }

    @Test func `volume and rate can be set, and nothing else`() {
        for (status, name, value, expected) in [
            (.stopped, "Volume", 0.5, #"volume.set {"volume":0.5}"#),
            (.stopped, "Volume", 7, #"volume.set {"volume":1}"#), (.stopped, "Volume", -1, #"volume.set {"volume":0}"#),
            (.stopped, "Volume", .nan, "InvalidArgs"), (.stopped, "Rate", 1, "answer"),
            (.stopped, "Rate", 2, "InvalidArgs"), (Self.withSong(), "Rate", 0.5, #"song.scale {"scale":0.5}"#),
            (.stopped, "CanPlay", 1, "PropertyReadOnly"), (.stopped, "Position", 1, "PropertyReadOnly"),
            (.stopped, "Colour", 1, "UnknownProperty"),
        ] as [(Status, String, Double, String)] {
            #expect(asked(status, property("Set", .string(name), .double(value))) == [expected], "\(name) \(value)")
        }
    }

    @Test func `a rate of 0 is a pause`() {
        var playing = Status.stopped
        playing.playing = true
        var inSong = Self.withSong(startBar: 5)
        inSong.playing = true
        for (status, expected) in [
            (.stopped, "answer"), (playing, "stop"), (Self.withSong(), "answer"), (inSong, "stop"),
        ] as [(Status, String)] {
            #expect(asked(status, property("Set", .string("Rate"), .double(0))) == [expected])
        }
        var (slowed, paused) = (service(inSong), service(inSong))
        let rate = slowed.take(property("Set", .string("Rate"), .double(0)), atNs: 0)
        #expect(rate == paused.take(call("Pause"), atNs: 0))
    }

    @Test func `every property can be got, and is introspected with its type`() throws {
        var service = service(Self.withSong())
        guard case .answer(_, let all) = service.take(property("GetAll"), atNs: 0).first,
            case .dictionary(let values) = all.first
        else { return #expect(Bool(false)) }
        #expect(values.count == 13 && values["Position"] == .long(0))
        let object = BusCall(
            id: 7, path: "/org/mpris/MediaPlayer2", interface: "org.freedesktop.DBus.Introspectable",
            member: "Introspect")
        guard case .answer(_, let answer) = service.take(object, atNs: 0).first, let xml = answer.first?.string else {
            return #expect(Bool(false))
        }
        for (name, value) in values {
            #expect(xml.contains(#"<property name="\#(name)" type="\#(value.signature)""#), "\(name)")
            #expect(service.take(property("Get", .string(name)), atNs: 0) == [.answer(7, [.variant(value)])])
        }
        #expect(xml.components(separatedBy: "<property").count - 1 == values.count + 6)
        for path in ["/", "/org", "/org/mpris"] {
            var way = object
            way.path = path
            guard case .answer = service.take(way, atNs: 0).first else { return #expect(Bool(false), "\(path)") }
        }
    }

    @Test func `a daemon that is gone takes the player with it, and calls are told`() {
        var service = service(.allegro)
        #expect(service.disconnect() == [.own(false)])
        guard case .refuse(7, let refusal) = service.take(call("Play"), atNs: 0).first else {
            return #expect(Bool(false))
        }
        #expect(refusal.text.contains("start one with metronomed"))
        #expect(service.refuse("no device", to: .call(3)).count == 1)
        #expect(service.connect(Subscription(seq: 1, events: [.state], state: .stopped)) == [.own(true)])
    }

    // MARK: numbers from outside

    @Test func `a song of any length has a position and a length that fit`() {
        var page = Self.page
        page.lengthS = 1e13
        let properties = PlayerState(Self.withSong(), page: page).properties
        guard case .dictionary(let metadata) = properties["Metadata"] else { return #expect(Bool(false)) }
        #expect(metadata["mpris:length"] == .long(.max))
        var service = MPRISService()
        _ = service.connect(Subscription(seq: 1, events: [.state], state: Self.withSong(startBar: 16)))
        _ = service.take(page, atNs: 0)
        let get = BusCall(
            id: 1, path: "/org/mpris/MediaPlayer2", interface: "org.freedesktop.DBus.Properties", member: "Get",
            arguments: [.string("org.mpris.MediaPlayer2.Player"), .string("Position")])
        guard case .answer(1, let values)? = service.take(get, atNs: 0).first,
            case .variant(.long(let position))? = values.first
        else { return #expect(Bool(false)) }
        #expect(position > 1 << 61)
        let moved = Self.withSong(startBar: 1)
        let jump = service.add(
            .state(StateEvent { ($0.seq, $0.run, $0.changed, $0.state) = (2, 3, ["song"], moved) }), atNs: 5)
        #expect(jump.contains(.signal(interface: "org.mpris.MediaPlayer2.Player", member: "Seeked", [.long(0)])))
    }

    @Test func `a seek to what is no number is refused`() {
        for number in [Double.nan, .infinity, -.infinity] {
            var service = service(Self.withSong())
            for (member, arguments) in [
                ("Seek", [BusValue.double(number)]), ("SetPosition", [.path("/x"), .double(number)]),
            ] {
                let call = BusCall(
                    id: 7, path: "/org/mpris/MediaPlayer2", interface: "org.mpris.MediaPlayer2.Player", member: member,
                    arguments: arguments)
                guard case .refuse(7, _)? = service.take(call, atNs: 0).first else {
                    return #expect(Bool(false), "\(member) \(number)")
                }
            }
        }
    }

    @Test func `whatever numbers a daemon tells of a song, every call is answered`() {
        var random = SeededGenerator(seed: 12)
        let whole = [Int.min, -1, 0, 1, 5, 1 << 40, 1 << 62, .max]
        let parts = [-Double.infinity, -1e300, -1, 0, 4, 1e18, 1e300, .infinity]
        func number() -> Int { whole.randomElement(using: &random) ?? 0 }
        func seconds() -> Double { parts.randomElement(using: &random) ?? 0 }
        for _ in 0..<3000 {
            var (status, page) = (Self.withSong(startBar: number()), Self.page)
            status.settings.bpm = seconds()
            status.playing = Bool.random(using: &random)
            status.song?.section = SectionState {
                $0.index = number(); $0.pass = number(); $0.times = number(); $0.fromBeat = number()
            }
            page.lengthS = seconds()
            page.length = .init(numerator: number(), denominator: number())
            for index in page.sections.indices where Bool.random(using: &random) {
                (page.sections[index].bar, page.sections[index].bars) = (number(), number())
                (page.sections[index].times, page.sections[index].fromS) = (number(), seconds())
                page.sections[index].begin = .init(numerator: number(), denominator: number())
            }
            var service = MPRISService()
            _ = service.connect(Subscription(seq: 1, events: [.state], state: status))
            _ = service.take(page, atNs: 0)
            for member in ["Next", "Previous", "Pause", "Seek", "SetPosition"] {
                let arguments = [BusValue.double(seconds()), .double(seconds())]
                let call = BusCall(
                    id: 7, path: "/org/mpris/MediaPlayer2", interface: "org.mpris.MediaPlayer2.Player", member: member,
                    arguments: arguments)
                #expect(!service.take(call, atNs: 0).isEmpty)
            }
            _ = service.add(.state(StateEvent { ($0.seq, $0.changed, $0.state) = (2, ["song"], status) }), atNs: 5)
        }
    }
}

extension MPRISService {
    /// What a call asks of the daemon first.
    fileprivate func pausing(_ call: BusCall) -> MPRISAction? {
        var service = self
        return service.take(call, atNs: 0).first
    }
}

extension String {
    fileprivate func components(separatedBy text: String) -> [Substring] { split(separator: text) }
}
