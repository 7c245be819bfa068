// SPDX-License-Identifier: Apache-2.0

internal import CKeyboard
internal import FoundationEssentials
internal import Glibc

/// All that are compared, metronomed first.
struct Players {
    /// The daemon to measure.
    let program: String
    let bpm: Int

    /// The fill of `normal` while nobody changes anything, and for a while after each change.
    static let usualMs = 90
    static let promptMs = 30
    /// The fills of `low` and `quiet`.
    static let lowMs = 10
    static let quietMs = 250
    /// How long the fill of `normal` is short after a start or a change, in seconds, and a little more.
    static let promptSeconds = 11.0

    /// sox and aplay, the measure of how light one can be, with about the fill that `normal` has after a change.
    static let light = #"sox \| aplay, 40 ms ahead"#

    var all: [Player] {
        [
            usual,
            Player(name: Self.light, programs: ["sox", "aplay"]) {
                try piped($0, into: ["aplay", "-q", "--buffer-time=40000"])
            },
            metronomed(fillMs: Self.promptMs), metronomed(fillMs: Self.lowMs), metronomed(fillMs: Self.quietMs),
            Player(name: #"sox \| aplay, 500 ms ahead"#, programs: ["sox", "aplay"]) {
                try piped($0, into: ["aplay", "-q"])
            },
            Player(name: "klick", programs: ["klick"], server: Self.jackd) {
                try timed($0, ["klick", "-P", "-e", "4/4", "\(bpm)"])
            },
            Player(name: "jack_metro", programs: ["jack_metro"], needs: ["jack_connect"], server: Self.jackd) {
                let now = try timed($0, ["jack_metro", "-b", "\(bpm)"])
                let connect = ["jack_connect", "metro:\(bpm)_bpm", "system:playback_1"]
                return try $0.tries(connect, for: 5) ? now : nil
            },
            Player(name: "gtick", programs: ["gtick"], needs: ["Xvfb"], server: Self.pulseaudio, start: gtick),
        ]
    }

    /// Its name in the table, with a fill.
    static func name(fillMs: Int) -> String { fillMs == usualMs ? "metronomed" : "metronomed, \(fillMs) ms ahead" }

    /// With its own settings, after the time in which the next change is expected.
    private var usual: Player {
        Player(name: Self.name(fillMs: Self.usualMs), programs: [program], restsAfter: Self.promptSeconds) {
            try timed($0, arguments)
        }
    }

    private func metronomed(fillMs: Int) -> Player {
        Player(name: Self.name(fillMs: fillMs), programs: [program]) {
            try timed($0, arguments, adding: ["METRONOMED_FILL_MS": "\(fillMs)"])
        }
    }

    private var arguments: [String] {
        [program, "--bpm", "\(bpm)", "--bell-every", "off", "--output", "alsa", "--log-level", "error"]
    }

    private func timed(
        _ session: Session, _ arguments: [String], adding variables: [String: String] = [:]
    ) throws -> Int64 {
        let now = Clock.nowNs
        try session.run(arguments, adding: variables)
        return now
    }

    /// A click of 20 ms, repeated.
    private func piped(_ session: Session, into player: [String]) throws -> Int64? {
        let frames = Card.rate * 60 / bpm
        let click = [
            "sox", "-q", "-n", "-r", "\(Card.rate)", "-c", "1", "-b", "16", "-t", "wav", "-", "synth", "960s", "sine",
            "1000", "pad", "0", "\(frames - 960)s", "repeat", "-",
        ]
        let now = Clock.nowNs
        let ends = try Self.pipe()
        defer { for end in [ends.read, ends.write] { close(end) } }
        try session.run(click, output: ends.write)
        try session.run(player, input: ends.read)
        return now
    }

    /// It can only be started by a key.
    private func gtick(_ session: Session) throws -> Int64? {
        try """
        SampleFilename = <default>
        MinBPM = 30
        MaxBPM = 250
        Speed = \(bpm)
        Volume = 100
        Meter = 1

        """.write(toFile: session["HOME"] + "/.gtickrc", atomically: false, encoding: .utf8)
        let ends = try Self.pipe()
        // The display is not part of the metronome: it is ended, and not counted.
        try session.help(
            ["Xvfb", "-displayfd", "1", "-screen", "0", "640x480x24", "-nolisten", "tcp"], output: ends.write)
        close(ends.write)
        defer { close(ends.read) }
        var number = [UInt8](repeating: 0, count: 16)
        let count = unsafe number.withUnsafeMutableBytes { unsafe read(ends.read, $0.baseAddress, $0.count) }
        let display = ":" + String(decoding: number.prefix(max(0, count)).filter { $0 > 0x20 }, as: UTF8.self)
        try session.run(["gtick"], adding: ["DISPLAY": display, "NO_AT_BRIDGE": "1"])
        Clock.sleep(3)
        let pressed = unsafe keyboard_press_space(display)
        return pressed > 0 ? pressed : nil
    }

    private static func pipe() throws(BenchError) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        guard unsafe Glibc.pipe(&ends) == 0 else { throw BenchError("there is no pipe left (errno \(errno))") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    private static var jackd: Player.Server {
        Player.Server(name: "jackd", programs: ["jackd", "jack_lsp"]) { session in
            let priority = geteuid() == 0 ? ["-R", "-P", "40"] : ["-r"]
            try session.run(
                ["jackd"] + priority + ["-n", session["JACK_DEFAULT_SERVER"]]
                    + ["-d", "alsa", "-P", "card", "-r", "\(Card.rate)", "-p", "256", "-n", "3"])
            return try session.tries(["jack_lsp"], for: 10)
        }
    }

    private static var pulseaudio: Player.Server {
        Player.Server(name: "pulseaudio", programs: ["pulseaudio", "pactl"]) { session in
            let sink = "module-alsa-sink device=card tsched=0 rate=\(Card.rate) channels=1 format=float32le"
            try session.run([
                "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no",
                "-L", "module-native-protocol-unix", "-L", sink,
            ])
            return try session.tries(["pactl", "info"], for: 10)
        }
    }
}
