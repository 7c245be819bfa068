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
        case .trainer(let name, let number):
            let before = klick.increment
            klick.set(name, number)
            let isUsed = before > 0 || klick.increment > 0
            return words(isUsed ? [klick.trainerWords] : [], message, tells: ["/klick/simple/\(name)"])
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
                [["tap"] + tapTime(seconds, atNs: now, wallNs: wallNs)], message, tells: ["/klick/simple/tempo"])
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
    private mutating func words(_ commands: [[String]], _ message: OSCMessage, tells: [String]) -> [OSCAction] {
        var actions: [OSCAction] = []
        for words in commands {
            do throws(ControlError) {
                let (command, params) = try CommandTable.request(words: words)
                actions.append(.request(command.name, params, .klickSetting(message)))
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
