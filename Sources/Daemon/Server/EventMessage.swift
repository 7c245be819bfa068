// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl
internal import NIOCore

/// An event for all clients that are sent it: its line is encoded once, when the first of them takes it, and shared.
/// Belongs to the event loop.
final class EventMessage {
    /// What it is sent to the subscribers of.
    let kind: EventKind
    private var encode: (() -> [UInt8])?
    private var encoded = ByteBuffer()

    private init(_ kind: EventKind, _ encode: @escaping () -> [UInt8]) {
        self.kind = kind
        self.encode = encode
    }

    /// The line with its end. A copy shares the bytes.
    var line: ByteBuffer {
        if let encode {
            encoded = ByteBuffer(bytes: encode())
            self.encode = nil
        }
        return encoded
    }

    /// An event for those who have subscribed to its kind.
    convenience init(_ announcement: Announcement) {
        switch announcement {
        case .beat(let event): self.init(.beat) { EventLine.encode(method: BeatEvent.method, params: event) }
        case .state(let event): self.init(.state) { EventLine.encode(method: StateEvent.method, params: event) }
        case .audio(let event): self.init(.audio) { EventLine.encode(method: AudioEvent.method, params: event) }
        case .motion(let event): self.init(.motion) { EventLine.encode(method: MotionEvent.method, params: event) }
        case .frame(let event): self.init(.frame) { EventLine.encode(method: FrameEvent.method, params: event) }
        case .timeline(let event):
            self.init(.timeline) { EventLine.encode(method: TimelineEvent.method, params: event) }
        case .section(let event): self.init(.section) { EventLine.encode(method: SectionEvent.method, params: event) }
        }
    }
}
