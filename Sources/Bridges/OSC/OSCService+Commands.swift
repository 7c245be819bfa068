// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl
internal import MetronomeLinux

extension OSCService {
    static let root = "/metronomed/"
    private static let longestShown = 256

    /// Takes a command of ours: the address and the arguments are its words.
    mutating func takeCommand(_ message: OSCMessage, from sender: InternetAddress) -> [OSCAction] {
        let address = String(message.address.prefix(Self.longestShown))
        // With arguments they are commands about the connection, which nobody has here.
        switch message.arguments.isEmpty ? message.address : "" {
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
            let (command, params) = try CommandTable.request(words: words)
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
}
