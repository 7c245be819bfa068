// SPDX-License-Identifier: Apache-2.0

/// A face with a length that the user chooses: of a turn, of a quotation, of a cycle.
public protocol SpanFace: Face {
    /// What the span is counted in.
    static var spanUnit: SpanUnit { get }
    /// How many of them it takes, 1...64.
    var span: Int { get set }
}

/// What the span of a face is counted in.
public enum SpanUnit: String, Sendable, Hashable {
    case beats, bars
}
