// SPDX-License-Identifier: Apache-2.0

import ControlSamples
import MetronomeLinux
import SeededRandom
import Testing

@testable import Bridges
@testable import MetronomeControl

@Suite struct OSCServiceTests {
    private let sender = InternetAddress(host: 0x7F00_0001, port: 5000)
    private let other = InternetAddress(host: 0x7F00_0001, port: 6000)

    /// A bridge that follows a daemon.
    private func service(_ status: Status = .allegro, namesFiles: Bool = true, atNs now: Int64 = 0) -> OSCService {
        var service = OSCService(namesFiles: namesFiles)
        _ = service.connect(Subscription(seq: 1, events: [.state, .timeline], state: status), atNs: now)
        return service
    }

    /// A run at 120 bpm whose first beat is heard at 2 s.
    private var begun: Status {
        var status = Status.allegro
        status.timeline = .sample([.sample()], [.sample(bell: BellState(every: 4, on: 1))])
        return status
    }

    private func take(
        _ service: inout OSCService, _ message: OSCMessage, from address: InternetAddress? = nil,
        atNs now: Int64 = 0, wallNs: Int64 = 0
    ) -> [OSCAction] {
        service.take(message.bytes, from: address ?? sender, atNs: now, wallNs: wallNs)
    }

    private func asked(_ actions: [OSCAction]) -> [String] {
        actions.compactMap { action in
            guard case .request(let method, let params, _) = action, method != "status" else { return nil }
            return method + (params.isEmpty ? "" : " " + JSONValue.object(params).text)
        }
    }

    private func sent(_ actions: [OSCAction], to address: InternetAddress? = nil) -> [OSCMessage] {
        actions.compactMap { action in
            guard case .send(let message, let target) = action, target == address ?? target else { return nil }
            return message
        }
    }

    private func said(_ actions: [OSCAction]) -> [String] {
        actions.compactMap { if case .say(let line) = $0 { line } else { nil } }
    }

    /// Answers every request with the status as it is.
    private func answer(_ service: inout OSCService, _ actions: [OSCAction]) -> [OSCAction] {
        actions.flatMap { action -> [OSCAction] in
            guard case .request(_, _, let purpose) = action else { return [] }
            return service.answer(.null, to: purpose)
        }
    }

    // MARK: our own commands

    @Test func `the address and the arguments are the words of a command`() {
        var service = service()
        for (message, expected) in [
            (OSCMessage("/metronomed/tempo", .float(120)), #"tempo.set {"bpm":"120"}"#),
            (OSCMessage("/metronomed/tempo", .float(120.1)), #"tempo.set {"bpm":"120.1"}"#),
            (OSCMessage("/metronomed/tempo/+5"), #"tempo.set {"bpm":"+5"}"#),
            (OSCMessage("/metronomed/bell", .int(4), .string("on"), .int(2)), #"bell.set {"every":"4","on":"2"}"#),
            (OSCMessage("/metronomed/score", .bool(true)), #"score.set {"score":"on"}"#),
            (OSCMessage("/metronomed/song/load", .string("/a b/c.toml")), #"song.load {"path":"/a b/c.toml"}"#),
            (OSCMessage("/metronomed/stop/at/bar"), #"stop {"at":"bar"}"#), (OSCMessage("/metronomed/start"), "start"),
        ] {
            // Numbers in words may become numbers at once.
            let request = asked(take(&service, message)).first.map { $0.filter { $0 != "\"" } }
            #expect(request == expected.filter { $0 != "\"" }, "\(message)")
        }
    }

    @Test func `unless that is allowed, no message names a file`() {
        var service = service(namesFiles: false)
        for message in [
            OSCMessage("/metronomed/song/load", .string("/a b/c.toml")),
            OSCMessage("/metronomed/setlist/add", .string("friday"), .string("/a.toml")),
        ] {
            let actions = take(&service, message)
            #expect(asked(actions).isEmpty && sent(actions, to: sender).first?.address == "/metronomed/error")
        }
        let actions = take(&service, OSCMessage("/klick/map/load_file", .string("/a b")))
        #expect(asked(actions).isEmpty && said(actions).first?.contains("--files") == true)
        #expect(asked(take(&service, OSCMessage("/metronomed/sound/beat", .string("wood")))).count == 1)
    }

    @Test func `each example of the command table can be sent`() {
        var service = service()
        for command in CommandTable.all where command.access != .connection && command.name != "status" {
            for example in command.examples {
                let words = example.words.split(separator: " ").map(String.init)
                let message = OSCMessage("/metronomed/" + words[0], words.dropFirst().map { .string($0) })
                let actions = take(&service, message)
                #expect(asked(actions).first?.hasPrefix(command.name) == true, "\(example.words)")
                _ = answer(&service, actions)
            }
        }
    }

    @Test func `nobody acts on the connection of the bridge, however the words are written`() {
        let own = CommandTable.all.filter { $0.access == .connection }
        #expect(own.map(\.name).contains("unsubscribe") && own.count == 6)
        for command in own {
            for example in command.examples {
                let words = example.words.split(separator: " ").map(String.init)
                let forms = [
                    OSCMessage("/metronomed//" + words.joined(separator: "/")),
                    OSCMessage("/metronomed/\(words[0])/", words.dropFirst().map { .string($0) }),
                ]
                for message in forms {
                    var service = service()
                    let actions = take(&service, message)
                    #expect(asked(actions).isEmpty, "\(message.address)")
                    #expect(sent(actions).map(\.address) == ["/metronomed/error"], "\(message.address)")
                }
            }
        }
    }

    @Test func `no address writes a line of its own into the log, and a flood writes one`() {
        var service = service()
        let forged = said(take(&service, OSCMessage("/klick/a\nmetronomed: all is lost\u{1B}[2J", .int(1))))
        #expect(forged.count == 1 && forged.allSatisfy { !$0.contains { $0.isNewline || $0 == "\u{1B}" } })
        let lines = (0..<2000).flatMap { _ in said(take(&service, OSCMessage("/klick/metro/start"))) }
        #expect(lines.count == 1)
        let refused = sent(take(&service, OSCMessage("/metronomed/tempo", .int(120))))
        #expect(refused.first?.arguments.last?.string?.hasPrefix("too many commands") == true)
    }

    @Test func `the answer and the refusal go to the sender with the address`() {
        var service = service()
        for action in take(&service, OSCMessage("/metronomed/tempo", .int(120))) {
            guard case .request(_, _, let purpose) = action else { continue }
            #expect(
                service.answer(["bpm": 120], to: purpose) == [
                    .send(
                        OSCMessage("/metronomed/answer", .string("/metronomed/tempo"), .string(#"{"bpm":120}"#)),
                        to: sender)
                ])
            let refusal = OSCMessage("/metronomed/error", .string("/metronomed/tempo"), .string("no"))
            #expect(service.refuse("no", to: purpose) == [.send(refusal, to: sender)])
        }
        let unknown = sent(take(&service, OSCMessage("/metronomed/tempoo", .int(1))), to: sender)
        #expect(unknown.first?.arguments.last?.string?.contains("did you mean tempo") == true)
        #expect(sent(take(&service, OSCMessage("/metronomed/"))).first?.address == "/metronomed/error")
        let long = service.answer(
            .string(String(repeating: "a", count: 70_000)), to: .command(address: "/a", from: sender))
        #expect(sent(long).first?.address == "/metronomed/error")
    }

    @Test func `those who have subscribed are told each beat when it is heard, once`() {
        var service = service(begun, atNs: 1_900_000_000)
        #expect(service.wakeNs == nil, "nobody is told")
        let actions = take(&service, OSCMessage("/metronomed/subscribe"))
        #expect(sent(answer(&service, actions)).map(\.address) == ["/metronomed/state"])
        #expect(service.wakeNs == 2_000_000_000)
        #expect(service.due(atNs: 1_999_999_999).isEmpty)
        let message = OSCMessage("/metronomed/beat", .int(1), .int(1), .int(4), .float(120))
        #expect(sent(service.due(atNs: 2_000_000_100)) == [message])
        #expect(service.due(atNs: 2_000_000_200).isEmpty)
        #expect(
            sent(service.due(atNs: 2_500_000_000))
                == [OSCMessage("/metronomed/beat", .int(1), .int(2), .int(2), .float(120))])
        _ = take(&service, OSCMessage("/metronomed/unsubscribe"))
        #expect(sent(service.due(atNs: 3_000_000_000)).isEmpty)
    }

    @Test func `what was heard while the bridge stood still is not sent, and a little late is`() {
        var service = service(begun, atNs: 1_900_000_000)
        _ = answer(&service, take(&service, OSCMessage("/metronomed/subscribe")))
        // The beats are heard at 2, 2.5 and 3 s.
        let messages = sent(service.due(atNs: 2_749_999_999))
        #expect(messages == [OSCMessage("/metronomed/beat", .int(1), .int(2), .int(2), .float(120))])
        #expect(sent(service.due(atNs: 3_250_000_000)).isEmpty)
    }

    @Test func `only this machine is answered, and those that are allowed`() {
        let (friend, stranger) = (
            InternetAddress(host: 0xC0A8_0114, port: 9), InternetAddress(host: 0xC0A8_0115, port: 9)
        )
        var service = OSCService(allowed: [InternetAddress(host: 0xC0A8_0114, port: 0)])
        for (address, count) in [(sender, 1), (friend, 1), (stranger, 0)] {
            #expect(take(&service, OSCMessage("/klick/ping"), from: address).count == count, "\(address)")
        }
    }

    @Test func `there is a limit of clients, and who cannot be sent to is dropped`() {
        var service = service()
        let host = sender.host
        for port in 1...UInt16(OSCService.mostClients) {
            let actions = take(
                &service, OSCMessage("/metronomed/subscribe"), from: InternetAddress(host: host, port: port))
            #expect(!actions.contains { if case .send = $0 { true } else { false } })
            _ = answer(&service, actions)
        }
        let late = InternetAddress(host: host, port: 9999)
        #expect(
            sent(take(&service, OSCMessage("/metronomed/subscribe"), from: late)).first?.address == "/metronomed/error")
        service.drop(InternetAddress(host: host, port: 7))
        #expect(sent(take(&service, OSCMessage("/metronomed/subscribe"), from: late)).isEmpty)
    }

    @Test func `commands that are not answered yet are limited`() {
        var service = service()
        for _ in 0..<OSCService.mostRequests {
            #expect(asked(take(&service, OSCMessage("/metronomed/ping"))) == ["ping"])
        }
        let actions = take(&service, OSCMessage("/metronomed/ping"))
        #expect(sent(actions).first?.address == "/metronomed/error")
        _ = service.disconnect(atNs: 0)
        #expect(asked(take(&service, OSCMessage("/metronomed/ping"))) == ["ping"])
    }

    // MARK: klick

    @Test func `what klick's clients send becomes commands`() {
        var service = service()
        for (message, expected) in [
            (OSCMessage("/klick/simple/set_tempo", .float(133.3)), ["tempo.set {bpm:133.3}"]),
            (OSCMessage("/klick/simple/set_tempo", .int(90)), ["tempo.set {bpm:90}"]),
            (
                OSCMessage("/klick/simple/set_meter", .int(3), .int(8)),
                ["meter.set {meter:3/8}", "bell.set {every:bar}"]
            ),
            (
                OSCMessage("/klick/simple/set_meter", .int(0), .int(4)),
                ["settings.set {accents:auto,bell:off,meter:4/4}"]
            ),
            (
                OSCMessage("/klick/simple/set_meter", .int(0), .int(8)),
                ["settings.set {accents:auto,bell:off,meter:4/8}"]
            ),
            (OSCMessage("/klick/simple/set_pattern", .string("Xx.")), ["accents.set {accents:Xx.}"]),
            (OSCMessage("/klick/simple/set_pattern", .string("")), ["accents.set {accents:auto}"]),
            (OSCMessage("/klick/simple/set_tempo_limit", .float(180)), []),
            (OSCMessage("/klick/simple/set_tempo_start", .float(90)), []),
            (
                OSCMessage("/klick/simple/set_tempo_increment", .float(2.5)),
                ["speed_trainer.set {speed_trainer:90 to 180 by 2.5 every 1}"]
            ),
            (OSCMessage("/klick/simple/set_tempo_increment", .float(0)), ["speed_trainer.set {speed_trainer:off}"]),
            (OSCMessage("/klick/simple/tap"), ["tap"]), (OSCMessage("/klick/metro/start"), ["start"]),
            (OSCMessage("/klick/metro/stop"), ["stop"]), (OSCMessage("/klick/quit"), ["stop"]),
            (OSCMessage("/klick/config/set_volume", .float(1.5)), ["volume.set {volume:1}"]),
            (
                OSCMessage("/klick/config/set_sound_volume", .float(0.5), .float(1)),
                ["bell_volume.set {bell_volume:0.5}"]
            ),
            (OSCMessage("/klick/config/set_sound", .int(0)), ["sound.set {beat:beat,bell:bell}"]),
            (
                OSCMessage("/klick/config/set_sound", .string("rim"), .string("click")),
                ["sound.set {beat:click,bell:rim}"]
            ),
            (OSCMessage("/klick/map/load_file", .string("/a b")), ["song.load {path:/a b}"]),
            (OSCMessage("/klick/map/set_preroll", .int(2)), ["count_in.set {count_in:2}"]),
            (OSCMessage("/klick/map/set_tempo_multiplier", .float(0.5)), ["song.scale {scale:0.5}"]),
        ] {
            let actions = take(&service, message)
            #expect(asked(actions).map { $0.filter { $0 != "\"" } } == expected, "\(message)")
            _ = answer(&service, actions)
        }
    }

    @Test func `where that is asked for, the bridge ends once klick's quit is answered, or cannot be`() {
        for quits in [false, true] {
            var service = OSCService(quits: quits)
            _ = service.connect(Subscription(seq: 0, events: [.state], state: .allegro), atNs: 0)
            let purpose = OSCPurpose.klickSetting(OSCMessage("/klick/quit"))
            let actions = take(&service, OSCMessage("/klick/quit"))
            #expect(asked(actions) == ["stop"] && !actions.contains(.end))
            #expect(service.answer(.null, to: purpose).contains(.end) == quits)
            #expect(service.refuse("there is no daemon", to: purpose).contains(.end) == quits)
            #expect(!service.answer(.null, to: .klickSetting(OSCMessage("/klick/metro/stop"))).contains(.end))
        }
    }

    @Test func `a tap with a time counts from then, and one of another day from now`() {
        var service = service()
        let now: Int64 = 5_000_000_000
        for (seconds, expected) in [
            (999.5, "tap {time_ns:4500000000}"), (1001, "tap"), (1, "tap"), (-1, "tap"), (1e300, "tap"),
        ] {
            let actions = take(
                &service, OSCMessage("/klick/simple/tap", .double(seconds)), atNs: now, wallNs: 1_000_000_000_000)
            #expect(asked(actions).map { $0.filter { $0 != "\"" } } == [expected], "\(seconds)")
        }
    }

    @Test func `klick's questions are answered to the sender, or to the port that is named`() {
        var service = service()
        #expect(take(&service, OSCMessage("/klick/ping")) == [.send(OSCMessage("/klick/pong"), to: sender)])
        #expect(take(&service, OSCMessage("/klick/check")) == [.send(OSCMessage("/klick/ready"), to: sender)])
        for url in ["osc.udp://laptop.local:6000/", "osc.udp://10.9.8.7:6000", "6000"] {
            let actions = take(&service, OSCMessage("/klick/ping", .string(url)))
            #expect(actions == [.send(OSCMessage("/klick/pong"), to: other)], "the host is always the sender's: \(url)")
        }
        for url in ["", "osc.udp://x", "osc.udp://x:0/", "osc.udp://x:70000/", "http://x:80/"] {
            #expect(sent(take(&service, OSCMessage("/klick/ping", .string(url)))).isEmpty, "\(url)")
        }
        let query = take(&service, OSCMessage("/klick/query", .string("osc.udp://x:6000/")))
        let told = sent(answer(&service, query), to: other)
        #expect(told.contains(OSCMessage("/klick/simple/tempo", .float(137.3))))
        #expect(told.contains(OSCMessage("/klick/simple/meter", .int(4), .int(4))))
        #expect(told.contains(OSCMessage("/klick/metro/type", .string("simple"))))
        #expect(told.contains(OSCMessage("/klick/metro/active", .int(1))))
        #expect(told.contains(OSCMessage("/klick/config/volume", .float(0.8))))
        #expect(told.contains(OSCMessage("/klick/config/sound", .int(0))))
        #expect(sent(take(&service, OSCMessage("/klick/config/get_available_ports"))).first?.arguments == [])
    }

    @Test func `who has registered with klick is told what changes, and each answer to what is set`() {
        var service = service()
        _ = take(&service, OSCMessage("/klick/register_client"))
        _ = take(&service, OSCMessage("/klick/register_client", .string("osc.udp://x:6000/")))
        var status = Status.allegro
        status.settings.bpm = 90
        let event = StateEvent { ($0.seq, $0.run, $0.changed, $0.state) = (2, 3, ["bpm"], status) }
        let tempi = [
            OSCMessage("/klick/simple/tempo", .float(90)), OSCMessage("/klick/simple/current_tempo", .float(90)),
        ]
        let actions = service.add(.state(event))
        #expect(sent(actions, to: sender) == tempi)
        #expect(sent(actions, to: other) == tempi)
        // What is set is told though it has not changed.
        let set = take(&service, OSCMessage("/klick/simple/set_tempo", .float(90)))
        #expect(sent(answer(&service, set), to: sender) == [tempi[0]])
        _ = take(&service, OSCMessage("/klick/unregister_client"))
        let again = take(&service, OSCMessage("/klick/simple/set_tempo", .float(90)))
        let told = answer(&service, again)
        #expect(sent(told, to: sender).isEmpty)
        #expect(sent(told, to: other) == [tempi[0]])
    }

    @Test func `what klick does not know or has no counterpart is said once`() {
        var service = service()
        for message in [
            OSCMessage("/klick/nonsense"), OSCMessage("/klick/simple/set_tempo", .string("fast")),
            OSCMessage("/klick/simple/set_meter", .int(3)), OSCMessage("/klick/config/set_sound", .int(99)),
            OSCMessage("/klick/config/connect", .string("system:playback_1")), OSCMessage("/klick/jack/query"),
            OSCMessage("/klick/metro/set_type", .string("x")),
        ] {
            #expect(said(take(&service, message)).count == 1, "\(message)")
            #expect(said(take(&service, message)).isEmpty, "\(message)")
        }
        let flood = (0..<1000).flatMap { take(&service, OSCMessage("/klick/\($0)")) }
        #expect(flood.count <= 64)
    }

    @Test func `sounds that cannot be loaded are named to klick's clients`() {
        var service = service()
        _ = take(&service, OSCMessage("/klick/register_client"))
        let asked = OSCMessage("/klick/config/set_sound", .string("a.wav"), .string("click"))
        func failed(_ name: String) -> OSCMessage { OSCMessage("/klick/config/sound_loading_failed", .string(name)) }
        let refused = service.refuse("no sound is called 'a.wav'", to: .klickSetting(asked))
        #expect(sent(refused) == [failed("a.wav")])
        let unexplained = service.refuse("the daemon is about to end", to: .klickSetting(asked))
        #expect(sent(unexplained) == [failed("a.wav"), failed("click")])
        let named = service.refuse("no sound is called a.wav", about: "bell", to: .klickSetting(asked))
        #expect(sent(named) == [failed("a.wav")])
    }

    @Test func `klick's numbers of a tempo that grows are those of the trainer, whoever sets or ends it`() throws {
        var service = service()
        func told(_ trainer: String) -> [OSCMessage] {
            var status = Status.allegro
            status.settings.others["speed_trainer"] = .string(trainer)
            _ = service.add(
                .state(StateEvent { ($0.seq, $0.run, $0.changed, $0.state) = (2, 3, ["speed_trainer"], status) }))
            return ["increment", "start", "limit"].compactMap {
                service.klick.message("/klick/simple/tempo_\($0)", status)
            }
        }
        func numbers(_ increment: Float, _ start: Float, _ limit: Float) -> [OSCMessage] {
            [("increment", increment), ("start", start), ("limit", limit)].map {
                OSCMessage("/klick/simple/tempo_\($0)", .float($1))
            }
        }
        // In one bundle the second counts on the first, before the daemon has answered.
        let increment = take(&service, OSCMessage("/klick/simple/set_tempo_increment", .float(5)))
        let limit = take(&service, OSCMessage("/klick/simple/set_tempo_limit", .float(160)))
        #expect(asked(limit).first?.contains("to 160 by 5 every 1") ?? false)
        // What is told meanwhile is older than what was asked for.
        #expect(told("to 999 by 5 every 1") == numbers(5, 0, 160))
        _ = answer(&service, increment) + answer(&service, limit)
        #expect(told("to 160 by 5 every 1") == numbers(5, 0, 160))
        // Where no begin was asked for, the one that came of it is none for the next.
        #expect(told("90 to 160 by 5 every 1") == numbers(5, 0, 160))
        #expect(told("80 to 120 by 10 every 4") == numbers(2.5, 80, 120))
        #expect(told("80 to 120 by 10 per minute") == numbers(0, 80, 120))
        #expect(told("to 999 by 1 every 1") == numbers(1, 0, 0))
        // Without it another limit sets nothing.
        #expect(told("off") == numbers(0, 0, 0))
        _ = take(&service, OSCMessage("/klick/register_client"))
        let unused = take(&service, OSCMessage("/klick/simple/set_tempo_limit", .float(5000)))
        #expect(asked(unused).isEmpty)
        #expect(sent(answer(&service, unused)) == [OSCMessage("/klick/simple/tempo_limit", .float(5000))])
        let grows = OSCMessage("/klick/simple/set_tempo_increment", .float(5))
        #expect(!asked(take(&service, grows)).isEmpty)
        // What was told of the numbers before holds no more, and is told again.
        let refused = service.refuse("the last tempo must be 1...1000", to: .klickSetting(grows))
        #expect(sent(refused).contains(OSCMessage("/klick/simple/tempo_limit", .float(0))))
        #expect(told("off") == numbers(0, 0, 0))
    }

    @Test func `what is asked for while a file loads, or a meter is on its way, counts on that`() {
        var service = service()
        func asked(_ message: OSCMessage) -> [String] { self.asked(take(&service, message)) }
        #expect(asked(OSCMessage("/klick/metro/set_type", .string("simple"))) == [])
        let load = take(&service, OSCMessage("/klick/map/load_file", .string("/a")))
        #expect(asked(OSCMessage("/klick/metro/set_type", .string("simple"))) == ["song.unload"])
        #expect(!asked(OSCMessage("/klick/simple/set_meter", .int(3), .int(4))).isEmpty)
        #expect(asked(OSCMessage("/klick/simple/set_meter", .int(0), .int(8))).first?.contains("3/8") == true)
        // What is told depends on what is loaded when that is answered.
        let query = take(&service, OSCMessage("/klick/query"))
        _ = answer(&service, load)
        var status = Status.allegro
        status.song = SongState()
        service.take(status)
        let told = sent(answer(&service, query)).map(\.address)
        #expect(told.contains("/klick/map/filename") && !told.contains("/klick/simple/tempo"))
    }

    @Test func `a number that klick has not is refused for what it is`() {
        for (message, reason) in [
            (OSCMessage("/klick/simple/set_tempo", .float(-5)), "below 0"),
            (OSCMessage("/klick/config/set_sound", .int(7)), "the sounds 0 to 3"),
        ] {
            var service = service()
            let actions = take(&service, message)
            #expect(asked(actions).isEmpty && said(actions).first?.contains(reason) == true, "\(message)")
        }
    }

    @Test func `a subscription is the sender's, and with arguments it is none`() {
        var service = service()
        for message in [
            OSCMessage("/metronomed/subscribe", .string("beat")),
            OSCMessage("/metronomed/unsubscribe", .string("state")),
        ] {
            let actions = take(&service, message)
            #expect(asked(actions).isEmpty && sent(actions).map(\.address) == ["/metronomed/error"], "\(message)")
        }
        #expect(service.wakeNs == nil)
    }

    @Test func `klick's clients are told once that the daemon is gone, and that the beat plays when it is there again`()
    {
        var service = service()
        _ = take(&service, OSCMessage("/klick/register_client"))
        #expect(sent(service.disconnect(atNs: 0)) == [OSCMessage("/klick/metro/active", .int(0))])
        #expect(service.disconnect(atNs: 0).isEmpty)
        let back = service.connect(Subscription(seq: 1, events: [.state, .timeline], state: .allegro), atNs: 0)
        #expect(sent(back).contains(OSCMessage("/klick/metro/active", .int(1))))
    }

    @Test func `who has subscribed is told once that nothing plays any more when the daemon is gone`() throws {
        var service = service(begun, atNs: 1_900_000_000)
        _ = answer(&service, take(&service, OSCMessage("/metronomed/subscribe")))
        let told = sent(service.disconnect(atNs: 2_000_000_000), to: sender)
        #expect(told.map(\.address) == ["/metronomed/state"] && told.first?.arguments.first == .string("playing"))
        let state = try JSONLine.decode(JSONValue.self, from: (told.first?.arguments.last?.string ?? "").utf8)
        #expect(state["playing"] == false && state["position"] == .null && state["now_ns"] == 2_000_000_000)
        #expect(state["settings"]?["bpm"] == JSONValue(begun.settings.bpm))
        #expect(service.disconnect(atNs: 3_000_000_000).isEmpty)
    }

    @Test func `without a daemon a subscription is answered with an error, and holds`() {
        var service = OSCService()
        let actions = take(&service, OSCMessage("/metronomed/subscribe"))
        guard case .request(_, _, let purpose)? = actions.first else { return #expect(Bool(false), "\(actions)") }
        let error = OSCMessage("/metronomed/error", .string("/metronomed/subscribe"), .string("there is no daemon"))
        #expect(service.refuse("there is no daemon", to: purpose) == [.send(error, to: sender)])
        let known = Subscription(seq: 1, events: [.state], state: .allegro)
        #expect(sent(service.connect(known, atNs: 0), to: sender).map(\.address) == ["/metronomed/state"])
    }

    @Test func `a button asks when it is pressed, not when it is let go, where no number is a value`() {
        for (address, pressed) in [
            ("/metronomed/start", "start"), ("/metronomed/tap", "tap"), ("/metronomed/stop/at/bar", "stop {at:bar}"),
            ("/metronomed/setlist/next", "setlist.next"), ("/metronomed/tempo/+5", "tempo.set {bpm:+5}"),
        ] {
            var service = service()
            for one in [OSCArgument.float(1), .int(1), .double(1)] {
                #expect(asked(take(&service, OSCMessage(address, one))).map { $0.filter { $0 != "\"" } } == [pressed])
            }
            #expect(take(&service, OSCMessage(address, .float(0))).isEmpty)
            for other in [[OSCArgument.float(0.5)], [.int(2)], [.int(1), .int(1)], [.string("x")]] {
                let actions = take(&service, OSCMessage(address, other))
                #expect(sent(actions).map(\.address) == ["/metronomed/error"], "\(address) \(other)")
            }
        }
        var service = service()
        #expect(asked(take(&service, OSCMessage("/metronomed/tempo", .float(1)))).first?.contains("bpm") == true)
        #expect(asked(take(&service, OSCMessage("/metronomed/volume", .float(0)))).first?.contains("volume") == true)
        // What is a whole command of several words is pressed, also where a number could follow.
        for (address, pressed) in [
            ("/metronomed/groove/rock", "groove.set {groove:rock}"), ("/metronomed/timer/off", "timer.set {timer:off}"),
            ("/metronomed/lane/hat/mute", "lane.set {name:hat,pattern:mute}"), ("/metronomed/loop/off", "loop.off"),
            ("/metronomed/prompt/every/C", "prompt.set {prompt:every C}"),
        ] {
            let actions = take(&service, OSCMessage(address, .float(1)))
            #expect(asked(actions).map { $0.filter { $0 != "\"" } } == [pressed])
            #expect(take(&service, OSCMessage(address, .float(0))).isEmpty)
        }
        for address in [
            "/metronomed/volume/bell", "/metronomed/bell/4/on", "/metronomed/setlist/go",
            "/metronomed/setlist/remove/gig", "/metronomed/prompt/C/F/every", "/metronomed/prompt/C/F/shuffled/seed",
        ] {
            #expect(asked(take(&service, OSCMessage(address, .int(1)))).first?.contains("1") == true, "\(address)")
        }
        #expect(sent(take(&service, OSCMessage("/metronomed/starrt", .float(1)))).first?.address == "/metronomed/error")
        _ = answer(&service, take(&service, OSCMessage("/metronomed/subscribe", .float(1))))
        #expect(take(&service, OSCMessage("/metronomed/unsubscribe", .float(0))).isEmpty)
        #expect(service.subscribers == [sender])
    }

    @Test func `any message with any arguments is taken without harm`() {
        var service = service()
        var random = SeededGenerator(seed: 2)
        let addresses =
            [
                "/klick/simple/tap", "/klick/simple/set_tempo", "/klick/simple/set_meter", "/klick/config/set_sound",
                "/klick/map/set_preroll", "/klick/config/set_sound_volume", "/klick/simple/set_tempo_increment",
                "/klick/ping", "/klick/query", "/metronomed/subscribe",
            ] + CommandTable.verbs.map { "/metronomed/\($0)" }
        let arguments: [OSCArgument] = [
            .int(.min), .int(.max), .long(.min), .long(.max), .float(.nan), .float(.infinity), .float(-1e38),
            .double(.nan), .double(1e308), .double(-.infinity), .double(-0.0), .string(""), .string("/\u{0}x"),
            .string(String(repeating: "a", count: 5000)), .bool(true), .other(tag: UInt8(ascii: "N")),
        ]
        for _ in 0..<5000 {
            let count = Int.random(in: 0...3, using: &random)
            let chosen = (0..<count).map { _ in arguments.randomElement(using: &random) ?? .int(0) }
            let address = addresses.randomElement(using: &random) ?? "/"
            let actions = take(&service, OSCMessage(address, chosen), wallNs: 1_700_000_000_000_000_000)
            _ = answer(&service, actions)
        }
        #expect(take(&service, OSCMessage("/klick/ping")).count == 1)
    }
}
