// SPDX-License-Identifier: Apache-2.0

package import Control

/// What pages are told: the state when they come, and each change.
///
/// A pure value: it is given what the daemon says and returns lines for all pages.
package struct PresentState: Sendable {
    private var status: Status?
    private var version: Version?
    private let name: String

    package init(name: String) { self.name = name }

    /// Whether there is a daemon whose state is known.
    package var isConnected: Bool { status != nil && version != nil }

    /// The daemon is there, and this is its state. Pages are told once its version is known too.
    package mutating func connect(_ subscription: Subscription) { (status, version) = (subscription.state, nil) }

    /// The daemon says its version.
    package mutating func identify(_ version: Version) { self.version = version }

    /// The daemon is gone. Returns what pages are told.
    package mutating func disconnect() -> [[UInt8]] {
        let wasConnected = isConnected
        (status, version) = (nil, nil)
        return wasConnected ? [Self.connection(false)] : []
    }

    /// Takes in an event. Returns what pages are told: its line, unless they are not told that there is a daemon yet.
    package mutating func add(_ event: Event, line: [UInt8]) -> [[UInt8]] {
        switch event {
        case .state(let event):
            let timeline = status?.timeline
            status = event.state
            status?.timeline = timeline
        case .timeline(let event): status?.timeline = OrNull(wrappedValue: event.timeline)
        case .audio(let event): status?.audio = event.audio
        case .section: break
        default: return []
        }
        return isConnected ? [line] : []
    }

    /// What a page is told first, and all pages when the daemon is there again.
    package func greeting(for role: Role) -> [[UInt8]] {
        let hello = Hello(
            role: role, name: name, connected: isConnected, protocol: version?.protocol, daemon: version?.daemon,
            features: version?.features, state: isConnected ? status : nil)
        return [
            EventLine.encode(method: "event.hello", params: hello), Self.connection(isConnected),
        ]
    }

    /// The sounds that the present state names, by name or path.
    package var soundsInUse: [String] {
        guard let sounds = status?.sounds else { return [] }
        return [sounds.beat, sounds.bell]
    }

    private static func connection(_ isConnected: Bool) -> [UInt8] {
        EventLine.encode(method: "event.connection", params: ["connected": isConnected])
    }

    private struct Hello: Encodable {
        let role: Role
        let name: String
        let connected: Bool
        let `protocol`: ProtocolVersion?
        let daemon: String?
        let features: [String]?
        let state: Status?
    }
}
