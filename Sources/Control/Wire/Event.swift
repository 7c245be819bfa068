// SPDX-License-Identifier: Apache-2.0

/// What the daemon tells a subscriber without being asked.
public enum Event: Sendable, Hashable {
    case beat(BeatEvent)
    case state(StateEvent)
    case audio(AudioEvent)
    case motion(MotionEvent)
    case frame(FrameEvent)
    case lagged(LaggedEvent)
    /// An event of a newer daemon's, by its name.
    case other(String)

    /// Reads the line of an event. Nil for a line that is none, such as a reply.
    ///
    /// - Throws: `parse_error` where a member is missing or of another type.
    public init?(line: some Collection<UInt8>) throws(ControlError) {
        guard let method = try JSONLine.decode(Head.self, from: line).method else { return nil }
        switch method {
        case BeatEvent.method: self = .beat(try JSONLine.decode(Body<BeatEvent>.self, from: line).params)
        case StateEvent.method: self = .state(try JSONLine.decode(Body<StateEvent>.self, from: line).params)
        case AudioEvent.method: self = .audio(try JSONLine.decode(Body<AudioEvent>.self, from: line).params)
        case MotionEvent.method: self = .motion(try JSONLine.decode(Body<MotionEvent>.self, from: line).params)
        case FrameEvent.method: self = .frame(try JSONLine.decode(Body<FrameEvent>.self, from: line).params)
        case LaggedEvent.method: self = .lagged(try JSONLine.decode(Body<LaggedEvent>.self, from: line).params)
        default: self = .other(method)
        }
    }

    private struct Head: Decodable {
        let method: String?
    }

    private struct Body<Params: Decodable>: Decodable {
        let params: Params
    }
}
