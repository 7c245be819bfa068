// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import Glibc
internal import Synchronization

/// Ends the programs that were started when the benchmark is interrupted: they have sessions of their own and would
/// play on.
enum Interruption {
    private static let running = Mutex<Set<pid_t>>([])
    private static let folder = Mutex<String>("")
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGALRM]

    /// Notes a program that was started.
    static func add(_ pid: pid_t) { running.withLock { _ = $0.insert(pid) } }

    /// Notes that a program was waited for, so that its number is free again.
    static func remove(_ pid: pid_t) { running.withLock { _ = $0.remove(pid) } }

    /// From now on SIGINT, SIGTERM and SIGHUP end the programs and remove the folder as well; and the benchmark ends
    /// after a number of seconds, even if something hangs.
    static func clears(_ path: String, within seconds: Int) {
        folder.withLock { $0 = path }
        var set = set
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
        var thread = pthread_t()
        unsafe pthread_create(&thread, nil, body, nil)
        alarm(UInt32(seconds))
    }

    /// The signal mask that a program is started with: none is blocked.
    static func unblock(_ attributes: inout posix_spawnattr_t) {
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
    }

    private static var set: sigset_t {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for signal in signals { unsafe sigaddset(&set, signal) }
        return set
    }

    private static let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { _ in
        var set = set
        var number: Int32 = 0
        unsafe sigwait(&set, &number)
        if number == SIGALRM { Bench.say("something hangs: ended") }
        running.withLock { for pid in $0 { kill(-pid, SIGKILL) } }
        try? FileManager.default.removeItem(atPath: folder.withLock { $0 })
        exit(128 + number)
    }
}
