// SPDX-License-Identifier: Apache-2.0

/// A message about a property: the segment with an index, in a revision, or that there is none.
///
/// Property, index and revision identify one content: changed content has a new revision.
public struct SegmentMessage: Sendable, Hashable, Codable {
    /// The property that moves, such as `pendulum.angle`.
    public var property: String
    /// Which of the property's segments, such as the beat it belongs to.
    public var index: Int64
    /// How often this segment has been changed.
    public var revision: Int64
    /// The movement; nil takes it back.
    public var segment: Segment?

    /// All of its parts.
    public init(property: String, index: Int64, revision: Int64, segment: Segment?) {
        self.property = property
        self.index = index
        self.revision = revision
        self.segment = segment
    }
}
