// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// A program under test, whose output goes to files. It is killed, at the latest, when this value goes.
final class ChildProcess {
    /// How a program ended.
    enum End: Equatable {
        case exit(Int32)
        case signal(Int32)
    }

    /// What is kept of each of stdout and stderr.
    private static let outputLimit = 256 << 10

    let pid: pid_t
    private let folder: TestFolder
    private let name: String
    private var end: End?

    /// Starts a program with no descriptors or variables but those given here. Its stdout is `output` where that is given.
    /// `metroctl` waits as long as a test does, unless its first word is an option or its words say how long.
    init(
        _ program: String, _ arguments: [String], environment: [String: String], in folder: TestFolder,
        name: String = "out-\(UInt32.random(in: 0...UInt32.max))", terminal: Pseudoterminal? = nil,
        drawsOnTerminal: Bool = false, output given: Int32? = nil
    ) throws {
        self.folder = folder
        self.name = name
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let output = O_WRONLY | O_CREAT | O_TRUNC | O_APPEND
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, terminal?.path ?? "/dev/null", O_RDWR, 0)
        if let given {
            posix_spawn_file_actions_adddup2(&actions, given, STDOUT_FILENO)
        } else if let terminal, drawsOnTerminal {
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, terminal.path, O_RDWR, 0)
        } else {
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, folder(name + ".out"), output, 0o600)
        }
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, folder(name + ".err"), output, 0o600)
        _ = SpawnExtensions.changeFolder?(&actions, folder.path)
        // The descriptors that other tests have open are not inherited.
        _ = SpawnExtensions.closeFrom?(&actions, 3)

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        // The first terminal that a session leader opens becomes its controlling terminal.
        let session = terminal == nil ? 0 : SpawnExtensions.newSession
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | session)

        var variables = environment
        for kept in ["PATH", "LD_LIBRARY_PATH", "TSAN_OPTIONS", "ASAN_OPTIONS"] where variables[kept] == nil {
            variables[kept] = ProcessInfo.processInfo.environment[kept]
        }
        let takesLimit = program == Built.metroctl && arguments.first?.hasPrefix("-") == false
        let limit = takesLimit && !arguments.contains("--timeout") ? ["--timeout", Built.patience] : []
        let argv = ([program] + limit + arguments).map { strdup($0) } + [nil]
        let envp = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in argv + envp { free(text) } }
        var pid: pid_t = 0
        let code = posix_spawn(&pid, program, &actions, &attributes, argv, envp)
        guard code == 0 else { throw HarnessError("cannot run \(program): errno \(code)") }
        self.pid = pid
    }

    deinit { kill() }

    /// What it has written to stdout.
    var stdout: String { text("out") }
    /// What it has written to stderr.
    var stderr: String { text("err") }

    private func text(_ ending: String) -> String {
        let bytes = (try? folder.bytes("\(name).\(ending)", limit: Self.outputLimit)) ?? []
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Sends it a signal.
    func signal(_ number: Int32) {
        if end == nil { _ = Glibc.kill(pid, number) }
    }

    /// How it ended; nil while it runs.
    func ended() -> End? {
        if end != nil { return end }
        var status: Int32 = 0
        guard waitpid(pid, &status, WNOHANG) == pid else { return nil }
        let number = status & 0x7F
        end = number == 0 ? .exit((status >> 8) & 0xFF) : .signal(number)
        return end
    }

    /// Waits for its end.
    func end(within limit: Duration = patience) throws -> End {
        try poll(for: "end of the program; it says: \(stderr)", within: limit) { ended() }
    }

    /// How many sockets it has open.
    var socketCount: Int {
        let folder = "/proc/\(pid)/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.count {
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
            return target?.hasPrefix("socket:") == true
        }
    }

    /// Kills it with SIGKILL and waits for its end.
    func kill() {
        guard ended() == nil else { return }
        _ = Glibc.kill(pid, SIGKILL)
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        end = .signal(SIGKILL)
    }
}

/// Functions that Glibc's module hides behind `_GNU_SOURCE`.
private enum SpawnExtensions {
    typealias Actions = UnsafeMutablePointer<posix_spawn_file_actions_t>
    typealias ChangeFolder = @convention(c) (Actions, UnsafePointer<CChar>) -> CInt
    typealias CloseFrom = @convention(c) (Actions, CInt) -> CInt

    /// POSIX_SPAWN_SETSID
    static let newSession: Int16 = 0x80
    static let changeFolder = function("posix_spawn_file_actions_addchdir_np", as: ChangeFolder.self)
    static let closeFrom = function("posix_spawn_file_actions_addclosefrom_np", as: CloseFrom.self)

    private static func function<Function>(_ name: String, as type: Function.Type) -> Function? {
        dlsym(nil, name).map { unsafeBitCast($0, to: type) }
    }
}

/// The paths of the programs that were built together with these tests.
enum Built {
    static let metronomed = program("metronomed")
    static let metroctl = program("metroctl")
    /// How long `metroctl` waits for answers, as its option has it.
    static let patience = "\(EndToEndTests.patience.components.seconds)s"
    /// The definition that makes the `metroctl` of a shell's script wait for answers as long.
    static let patientShell = "metroctl() { command metroctl --timeout \(patience) \"$@\"; }\n"
    static let realtimeKitStub = program("realtimekit-stub")
    static let avahiStub = program("avahi-stub")
    static let metroface = program("metroface")
    static let metrobridge = program("metrobridge")
    static let metroweb = program("metroweb")

    /// Beside the test bundle, or in `METRONOMED_BIN_DIR`.
    private static func program(_ name: String) -> String {
        if let folder = ProcessInfo.processInfo.environment["METRONOMED_BIN_DIR"] { return "\(folder)/\(name)" }
        var starts = CommandLine.arguments.prefix(1) + [Bundle.main.bundlePath]
        // Under `swift test` the process is the toolchain's, and one of its arguments names the bundle.
        starts += CommandLine.arguments.filter { $0.contains(".xctest") }
        for start in starts {
            var folder = URL(filePath: start).standardizedFileURL
            for _ in 0..<4 {
                folder.deleteLastPathComponent()
                let file = folder.appending(component: name).path
                if FileManager.default.isExecutableFile(atPath: file) { return file }
            }
        }
        return name
    }
}
