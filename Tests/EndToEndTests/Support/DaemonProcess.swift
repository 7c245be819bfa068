// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import MetronomeControl

/// The environment of a daemon under test: a private home, socket and sound device.
struct Home {
    /// Where the sound goes.
    enum Output {
        /// Nowhere: the daemon renders by the system clock.
        case clock
        /// Into the file `capture.raw`, through ALSA's `file` PCM over its `null` one.
        case capture
    }

    let folder: TestFolder
    /// The variables of every program that is started in it.
    var environment: [String: String]

    /// A new one, with `beat.wav` and `bell.wav`: clicks of different levels.
    init(_ output: Output = .clock) throws {
        folder = try TestFolder()
        environment = [
            "HOME": folder("home"), "XDG_RUNTIME_DIR": folder("run"), "XDG_CONFIG_HOME": folder("config"),
            "XDG_STATE_HOME": folder("state"), "XDG_DATA_HOME": folder("data"), "LC_ALL": "C.UTF-8",
            "METRONOMED_SOCKET": folder("s"), "ALSA_CONFIG_PATH": folder("asound.conf"),
            "METRONOMED_OUTPUT": output == .clock ? "clock" : "alsa",
        ]
        for name in ["home", "run", "config", "state", "data"] {
            guard mkdir(folder(name), 0o700) == 0 else { throw HarnessError("mkdir: errno \(errno)") }
        }
        try folder.write(
            """
            pcm.!default { type file slave.pcm "null_sink" file "\(folder("capture.raw"))" format "raw" }
            pcm.null_sink { type null }
            """, to: "asound.conf")
        try folder.write(WAVFile.click(level: Capture.beatLevel).bytes, to: "sounds/beat.wav")
        try folder.write(WAVFile.click(level: Capture.bellLevel).bytes, to: "sounds/bell.wav")
        if output == .capture {
            environment["METRONOMED_SOUNDS"] = folder("sounds")
            // A machine that builds and tests at the same time may wake a thread more than 30 ms late.
            environment["METRONOMED_FILL_MS"] = "150"
        }
    }

    /// The path of the socket.
    var socket: String { folder("s") }

    /// Starts `metronomed` and does not wait for it.
    func metronomed(_ arguments: [String]) throws -> ChildProcess {
        try ChildProcess(Built.metronomed, arguments, environment: environment, in: folder)
    }

    /// Runs `metronomed` to its end.
    func run(_ arguments: [String]) throws -> Outcome {
        let child = try metronomed(arguments)
        return Outcome(end: try child.end(), stdout: child.stdout, stderr: child.stderr)
    }

    /// Starts a daemon, calls `body` once it answers, and kills it afterwards.
    func withDaemon(_ arguments: [String] = [], _ body: (DaemonProcess) throws -> Void) throws {
        let daemon = DaemonProcess(home: self, child: try metronomed(arguments))
        defer { daemon.child.kill() }
        try daemon.waitUntilItAnswers()
        try body(daemon)
    }

    /// Connects to the socket.
    func connect() throws -> ControlClient {
        try ControlClient.connect(path: socket, timeout: patience)
    }

    /// What the sound device was given; complete once the daemon has closed it.
    func captured() throws -> Capture {
        try Capture(raw: folder.bytes("capture.raw"))
    }
}

/// How a program ended, and what it wrote.
struct Outcome {
    let end: ChildProcess.End
    let stdout: String
    let stderr: String

    /// The lines of its standard error.
    var lines: [String] { stderr.split(separator: "\n").map(String.init) }
}

/// A running `metronomed`.
struct DaemonProcess {
    let home: Home
    let child: ChildProcess

    /// Waits until it answers a request.
    func waitUntilItAnswers() throws {
        try poll(for: "answer from the daemon") { () -> JSONValue? in
            if let end = child.ended() { throw HarnessError("the daemon ended with \(end): \(child.stderr)") }
            guard let client = try? home.connect() else { return nil }
            return try? client.call("ping", timeout: patience).get()
        }
    }

    /// A new connection to it.
    func connect() throws -> ControlClient { try home.connect() }

    /// The answer to `status`.
    func status() throws -> Status { try connect().status() }

    /// Ends it by a signal and waits for its end.
    @discardableResult
    func end(by signal: Int32 = SIGTERM) throws -> ChildProcess.End {
        child.signal(signal)
        return try child.end()
    }
}

/// Starts a daemon in a new home, calls `body` once it answers, and kills it afterwards.
func withDaemon(
    _ arguments: String..., output: Home.Output = .clock, environment: [String: String] = [:],
    _ body: (DaemonProcess) throws -> Void
) throws {
    var home = try Home(output)
    home.environment.merge(environment) { _, given in given }
    try home.withDaemon(arguments, body)
}

extension DaemonProcess {
    /// Waits until the beat of that number is heard.
    func waitForBeat(_ index: Int) throws {
        let client = try connect()
        try poll(for: "beat \(index)") {
            try (client.status().position?.beatIndex ?? -1) >= index ? true : nil
        }
    }
}
