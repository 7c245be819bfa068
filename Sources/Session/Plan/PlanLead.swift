// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// How far ahead of what has been decided a plan begins.
///
/// A plan that takes longer to make than its beat is away comes too late, and is made again. Each one in a row begins twice
/// as far ahead, so that one is adopted however long they take.
package struct PlanLead: Sendable, Hashable {
    private static let leastSeconds = 0.02
    private static let mostSeconds = 2.0

    private var seconds = 0.0

    /// Not farther than need be.
    package init() {}

    /// A plan came too late.
    package mutating func missed() { seconds = min(Self.mostSeconds, max(Self.leastSeconds, 2 * seconds)) }

    /// A plan was adopted.
    package mutating func adopted() { seconds = 0 }

    /// How much farther ahead the next plan begins, in frames.
    package func frames(at rate: Double) -> Int64 { Int64(clamping: (seconds * rate).rounded(.down)) }
}
