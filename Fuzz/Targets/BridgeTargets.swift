// SPDX-License-Identifier: Apache-2.0

internal import Bridges
internal import Choices
internal import ControlSamples
internal import MetronomeControl
internal import MetronomeLinux

extension FuzzTarget {
    /// Packets of Open Sound Control, each with its length before it, and what the daemon answers meanwhile.
    static let osc = FuzzTarget(
        "osc", longest: 2048,
        words: {
            CommandTable.verbs.map { "/metronomed/" + $0 } + [
                "#bundle\u{0}", ",i", ",f", ",s", ",iifsTF", "/klick/register_client", "/klick/metro/query",
                "/metronomed/subscribe", "/metronomed/unsubscribe", "/klick/simple/set_tempo",
                "/klick/config/set_sound",
                "/klick/map/load_file", "/klick/simple/set_meter", "/klick/simple/current_tempo",
            ]
        },
        seeds: {
            [
                OSCMessage("/metronomed/tempo", .float(120)), OSCMessage("/metronomed/subscribe"),
                OSCMessage("/klick/register_client", .string("6000")), OSCMessage("/klick/simple/set_tempo", .int(90)),
                OSCMessage("/metronomed/bell", .int(4), .string("on"), .int(2)),
            ].map { [UInt8($0.bytes.count)] + $0.bytes }
        }
    ) { input in
        var choices = Choices(input)
        var service = OSCService()
        _ = service.connect(Subscription(seq: 1, events: [.state, .timeline], state: .allegro), atNs: 0)
        var now: Int64 = 0
        while !choices.isOver {
            let packet = choices.rest(atMost: Int(choices.byte()))
            if let messages = OSCPacket.messages(in: packet) {
                for message in messages {
                    let again = OSCPacket.messages(in: message.bytes)
                    try law(again?.count == 1, "a message that is written is not read back: \(message)")
                }
            }
            now += Int64(packet.count) * 1_000_000
            let sender = InternetAddress(host: 0x7F00_0001, port: UInt16(1 + packet.count % 3))
            for action in service.take(packet, from: sender, atNs: now, wallNs: now) {
                switch action {
                case .request(let method, let params, let purpose):
                    try law(CommandTable.command(named: method) != nil, "the daemon is asked for \(method)")
                    _ = Request.line(method, params: params, id: 1)
                    _ = packet.count % 2 == 0 ? service.answer(.null, to: purpose) : service.refuse("no", to: purpose)
                case .send(let message, _):
                    try law(OSCPacket.messages(in: message.bytes)?.count == 1, "a message cannot be read: \(message)")
                case .say(let line): try lawOfErrors(line)
                case .end: try law(false, "a bridge that does not quit ends")
                }
            }
            _ = service.due(atNs: now)
            _ = service.add(.beat(.sample(index: packet.count)))
        }
    }

    /// Bytes from a MIDI port, with the time between them, and a daemon that follows its clock.
    static let midi = FuzzTarget(
        "midi", longest: 2048,
        words: { ["\u{f8}", "\u{fa}", "\u{fb}", "\u{fc}", "\u{f2}\u{1}\u{0}", "\u{f0}", "\u{f7}"] },
        seeds: {
            let clocks = (0..<60).flatMap { _ in [0xF8, 20] as [UInt8] }
            return [[0xFA, 1] + clocks + [0xFC, 1, 0x90, 1, 60, 1, 100, 1, 0xB0, 1, 64, 1, 127, 1]]
        }
    ) { input in
        var parser = MIDIParser()
        var follower = ClockFollower(offsetNs: 5_000_000)
        follower.connect(Subscription(seq: 1, events: [.state], state: .allegro))
        var board = PedalBoard(map: MIDIMap(Array("\"controller 64\" = \"tempo 40...240\"".utf8), path: "/a"))
        var choices = Choices(input)
        var now = Status.allegro.nowNs
        while !choices.isOver {
            let byte = choices.byte()
            // One step of 255 is a long silence.
            let step = choices.byte()
            now += step == 255 ? 20_000_000_000 : Int64(step) * 1_000_000
            guard let message = parser.take(byte) else { continue }
            if case .sync(let sync) = message {
                for request in follower.take(sync, atNs: now) {
                    let command = CommandTable.command(named: request.method)
                    let call = Result { () throws(ControlError) in try command?.call(request.params) }
                    if case .failure(let error) = call { throw BrokenLaw("the daemon refuses \(request): \(error)") }
                }
            }
            _ = board.take(message, atNs: now)
            _ = follower.isFollowing(atNs: now)
        }
    }

    /// What pedals and keys do, and what is pressed.
    static let pedals = FuzzTarget(
        "pedals", longest: 2048,
        words: {
            CommandTable.verbs + ["\"controller ", "\"note ", "\"program ", " channel ", "...", "40...240", "\" = \""]
        },
        seeds: {
            [Array("\"controller 64\" = \"toggle\"\n\"controller 1 channel 2\" = \"tempo 40...240\"\n".utf8)]
        }
    ) { input in
        let map = MIDIMap(input, path: "/a/midi.toml")
        for mistake in map.mistakes { try lawOfErrors(mistake.description) }
        var board = PedalBoard(map: map)
        for trigger in map.actions.keys {
            let channel = trigger.channel ?? 1
            for value in [0, 127, 64, 1] {
                _ = board.take(.controller(channel: channel, number: trigger.number, value: value), atNs: 1)
                _ = board.take(.note(channel: channel, number: trigger.number, velocity: value), atNs: 2)
            }
        }
    }
}
