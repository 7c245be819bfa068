// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import Glibc
internal import Synchronization

/// What is left to do when somebody ends the benchmark: the programs have sessions of their own and would play on.
enum Interruption {
    private static let running = Mutex<Set<pid_t>>([])
    private static let folder = Mutex<String>("")
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGALRM]

    /// Notes a program that was started.
    static func add(_ pid: pid_t) { running.withLock { _ = $0.insert(pid) } }

    /// Notes that a program was waited for, and its number is free again.
    static func remove(_ pid: pid_t) { running.withLock { _ = $0.remove(pid) } }

    /// From now on, an end by SIGINT, SIGTERM or SIGHUP takes the programs and the folder along; and it ends after so
    /// many seconds, whatever hangs.
    static func clears(_ path: String, within seconds: Int) {
        folder.withLock { $0 = path }
        var set = set
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
        var thread = pthread_t()
        unsafe pthread_create(&thread, nil, body, nil)
        alarm(UInt32(seconds))
    }

    /// What a program is started with: none of them blocked.
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
