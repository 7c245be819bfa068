// SPDX-License-Identifier: Apache-2.0

package import MetronomeControl
package import MetronomeLinux

/// What the OSC bridge does next.
package enum OSCAction: Sendable, Hashable {
    /// A message is sent.
    case send(OSCMessage, to: InternetAddress)
    /// The daemon is asked; the purpose says what its answer is for.
    case request(String, [String: JSONValue], OSCPurpose)
    /// A line for people.
    case say(String)
    /// The bridge ends.
    case end
}

/// What an answer of the daemon is for.
package enum OSCPurpose: Sendable, Hashable {
    /// The sender of a command is told it.
    case command(address: String, from: InternetAddress)
    /// A message of klick's has set something; only a refusal is told, in the log.
    case klickSetting(OSCMessage)
    /// The trainer of a tempo of klick's is set; the tempo is asked for next.
    case klickTrainer(OSCMessage)
    /// A status, of which klick's messages are made, by their addresses or nil for all: for one address, or nil for every client
    /// that has registered.
    case klickValues([String]?, for: InternetAddress?)
    /// A status, of which a new subscriber is told.
    case subscriber(InternetAddress)
}
