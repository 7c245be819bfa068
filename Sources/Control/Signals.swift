// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization

/// Where a signal handler writes; -1 before there is a pipe.
private let wakeDescriptor = Atomic<Int32>(-1)

/// Signals as bytes in a pipe, so that one poll waits for them too.
public struct Signals {
    /// For poll(2).
    public let descriptor: Int32

    /// Catches these from now on; nil without a pipe. One at a time in a process.
    public init?(_ numbers: [Int32]) {
        var ends: [Int32] = [0, 0]
        guard unsafe pipe(&ends) == 0 else { return nil }
        for end in ends {
            _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        descriptor = ends[0]
        wakeDescriptor.store(ends[1], ordering: .relaxed)
        for number in numbers { Self.catchAgain(number) }
    }

    /// Catches one more, or one that was left to its default meanwhile.
    public nonisolated static func catchAgain(_ number: Int32) {
        signal(number) { number in
            let saved = errno
            var byte = UInt8(truncatingIfNeeded: number)
            _ = unsafe Glibc.write(wakeDescriptor.load(ordering: .relaxed), &byte, 1)
            errno = saved
        }
    }

    /// The signals that came since the last time.
    public func taken() -> [Int32] {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
        return bytes.prefix(Swift.max(0, count)).map(Int32.init)
    }
}
