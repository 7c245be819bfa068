// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A program in a session of its own, so that it can be measured, and ended, with all that it starts.
final class Child {
    /// Its process, and its session.
    let pid: pid_t
    /// Its exit code once it has ended; past 128 the signal that ended it.
    private(set) var end: Int32?

    private static let newSession: Int16 = 0x80  // POSIX_SPAWN_SETSID, behind _GNU_SOURCE

    /// Starts a program. `input` and `output` are descriptors, which stay the caller's; `log` a file for stderr.
    init(
        _ arguments: [String], environment: [String: String], input: Int32? = nil, output: Int32? = nil,
        log: String = "/dev/null"
    ) throws(BenchError) {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        if let input {
            unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        } else {
            unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        }
        if let output {
            unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        } else {
            unsafe posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        }
        unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)

        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        Interruption.unblock(&attributes)
        unsafe posix_spawnattr_setflags(&attributes, Self.newSession | Int16(POSIX_SPAWN_SETSIGMASK))

        let words = unsafe arguments.map { unsafe strdup($0) } + [nil]
        let variables = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
        defer { unsafe (words + variables).forEach { unsafe free($0) } }
        var pid: pid_t = 0
        let error = unsafe posix_spawnp(&pid, arguments[0], &actions, &attributes, words, variables)
        guard error == 0 else { throw BenchError("\(arguments[0]) cannot be started (errno \(error))") }
        self.pid = pid
        Interruption.add(pid)
    }

    /// Whether it still runs.
    var isRunning: Bool {
        guard end == nil else { return false }
        var status: Int32 = 0
        guard unsafe waitpid(pid, &status, WNOHANG) == pid else { return true }
        Interruption.remove(pid)
        end = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
        return false
    }

    /// Sends a signal to all of its session's first group.
    func signal(_ number: Int32) {
        if isRunning { kill(-pid, number) }
    }

    /// Waits for its end. Returns whether it ended in time.
    func ends(within seconds: Double) -> Bool {
        let deadline = Clock.nowNs + Int64(seconds * 1e9)
        while isRunning {
            guard Clock.nowNs < deadline else { return false }
            Clock.sleep(0.005)
        }
        return true
    }
}
