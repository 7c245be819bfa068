// SPDX-License-Identifier: Apache-2.0

/// Which section of a song is heard, or which entry of a set list is played, and what comes next.
public struct ShownSection: Sendable, Hashable {
    /// What it is called, and which time it is played, such as `verse 2 of 2`.
    public var name: String
    /// The name and time of the section that follows; nil where none follows, and where it is far away.
    public var next: String?

    /// A section, and what comes next.
    public init(name: String, next: String?) {
        self.name = name
        self.next = next
    }

    /// Both in one line: `verse 2 of 2, then coda`.
    public var line: String { name + (next.map { ", then \($0)" } ?? "") }
}
