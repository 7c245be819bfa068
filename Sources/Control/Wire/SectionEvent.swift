// SPDX-License-Identifier: Apache-2.0

/// A section of a song, announced before it is heard; again where its time changes after that.
public struct SectionEvent: Sendable, Hashable, Codable {
    /// Its name on the wire.
    public static let method = "event.section"

    /// Rises with every event that the daemon sends.
    public var seq: Int
    /// Which start plays.
    public var run: Int?
    /// The section.
    public var section: SectionState
    /// The section that follows; nil before the end, and where it is far away.
    @OrNull public var next: SectionState?

    /// All of its parts.
    public init(seq: Int, run: Int?, section: SectionState, next: SectionState?) {
        self.seq = seq
        self.run = run
        self.section = section
        self.next = next
    }
}
