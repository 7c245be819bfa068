// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import MetronomeControl

/// Bridges beside a daemon, which are not measured with it: a MIDI clock into a FIFO, OSC, and where a D-Bus can be started a
/// media player.
final class BridgeSet {
    private let program: String
    private let session: Session
    private let client: ControlClient
    private let fifo: CInt
    /// How each is started, by its name.
    private let words: [String: [String]]
    private var running: [String: Child] = [:]
    /// MIDI messages that came out of the FIFO.
    private(set) var messages = 0
    /// How often one was killed and started again.
    private(set) var kills = 0
    /// How often one of those had hung before.
    private(set) var hangs = 0
    private var hung: String?
    /// How often one was not back when the next was to be killed.
    private(set) var absences = 0

    /// Their names.
    var names: [String] { words.keys.sorted() }

    /// Starts them, and waits until the daemon lists them.
    init(_ program: String, beside daemon: Metronomed) throws {
        self.program = program
        session = daemon.session
        client = try session.connect()
        let folder = daemon.card.folder
        guard unsafe mkfifo(folder + "/midi", 0o600) == 0 else { throw BenchError("mkfifo: errno \(errno)") }
        fifo = unsafe open(folder + "/midi", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        var words = ["midi": ["--out", folder + "/midi"], "osc": ["--port", "0"]]
        if Player.path(of: "dbus-daemon") != nil {
            try session.help(["dbus-daemon", "--session", "--nofork", "--address", "unix:path=\(folder)/bus"])
            if Clock.waits(5, until: { unsafe access(folder + "/bus", F_OK) == 0 }) { words["mpris"] = [] }
        }
        self.words = words
        for name in words.keys { try start(name) }
        guard Clock.waits(10, until: { listed == names }) else { throw BenchError("only bridges \(listed) run") }
    }

    deinit { close(fifo) }

    private func start(_ name: String) throws {
        running[name] = try session.help(
            [program, name, "--quiet"] + (words[name] ?? []),
            adding: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(session.card.folder)/bus"])
    }

    /// The bridges that the daemon lists without trouble.
    private var listed: [String] {
        guard case .success(let answer)? = try? client.call(words: "bridges", timeout: .seconds(5)) else { return [] }
        return (answer["bridges"]?.array ?? []).filter { $0["trouble"] == .null }.compactMap { $0["name"]?.string }
            .sorted()
    }

    /// Kills one and starts it again, or has it hang until the next is to be killed, which is it then.
    func kill(_ dice: inout Dice) throws {
        drain()
        if hung == nil, listed != names { absences += 1 }
        let name = hung ?? names[Int(dice.number(in: 0...Int64(names.count - 1)))]
        if hung == nil, dice.number(in: 0...3) == 0 {
            running[name]?.signal(SIGSTOP)
            (hung, hangs) = (name, hangs + 1)
            return
        }
        hung = nil
        running[name]?.signal(SIGKILL)
        _ = running[name]?.ends(within: 5)
        kills += 1
        try start(name)
    }

    /// Takes what has come out of the FIFO, which would be full some time.
    func drain() {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while case let count = unsafe read(fifo, &bytes, bytes.count), count > 0 {
            messages += bytes[..<count].count { $0 >= 0x80 }
        }
    }
}
