// SPDX-License-Identifier: Apache-2.0

/// How a line is drawn along a path.
public struct StrokeStyle: Sendable, Hashable {
    /// How an open line ends.
    public enum Cap: Sendable, Hashable { case butt, round, square }
    /// How two pieces meet.
    public enum Join: Sendable, Hashable { case miter, round, bevel }

    /// In points.
    public var width: Double
    /// How an open line ends.
    public var cap: Cap
    /// How two pieces meet.
    public var join: Join
    /// Lengths of dash and gap in turn, in points; empty for a line without gaps.
    public var dash: [Double]
    /// How far into the dashes the line begins, in points.
    public var dashPhase: Double

    /// A style; lengths in points.
    public init(width: Double, cap: Cap = .butt, join: Join = .miter, dash: [Double] = [], dashPhase: Double = 0) {
        self.width = width
        self.cap = cap
        self.join = join
        self.dash = dash
        self.dashPhase = dashPhase
    }
}
