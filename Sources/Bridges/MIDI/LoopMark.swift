// SPDX-License-Identifier: Apache-2.0

/// A system exclusive message by which a bridge knows what it has sent itself: a clock that comes back is not followed.
///
/// Its manufacturer is 7D, which is for no device. Every bridge has a mark of its own.
struct LoopMark: Sendable, Hashable {
    /// Without the first and the last byte.
    private let content: [UInt8]

    init() {
        var generator = SystemRandomNumberGenerator()
        content = [0x7D] + Array("metro".utf8) + (0..<6).map { _ in UInt8.random(in: 0...127, using: &generator) }
    }

    /// As it is sent.
    var bytes: [UInt8] { [0xF0] + content + [0xF7] }

    /// Whether a message that came is it.
    func matches(_ exclusive: [UInt8]) -> Bool { exclusive == content }
}
