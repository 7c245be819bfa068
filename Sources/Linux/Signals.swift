// SPDX-License-Identifier: Apache-2.0

internal import CMetronomeLinux
internal import Glibc
internal import Synchronization

/// Where the signal handler writes; -1 before there is a pipe.
private let wakeDescriptor = Atomic<CInt>(-1)

/// Signals as bytes in a pipe, so that one poll(2) waits for them too.
public struct Signals {
    /// Readable when a signal has come. For poll(2).
    public let descriptor: CInt

    /// Catches these signals from now on, apart from SIGHUP where it is ignored, as nohup(1) has it; only one value of this type may
    /// be in use in a process.
    public init(_ numbers: [CInt]) throws(SystemError) {
        var (readEnd, writeEnd): (CInt, CInt) = (-1, -1)
        let result = unsafe linux_pipe(&readEnd, &writeEnd)
        guard result == 0 else { throw SystemError(-result, "cannot make a pipe for signals") }
        descriptor = readEnd
        wakeDescriptor.store(writeEnd, ordering: .relaxed)
        for number in numbers where number != SIGHUP || !linux_ignores_signal(SIGHUP) { Self.handle(number) }
    }

    /// Catches one more signal, or one whose default action was put back.
    package nonisolated static func handle(_ number: CInt) {
        signal(number) { number in
            let saved = errno
            var byte = UInt8(truncatingIfNeeded: number)
            _ = unsafe Glibc.write(wakeDescriptor.load(ordering: .relaxed), &byte, 1)
            errno = saved
        }
    }

    /// Whether the process may change the modes of its terminal and draw on it: it is not in the background of a shell.
    package static var isForeground: Bool {
        let owner = tcgetpgrp(STDOUT_FILENO)
        return owner < 0 || owner == getpgrp()
    }

    /// Suspends the process as SIGTSTP does where it is not caught. Returns when the process is continued.
    package func suspend() {
        signal(SIGTSTP, SIG_DFL)
        raise(SIGTSTP)
        Self.handle(SIGTSTP)
    }

    /// The signals that have come since the last call; at most 64, the rest stay for the next one.
    package func taken() -> [CInt] {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
        return bytes.prefix(max(0, count)).map(CInt.init)
    }
}
