// SPDX-License-Identifier: Apache-2.0

public import MetronomeRhythm

/// A change of tempo in a render: it holds from a frame on and keeps the phase.
public struct TempoStep: Sendable, Hashable {
    /// The first frame of the new tempo.
    public let frame: Int64
    /// The new tempo.
    public let tempo: Tempo
}
