// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A program that this one starts, without input, in a process group of its own.
package struct ChildCommand: Sendable {
    private let path: String
    private let arguments: [String]

    /// A program and its arguments, found as a shell finds it. Throws where there is none that may be run.
    package init(_ words: [String], searchPath: String?) throws(SystemError) {
        guard let name = words.first, !name.isEmpty else { throw SystemError("there is no command to run") }
        let folders = name.contains("/") ? [] : (searchPath ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
        let candidates = name.contains("/") ? [name] : folders.map { "\($0)/\(name)" }
        guard let path = candidates.first(where: { Self.isProgram($0) }) else {
            let code = candidates.contains { unsafe access($0, F_OK) == 0 } ? EACCES : ENOENT
            throw SystemError(code, "cannot run '\(name)'")
        }
        self.path = path
        arguments = words
    }

    private static func isProgram(_ path: String) -> Bool {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        return unsafe access(path, X_OK) == 0
    }

    /// Starts it with these variables and the standard error of this program, and with its standard output, unless it is quiet.
    package func start(environment: [String: String], isQuiet: Bool = false) throws(SystemError) -> Running {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        if isQuiet { unsafe posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0) }
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        // Of the signals that this program catches, ignores or blocks, it has the defaults.
        var signals = sigset_t()
        unsafe sigfillset(&signals)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
        let argv = unsafe arguments.map { unsafe strdup($0) } + [nil]
        let envp = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
        defer {
            for index in unsafe argv.indices { unsafe free(argv[index]) }
            for index in unsafe envp.indices { unsafe free(envp[index]) }
        }
        var pid: pid_t = 0
        let code = unsafe posix_spawn(&pid, path, &actions, &attributes, argv, envp)
        guard code == 0 else { throw SystemError(code, "cannot run '\(arguments[0])'") }
        return Running(pid: pid)
    }

    /// A program that was started.
    package struct Running: Sendable {
        fileprivate let pid: pid_t

        /// How it ended, as a shell has it: its exit status, or 128 and the number of a signal; nil while it runs. Once it has
        /// ended, this value is of no more use.
        package func end() -> CInt? {
            var status: CInt = 0
            guard unsafe waitpid(pid, &status, WNOHANG) != 0 else { return nil }
            return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
        }

        /// Sends a signal to it and to what it has started.
        package func send(_ signal: CInt) { kill(-pid, signal) }
    }
}
