// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import MetronomeControl

/// Programs in a private home, on a card. They, and no others, are ended with it.
final class Session {
    /// The card that they play on.
    let card: Card
    /// The variables that they are started with.
    private let environment: [String: String]
    /// The programs that are measured.
    private(set) var children: [Child] = []
    /// The programs that run beside them and are not measured.
    private var helpers: [Child] = []

    init(on card: Card) {
        self.card = card
        let home = card.folder
        environment = [
            "PATH": Self.variable("PATH") ?? "/usr/bin:/bin", "HOME": home, "XDG_RUNTIME_DIR": home,
            "XDG_STATE_HOME": home, "XDG_CONFIG_HOME": home, "XDG_DATA_HOME": home, "LC_ALL": "C.UTF-8",
            "ALSA_CONFIG_PATH": card.configuration, "PULSE_RUNTIME_PATH": home + "/pulse",
            "JACK_NO_AUDIO_RESERVATION": "1", "JACK_DEFAULT_SERVER": "bench-\(getpid())",
            "METRONOMED_SOCKET": home + "/s",
        ]
    }

    deinit { end() }

    /// The value of a variable.
    subscript(_ name: String) -> String { environment[name] ?? "" }

    /// Starts a program that is measured.
    @discardableResult
    func run(
        _ arguments: [String], input: Int32? = nil, output: Int32? = nil, adding variables: [String: String] = [:]
    ) throws(BenchError) -> Child {
        let child = try start(arguments, input: input, output: output, adding: variables)
        children.append(child)
        return child
    }

    /// Starts a program that is not measured.
    @discardableResult
    func help(
        _ arguments: [String], output: Int32? = nil, adding variables: [String: String] = [:]
    ) throws(BenchError) -> Child {
        let child = try start(arguments, output: output, adding: variables)
        helpers.append(child)
        return child
    }

    /// Runs a program repeatedly until it succeeds. Returns whether it did.
    func tries(_ arguments: [String], for seconds: Double) throws(BenchError) -> Bool {
        let end = Clock.nowNs + Int64(seconds * 1e9)
        repeat {
            let child = try start(arguments)
            guard child.ends(within: 5) else {
                helpers.append(child)
                return false
            }
            if child.end == 0 { return true }
            Clock.sleep(0.02)
        } while Clock.nowNs < end
        return false
    }

    /// Connects to the daemon.
    func connect() throws -> ControlClient {
        var client: ControlClient?
        guard
            Clock.waits(
                10,
                until: {
                    client = try? ControlClient.connect(path: self["METRONOMED_SOCKET"], timeout: .seconds(5))
                    return client != nil
                }), let client
        else { throw BenchError("the daemon does not answer") }
        return client
    }

    /// Ends all of them: by SIGTERM, then by SIGKILL.
    func end() {
        for number in [SIGTERM, SIGKILL] {
            let running = (children + helpers).filter(\.isRunning)
            for child in running { child.signal(number) }
            let deadline = Clock.nowNs + 5_000_000_000
            while Clock.nowNs < deadline, running.contains(where: \.isRunning) { Clock.sleep(0.02) }
        }
    }

    private func start(
        _ arguments: [String], input: Int32? = nil, output: Int32? = nil, adding variables: [String: String] = [:]
    ) throws(BenchError) -> Child {
        try Child(
            arguments, environment: environment.merging(variables) { _, added in added }, input: input,
            output: output, log: card.folder + "/log")
    }

    private static func variable(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }
}
