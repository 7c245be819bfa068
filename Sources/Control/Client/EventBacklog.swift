// SPDX-License-Identifier: Apache-2.0

/// The events that came while an answer was waited for, the oldest first. Bounded: a daemon may send anything.
struct EventBacklog {
    /// The most lines that are kept.
    static let mostLines = 10_000
    /// The most bytes that are kept.
    static let mostBytes = 2 * ControlClient.maximumLineLength

    private(set) var lines: [[UInt8]] = []
    /// How many of the lines have been taken out.
    private var taken = 0
    private var bytes = 0

    /// Keeps a line. Returns false where there are too many.
    mutating func add(_ line: [UInt8]) -> Bool {
        guard lines.count - taken < Self.mostLines, bytes + line.count <= Self.mostBytes else { return false }
        lines.append(line)
        bytes += line.count
        return true
    }

    /// Takes out the oldest; nil where there is none.
    mutating func take() -> [UInt8]? {
        guard taken < lines.count else { return nil }
        var line: [UInt8] = []
        swap(&line, &lines[taken])
        bytes -= line.count
        taken += 1
        // Half of them at a time, so that each is moved but once or twice.
        if taken > lines.count / 2 {
            lines.removeFirst(taken)
            taken = 0
        }
        return line
    }
}
