// SPDX-License-Identifier: Apache-2.0

/// Frames per second of an audio stream, a whole number of hertz in 8000...192000.
public struct SampleRate: Sendable, Hashable, BitwiseCopyable {
    /// The rates allowed, in hertz.
    public static let range = 8000...192_000

    /// Real-time safe.
    public static var hz44100: SampleRate { @_noLocks get { SampleRate(unchecked: 44_100) } }
    /// Real-time safe.
    public static var hz48000: SampleRate { @_noLocks get { SampleRate(unchecked: 48_000) } }

    /// Frames per second.
    public let hertz: Int

    /// Nil outside `range`.
    public init?(hertz: Int) {
        guard Self.range.contains(hertz) else { return nil }
        self.hertz = hertz
    }

    @_noLocks private init(unchecked hertz: Int) {
        self.hertz = hertz
    }

    /// Real-time safe.
    @_noLocks public static func == (left: SampleRate, right: SampleRate) -> Bool { left.hertz == right.hertz }
}
