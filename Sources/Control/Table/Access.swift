// SPDX-License-Identifier: Apache-2.0

/// Who may call a method.
public enum Access: String, Sendable, CaseIterable {
    /// Everybody: it changes nothing.
    case watch
    /// Who controls the daemon: all but pages that only watch.
    case control
    /// Who owns the daemon, and no page: it ends the daemon.
    case owner
    /// A client on a connection of its own. What passes on requests of others, such as pages, pedals and OSC, refuses it: on its
    /// own connection it would change what all of them hear.
    case connection

    /// In words, for the documents.
    package var summary: String {
        switch self {
        case .watch: "any client and any page"
        case .control: "any client, and pages that control"
        case .owner: "any client, and no page"
        case .connection: "a client on its own connection: no page, no pedal, and nobody by OSC"
        }
    }
}
