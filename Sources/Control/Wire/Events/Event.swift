// SPDX-License-Identifier: Apache-2.0

/// A message that the daemon sends to its subscribers.
public enum Event: Sendable, Hashable {
    case beat(BeatEvent)
    case state(StateEvent)
    case audio(AudioEvent)
    case motion(MotionEvent)
    case frame(FrameEvent)
    case timeline(TimelineEvent)
    case section(SectionEvent)
    case lagged(LaggedEvent)
    /// An event that only a newer daemon sends, by its name.
    case other(String)

    /// Reads the line of an event. Nil for a line that is none, such as a reply.
    ///
    /// - Throws: `parse_error` where a member is missing or of another type.
    public init?(line: some Collection<UInt8>) throws(ControlError) {
        guard let event = try JSONLine.decode(Envelope.self, from: line).event else { return nil }
        self = event
    }

    private struct Envelope: Decodable {
        /// Nil where the line has no method.
        let event: Event?

        private enum CodingKeys: CodingKey {
            case method, params
        }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            func params<Params: Decodable>() throws -> Params { try members.decode(Params.self, forKey: .params) }
            switch try members.decodeIfPresent(String.self, forKey: .method) {
            case nil: event = nil
            case BeatEvent.method: event = .beat(try params())
            case StateEvent.method: event = .state(try params())
            case AudioEvent.method: event = .audio(try params())
            case MotionEvent.method: event = .motion(try params())
            case FrameEvent.method: event = .frame(try params())
            case TimelineEvent.method: event = .timeline(try params())
            case SectionEvent.method: event = .section(try params())
            case LaggedEvent.method: event = .lagged(try params())
            case let method?: event = .other(method)
            }
        }
    }
}
