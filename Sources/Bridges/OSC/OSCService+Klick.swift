// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
internal import MetronomeControl
internal import MetronomeLinux
internal import MetronomeRhythm

extension OSCService {
    /// Takes a message to klick.
    mutating func takeKlick(
        _ message: OSCMessage, from sender: InternetAddress, atNs now: Int64, wallNs: Int64
    ) -> [OSCAction] {
        guard let command = KlickCommand(message) else {
            return say("\(RhythmError.quote(message.address)) ,\(message.tags.prefix(16)) is no message of klick's")
        }
        let hasURL = KlickCommand.hasReturnAddress(message)
        guard let client = hasURL ? sender.replying(toURL: message.arguments[0].string ?? "") : sender else {
            return say("\(message.address): an address is written osc.udp://host:port/")
        }
        switch command {
        case .ping: return [.send(OSCMessage("/klick/pong"), to: client)]
        case .check: return status == nil ? [] : [.send(OSCMessage("/klick/ready"), to: client)]
        case .register: return register(klick: client)
        case .unregister:
            unregister(klick: client)
            return []
        case .quit:
            // The sound ends, as it does with klick; daemon and bridge belong to others too.
            unregister(klick: sender)
            let said = quits ? [] : say("/klick/quit stops the beat; daemon and bridge stay")
            return said + words([["stop"]], message, tells: [])
        case .query(let addresses):
            return status == nil ? [] : [.request("status", [:], .klickValues(addresses, for: client))]
        case .ports: return [.send(OSCMessage("/klick/config/available_ports"), to: client)]
        case .words(let commands, let tells): return words(commands, message, tells: tells)
        case .tempo(let number): return tempo(number, message)
        case .growth(let name, let number):
            let commands = klick.growth.set(
                name, number, present: tempoUnderWay ?? status?.bpm, isPlaying: status?.playing ?? false)
            return words(commands, message, tells: ["/klick/simple/\(name)"])
        case .noMeter(let note):
            // The bars stay, for who asks for a bell again.
            let beats = beatsUnderWay ?? status?.meter.split(separator: "/").first.map(String.init) ?? "4"
            let params: [String: JSONValue] = [
                "meter": .string("\(beats)/\(note)"), "accents": "auto", "bell": "off",
            ]
            return [.request("settings.set", params, .klickSetting(message)), values(KlickCommand.meter)]
        case .type(let type): return choose(type, message)
        case .sounds(let bell, let beat):
            let params: [String: JSONValue] = ["bell": .string(bell), "beat": .string(beat)]
            return [.request("sound.set", params, .klickSetting(message)), values(["/klick/config/sound"])]
        case .tap(let seconds):
            return words(
                [["tap"] + tapTime(seconds, atNs: now, wallNs: wallNs)], message, tells: [Self.tempo])
        case .nothing(let why): return say("\(message.address): \(why)")
        }
    }

    /// Whether the answer to a message ends the bridge.
    func isEnd(_ message: OSCMessage) -> Bool { quits && message.address == "/klick/quit" }

    private mutating func choose(_ type: String, _ message: OSCMessage) -> [OSCAction] {
        switch type {
        case "simple":
            klick.wantsMap = false
            let isLoading = underWay.contains { $0.address == KlickCommand.loadFile }
            let isSimple = status?.song == nil && !isLoading
            return words(isSimple ? [] : [["song", "unload"]], message, tells: ["/klick/metro/type"])
        case "map":
            klick.wantsMap = true
            return [values(["/klick/metro/type"])]
        case "jack": return say("\(message.address): \(KlickCommand.jack)") + [values(["/klick/metro/type"])]
        default: return say("\(message.address): there are simple and map")
        }
    }

    private static let tempo = "/klick/simple/tempo"

    /// Sets the tempo, and the trainer that begins or ends with it.
    private mutating func tempo(_ number: Double, _ message: OSCMessage) -> [OSCAction] {
        let tempo = Self.words(number)
        let isLed = klick.growth.start > 0 && status?.playing ?? false
        guard let trainer = klick.growth.set(tempo: number) else { return words([tempo], message, tells: [Self.tempo]) }
        guard isLed else { return words([tempo, trainer], message, tells: [Self.tempo]) }
        // A trainer that is set after the tempo would begin anew with its start; one that is adopted goes on from the tempo.
        return words([trainer], message, tells: [Self.tempo], for: .klickTrainer(message))
    }

    /// What is asked for once a tap has set the tempo: the trainer that begins with it.
    mutating func goOn(after message: OSCMessage, _ result: JSONValue) -> [OSCAction] {
        // The end of a growth stays, where that is a tempo: the trainer would begin anew with its start.
        guard case .tap = KlickCommand(message), klick.growth.start == 0 || klick.growth.limit > 0,
            let bpm = result["bpm"]?.number, let trainer = klick.growth.set(tempo: bpm)
        else { return [] }
        return words([trainer], OSCMessage(KlickCommand.setTempo, .double(bpm)), tells: [Self.tempo])
    }

    /// What is asked for once the trainer of a tempo is adopted: the tempo, from which it goes on.
    mutating func goOn(afterTrainerOf message: OSCMessage) -> [OSCAction] {
        guard case .tempo(let number) = KlickCommand(message) else { return [] }
        return words([Self.words(number)], message, tells: [Self.tempo])
    }

    private static func words(_ tempo: Double) -> [String] { ["tempo", OSCArgument.double(tempo).word ?? ""] }

    /// The tempo that is on its way, and will not be refused for what it is; nil for none.
    private var tempoUnderWay: Double? {
        underWay.reversed().lazy.compactMap { message in
            guard case .tempo(let bpm) = KlickCommand(message) else { return nil }
            return KlickGrowth.tempi.contains(bpm) ? bpm : nil
        }.first
    }

    /// The beats of the meter that is on its way; nil for none.
    private var beatsUnderWay: String? {
        underWay.reversed().lazy.compactMap { message in
            guard case .words(let commands, _) = KlickCommand(message), commands.first?.first == "meter" else {
                return nil
            }
            return commands.first?.last?.split(separator: "/").first.map(String.init)
        }.first
    }

    /// The time of a tap, on our clock; nothing for one that is not of the last seconds.
    private func tapTime(_ seconds: Double?, atNs now: Int64, wallNs: Int64) -> [String] {
        guard let seconds, (0..<5e9).contains(seconds) else { return [] }
        let ageNs = wallNs - Int64(clamping: seconds * 1e9)
        return (0..<10_000_000_000).contains(ageNs) ? ["time", "\(now - ageNs)"] : []
    }

    /// Asks the daemon for each of these, then tells the clients the values that it has then.
    private mutating func words(
        _ commands: [[String]], _ message: OSCMessage, tells: [String], for purpose: OSCPurpose? = nil
    ) -> [OSCAction] {
        var actions: [OSCAction] = []
        for words in commands {
            do throws(ControlError) {
                let (command, params) = try CommandTable.request(words: words)
                actions.append(.request(command.name, params, purpose ?? .klickSetting(message)))
            } catch {
                actions += say("\(message.address): \(error.message)")
            }
        }
        return tells.isEmpty ? actions : actions + [values(tells)]
    }

    private mutating func values(_ addresses: [String]) -> OSCAction {
        owed.formUnion(addresses)
        return .request("status", [:], .klickValues(addresses, for: nil))
    }
}

extension InternetAddress {
    /// Where the answer goes that is asked for at `osc.udp://host:port/`: to that port of the sender's machine, whatever the host
    /// says, so that nobody has answers sent to others. Nil where the text is no such address; a port alone is one.
    func replying(toURL text: String) -> InternetAddress? {
        let end = text.hasPrefix("osc.") ? text.split(separator: ":", maxSplits: 2).dropFirst(2).first : text[...]
        guard let digits = end?.prefix(while: { $0 != "/" }), let port = UInt16(digits), port > 0 else { return nil }
        return InternetAddress(host: host, port: port)
    }
}
