// SPDX-License-Identifier: Apache-2.0

/// A position in the music, as heard.
public struct PositionState: Sendable, Hashable, Codable {
    /// Beats since the start, from 0.
    public var beatIndex: Int
    /// The bar, from 1.
    public var bar: Int
    /// The beat of the bar, from 1.
    public var beat: Int
    /// The part of the beat that has passed, 0..<1.
    public var phase: Double
    /// Whether the bell rings on this beat.
    public var bell: Bool

    /// All of its parts.
    public init(beatIndex: Int, bar: Int, beat: Int, phase: Double, bell: Bool) {
        self.beatIndex = beatIndex
        self.bar = bar
        self.beat = beat
        self.phase = phase
        self.bell = bell
    }

    private enum CodingKeys: String, CodingKey {
        case beatIndex = "beat_index"
        case bar, beat, phase, bell
    }
}
