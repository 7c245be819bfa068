// SPDX-License-Identifier: Apache-2.0

/// The controls. Each returns once the daemon has answered, which says from when the change holds.
///
/// They throw ``ControlError`` where the daemon refuses, and ``ClientError`` where there is none or it does not answer in time.
extension Metronome {
    /// Starts playing, from beat 0; does nothing if it plays already.
    @discardableResult
    public func start() async throws -> Change { try await request("start") }

    /// Stops playing; does nothing if it is stopped already.
    @discardableResult
    public func stop() async throws -> Change { try await request("stop") }

    /// Starts if stopped, stops if playing.
    @discardableResult
    public func toggle() async throws -> Change { try await request("toggle") }

    /// Sets the tempo, in beats per minute, 1...1000.
    @discardableResult
    public func setTempo(_ bpm: Double) async throws -> Change {
        try await request("tempo.set", ["bpm": JSONValue(bpm)])
    }

    /// Sets several settings of the music at once, all or none, by the names that `settings.set` has: `["meter": "7/8"]`.
    @discardableResult
    public func set(_ settings: [String: JSONValue]) async throws -> Change {
        try await request("settings.set", settings)
    }

    /// Undoes the last change of the music.
    @discardableResult
    public func undo() async throws -> Change { try await request("undo") }

    /// Makes the change again that was undone last.
    @discardableResult
    public func redo() async throws -> Change { try await request("redo") }

    /// The status as it is now, with its timeline; with the segments of these properties too.
    public func currentStatus(properties: [String] = []) async throws -> Status {
        try await request(
            "status", properties.isEmpty ? [:] : ["properties": .array(properties.map(JSONValue.string))])
    }

    /// How exact the beat has been.
    public func timing() async throws -> Timing { try await request("timing") }

    /// The sounds there are.
    public func sounds() async throws -> [SoundList.Entry] {
        (try await request("sound.list") as SoundList).sounds
    }

    /// The result of any method of the protocol, as its type or as a ``JSONValue``.
    public func request<Value: Decodable & Sendable>(
        _ method: String, _ params: [String: JSONValue] = [:], as type: Value.Type = Value.self
    ) async throws -> Value {
        try await answer(to: method, params).result(as: type)
    }
}
