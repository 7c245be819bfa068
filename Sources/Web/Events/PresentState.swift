// SPDX-License-Identifier: Apache-2.0

package import MetronomeControl

/// What pages are told: the state when they come, and each change.
///
/// A pure value: it is given what the daemon says and returns lines for all pages.
package struct PresentState: Sendable {
    private var status: Status?
    private var version: Version?
    private let name: String
    /// By which pages are told what the daemon tells by paths.
    private var names: PathNames

    /// - Parameters:
    ///   - name: what the server is called.
    ///   - folders: what pages are not told: see ``PathNames``.
    package init(name: String, folders: [String] = []) {
        self.name = name
        names = PathNames(folders: folders)
    }

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

    /// Takes in an event. Returns what pages are told: its line without paths, unless they are not told that there is a daemon yet.
    package mutating func add(_ event: Event, line: [UInt8]) -> [[UInt8]] {
        switch event {
        case .state(let event):
            let timeline = status?.timeline
            status = event.state
            status?.timeline = timeline
        case .timeline(let event): status?.timeline = .some(event.timeline)
        case .audio(let event): status?.audio = event.audio
        case .section: break
        default: return []
        }
        return isConnected ? told([line]) : []
    }

    /// What a page is told first, and all pages when the daemon is there again.
    package mutating func greeting(for role: Role) -> [[UInt8]] {
        let hello = Hello(
            role: role, name: name, connected: isConnected, protocol: version?.protocol, daemon: version?.daemon,
            features: version?.features, state: isConnected ? status : nil)
        return told([EventLine.encode(method: "event.hello", params: hello), Self.connection(isConnected)])
    }

    /// The result of a request, as a page is told it.
    package mutating func told(_ result: JSONValue) -> JSONValue { names.value(result) }

    /// A refusal of the daemon, as a page is told it.
    package mutating func told(_ error: ControlError) -> ControlError { names.error(error) }

    private mutating func told(_ lines: [[UInt8]]) -> [[UInt8]] { lines.compactMap { names.line($0) } }

    /// The file of a sound that plays, or is to play, by the name that pages are told; nil where none is of that name.
    package func pathOfSound(_ name: String) -> String? {
        guard let path = names.path(of: name), let status,
            let all = try? JSONLine.parse(JSONLine.encode(status)), Self.plays(path, in: all)
        else { return nil }
        return path
    }

    /// Whether a value names a sound as one that plays: settings, lanes, those of a song and changes that wait.
    private static func plays(_ sound: String, in value: JSONValue) -> Bool {
        switch value {
        case .array(let elements): elements.contains { plays(sound, in: $0) }
        case .object(let members):
            members.contains { name, member in
                switch (name, member) {
                case (_, .string(let text)) where name.hasSuffix("sound"): text == sound
                case ("sounds", .object(let sounds)): sounds.values.contains { $0.string == sound }
                default: plays(sound, in: member)
                }
            }
        case .null, .bool, .integer, .number, .string: false
        }
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
