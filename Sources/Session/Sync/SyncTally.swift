// SPDX-License-Identifier: Apache-2.0

/// How far the beats of late were from where the followed clock had them.
package struct SyncTally: Sendable, Hashable {
    /// The most beats that are kept.
    private static let most = 256

    private var errors: [Double] = []
    private var next = 0

    /// No beats.
    package init() {}

    /// Adds a beat that was heard `seconds` late; below 0 for early.
    package mutating func add(_ seconds: Double) {
        if errors.count < Self.most { errors.append(seconds) } else { errors[next] = seconds }
        next = next + 1 < Self.most ? next + 1 : 0
    }

    /// What 99 of 100 of them do not exceed either way, in seconds; nil without any.
    package var p99: Double? {
        guard !errors.isEmpty else { return nil }
        let sizes = errors.map { abs($0) }.sorted()
        return sizes[(sizes.count * 99 + 99) / 100 - 1]
    }
}
