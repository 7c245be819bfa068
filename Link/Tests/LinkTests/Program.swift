// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import Glibc
import MetronomeLinux

/// Why a test cannot go on.
struct HarnessError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Asks until there is a value.
@discardableResult
func poll<Value>(for what: String, within seconds: Double = 30, _ ask: () throws -> Value?) throws -> Value {
    let end = MonotonicClock.nowNs + Int64(seconds * 1e9)
    while true {
        if let value = try ask() { return value }
        guard MonotonicClock.nowNs < end else { throw HarnessError("no \(what) within \(seconds) s") }
        usleep(10_000)
    }
}

func wait(seconds: Double) { usleep(UInt32(seconds * 1e6)) }

/// A program under test, which is killed when this value goes. What it says of errors is kept in a file.
final class Program {
    let pid: pid_t
    private let words: [String]
    private let errors: String
    /// The ends of its standard input and output; -1 where it has none.
    private var (input, output): (CInt, CInt) = (-1, -1)
    private var rest: [UInt8] = []
    private var ended: Int32?

    /// Starts a program, its errors going into a file; with `asks`, it answers lines of its input.
    init(
        _ words: [String], environment: [String: String] = [:], errors: String, asks: Bool = false
    ) throws {
        (self.words, self.errors) = (words, errors)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var theirs: [CInt] = []
        defer { for descriptor in theirs { close(descriptor) } }
        if asks {
            var (questions, answers): ([CInt], [CInt]) = ([-1, -1], [-1, -1])
            guard pipe(&questions) == 0, pipe(&answers) == 0 else { throw HarnessError("pipe: errno \(errno)") }
            (input, output, theirs) = (questions[1], answers[0], [questions[0], answers[1]])
            // Others that are started do not keep them open.
            for descriptor in questions + answers { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
            posix_spawn_file_actions_adddup2(&actions, theirs[0], STDIN_FILENO)
            posix_spawn_file_actions_adddup2(&actions, theirs[1], STDOUT_FILENO)
        } else {
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        }
        let mode = O_WRONLY | O_CREAT | O_TRUNC | O_APPEND
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors, mode, 0o600)
        // The process of the tests may block signals.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let argv = words.map { strdup($0) } + [nil]
        let envp = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in argv + envp { free(text) } }
        var pid: pid_t = 0
        let code = posix_spawn(&pid, words[0], &actions, &attributes, argv, envp)
        guard code == 0 else { throw HarnessError("cannot run \(words[0]): errno \(code)") }
        self.pid = pid
    }

    deinit {
        kill()
        for descriptor in [input, output] where descriptor >= 0 { close(descriptor) }
    }

    /// What it has written to stderr.
    var said: String { (try? String(contentsOfFile: errors, encoding: .utf8)) ?? "" }

    private func hasEnded() -> Bool {
        var status: Int32 = 0
        if ended == nil, waitpid(pid, &status, WNOHANG) == pid {
            ended = status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
        }
        return ended != nil
    }

    func signal(_ number: CInt) { if !hasEnded() { _ = Glibc.kill(pid, number) } }

    func kill() { _ = try? end(by: SIGKILL) }

    /// Sends a signal, waits for the end, and returns the exit status; below 0 where a signal ended it.
    @discardableResult func end(by number: CInt = SIGTERM) throws -> Int32 {
        signal(number)
        return try status()
    }

    /// Waits for its end, and returns the exit status.
    func status() throws -> Int32 {
        try poll(for: "end of \(words)") { hasEnded() ? ended : nil }
    }

    /// Sends keys.
    func type(_ keys: String) throws { try Descriptor.write(Array(keys.utf8), to: input) }

    /// Sends a line, and returns the one that comes back.
    func ask(_ line: String) throws -> String {
        try Descriptor.write(Array((line + "\n").utf8), to: input)
        while true {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                defer { rest.removeFirst(end + 1) }
                return String(decoding: rest[..<end], as: UTF8.self)
            }
            var request = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            guard Glibc.poll(&request, 1, 10_000) > 0 else { throw HarnessError("no answer to \(line)") }
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = read(output, &bytes, bytes.count)
            guard count > 0 else { throw HarnessError("it has ended; it was asked \(line): \(said)") }
            rest += bytes[..<count]
        }
    }
}

/// The programs that are built.
enum Built {
    static let metronomed = main("metronomed")
    static let metroctl = main("metroctl")
    static let metrolink = beside("metrolink")
    static let peer = beside("linkpeer")
    static let card = beside("libpcm_virtual.so")

    /// Ableton's own example, and the server that it plays by; nil where they are not installed.
    static let linkHut: (hut: String, jackd: String)? = {
        let paths = ["/usr/bin/LinkHut", "/usr/bin/jackd"]
        return paths.allSatisfy(FileManager.default.isExecutableFile(atPath:)) ? (paths[0], paths[1]) : nil
    }()

    /// Of the main package: in METRONOMED_BIN_DIR.
    private static func main(_ name: String) -> String {
        (ProcessInfo.processInfo.environment["METRONOMED_BIN_DIR"] ?? "../.build/debug") + "/" + name
    }

    /// Beside the test bundle, or above it.
    private static func beside(_ name: String) -> String {
        for start in CommandLine.arguments where start.contains(".xctest") || start == CommandLine.arguments.first {
            var folder = URL(filePath: start).standardizedFileURL
            for _ in 0..<4 {
                folder.deleteLastPathComponent()
                let file = folder.appending(component: name).path
                if FileManager.default.fileExists(atPath: file) { return file }
            }
        }
        return name
    }
}
