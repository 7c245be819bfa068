// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl
internal import MetronomeLinux

extension OSCService {
    static let root = "/metronomed/"
    private static let longestShown = 256

    /// Takes a command of ours: the address and the arguments are its words.
    mutating func takeCommand(_ message: OSCMessage, from sender: InternetAddress) -> [OSCAction] {
        let address = String(message.address.prefix(Self.longestShown))
        // With other arguments they are commands about the connection, which nobody has here.
        let isOwn = ["/metronomed/subscribe", "/metronomed/unsubscribe"].contains(message.address)
        if isOwn, message.button == false { return [] }
        switch message.arguments.isEmpty || message.button == true ? message.address : "" {
        case "/metronomed/subscribe":
            guard !isFull else { return [tooMany(address, to: sender)] }
            guard subscribe(sender) else {
                return [error(address, "\(Self.mostClients) have subscribed: no more", to: sender)]
            }
            return [.request("status", [:], .subscriber(sender))]
        case "/metronomed/unsubscribe":
            unsubscribe(sender)
            return [.send(OSCMessage("/metronomed/answer", .string(address), .string("{}")), to: sender)]
        default: break
        }
        // What would be left out is not read.
        guard !isFull else { return [tooMany(address, to: sender)] }
        var words = message.address.dropFirst(Self.root.count).split(separator: "/").map(String.init)
        for argument in message.arguments {
            guard let word = argument.word else {
                return [error(address, "arguments must be numbers, texts or true and false", to: sender)]
            }
            words.append(word)
        }
        do throws(ControlError) {
            guard let (command, params) = try Self.request(words, message.button) else { return [] }
            guard command.access != .connection else {
                let reason = "\(command.name) is about a connection to the daemon, and this one serves everybody here"
                return [
                    error(
                        address, reason + ": /metronomed/subscribe alone has beats and states sent to you", to: sender)
                ]
            }
            return [.request(command.name, params, .command(address: address, from: sender))]
        } catch {
            return [self.error(address, error.message, to: sender)]
        }
    }

    /// The request of some words; nil for a button that is let go. The number of a button is no value where the words before it are a
    /// whole command of several, or where with the number they are none.
    private static func request(
        _ words: [String], _ button: Bool?
    ) throws(ControlError) -> (command: Command, params: [String: JSONValue])? {
        let alone = Array(words.dropLast())
        if let button, (try? CommandTable.call(words: alone)) != nil,
            alone.count > 1 || (try? CommandTable.call(words: words)) == nil
        {
            let pressed = try CommandTable.request(words: alone)
            if !takesNumber(pressed.command, after: alone) { return button ? pressed : nil }
        }
        return try CommandTable.request(words: words)
    }

    /// Whether a number is a value behind words that are a whole command without it.
    private static func takesNumber(_ command: Command, after words: [String]) -> Bool {
        switch command.name {
        // Without its entry the whole list would be deleted.
        case "setlist.remove": true
        // Without their number these words would be prompts.
        case "prompt.set": words.last == "every" || words.last == "seed"
        default: false
        }
    }
}
