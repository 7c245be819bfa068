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

    /// What each kind of them tells, in the order of the document.
    static let records: [any EventRecord.Type] = [
        BeatEvent.self, StateEvent.self, AudioEvent.self, MotionEvent.self, FrameEvent.self, TimelineEvent.self,
        SectionEvent.self, LaggedEvent.self,
    ]

    /// What it tells; nil for an unknown event.
    package var record: (any EventRecord)? {
        switch self {
        case .beat(let event): event
        case .state(let event): event
        case .audio(let event): event
        case .motion(let event): event
        case .frame(let event): event
        case .timeline(let event): event
        case .section(let event): event
        case .lagged(let event): event
        case .other: nil
        }
    }

    /// Which start it belongs to; nil for an unknown event.
    var run: Int? { record?.run }

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
            func read<Record: EventRecord>(_ type: Record.Type) throws -> Event {
                Record.event(try members.decode(type, forKey: .params))
            }
            let method = try members.decodeIfPresent(String.self, forKey: .method)
            let known = Event.records.first { $0.method == method }
            event = try known.map { try read($0) } ?? method.map(Event.other)
        }
    }
}
