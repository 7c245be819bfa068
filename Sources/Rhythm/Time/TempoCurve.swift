// SPDX-License-Identifier: Apache-2.0

/// How the tempo goes along a stretch of music: constant, or from one tempo to another.
public struct TempoCurve: Sendable, Hashable, BitwiseCopyable {
    /// What the tempo is proportional to.
    public enum Shape: Sendable, CaseIterable, BitwiseCopyable {
        /// One tempo.
        case constant
        /// The tempo changes by the same amount in every beat.
        case linearInBeats
        /// The tempo changes by the same amount in every second.
        case linearInTime

        /// Real-time safe.
        @_noLocks public static func == (left: Shape, right: Shape) -> Bool {
            switch (left, right) {
            case (.constant, .constant), (.linearInTime, .linearInTime), (.linearInBeats, .linearInBeats): true
            default: false
            }
        }
    }

    /// What the tempo is proportional to.
    public let shape: Shape
    /// At the beginning, and before it.
    public let start: Tempo
    /// At the end, and after it.
    public let end: Tempo
    /// The length from the beginning to the end, in units of `Position`, more than 0; a constant tempo has 1.
    public let length: Ratio

    /// One tempo. Real-time safe.
    @_noLocks public init(_ tempo: Tempo) {
        shape = .constant
        start = tempo
        end = tempo
        length = .one
    }

    /// From one tempo to another within a length in units of `Position`, which is more than 0. Equal tempi make a constant one.
    public init(from start: Tempo, to end: Tempo, _ shape: Shape, length: Ratio) {
        precondition(length.numerator > 0)
        let isConstant = shape == .constant || start == end
        self.shape = isConstant ? .constant : shape
        self.start = start
        self.end = isConstant ? start : end
        self.length = isConstant ? .one : length
    }

    /// Whether it is one tempo. Real-time safe.
    public var isConstant: Bool { @_noLocks get { shape == .constant } }

    /// Real-time safe.
    @_noLocks public static func == (left: TempoCurve, right: TempoCurve) -> Bool {
        left.shape == right.shape && left.start == right.start && left.end == right.end
            && left.length == right.length
    }
}
