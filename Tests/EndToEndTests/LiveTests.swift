// SPDX-License-Identifier: Apache-2.0

import Glibc
import MetronomeControl
import MetronomeLinux
import Testing

/// `metroface` in a terminal: a face that follows the daemon.
@Suite(.waitsFirst, .serialized) struct LiveTests {
    private static let leave = "\u{1B}[?1049l"

    private var home: Home
    private let terminal: Pseudoterminal
    private let screen = Screen()

    /// The text on the terminal.
    private final class Screen {
        private var letters = ScreenText()
        var text: String { letters.rows.joined(separator: "\n") }

        func write(_ text: String) -> String {
            letters.write(text)
            return text
        }
    }

    init() throws {
        home = try Home()
        home.environment.merge(["TERM": "xterm-256color"]) { $1 }
        terminal = try Pseudoterminal()
        terminal.resize(columns: 80, rows: 24)
    }

    private func metroface(_ arguments: String...) throws -> ChildProcess {
        try ChildProcess(
            Built.metroface, ["pendulum"] + arguments, environment: home.environment, in: home.folder,
            terminal: terminal, drawsOnTerminal: true)
    }

    /// Waits for a text on the screen, and returns all that was written until then.
    @discardableResult
    private func see(_ text: String, of program: ChildProcess) throws -> String {
        var seen = ""
        try poll(for: "'\(text)' on the screen") {
            seen += screen.write(terminal.written())
            if let end = program.ended() { throw HarnessError("it ended with \(end): \(program.stderr)") }
            return screen.text.contains(text) ? true : nil
        }
        return seen
    }

    /// Waits until these bytes have been written.
    private func read(_ bytes: String, of program: ChildProcess) throws {
        var seen = ""
        try poll(for: "\(bytes.debugDescription) from the program") {
            seen += screen.write(terminal.written())
            return seen.contains(bytes) ? true : nil
        }
    }

    /// Ends the program, and checks that the terminal is as it was before it.
    private func quit(_ program: ChildProcess, by end: () -> Void) throws {
        end()
        var seen = ""
        let outcome = try poll(for: "end of the program") {
            seen += terminal.written()
            return program.ended()
        }
        seen += terminal.written()
        #expect(outcome == .exit(0))
        #expect(program.stderr.isEmpty, "\(program.stderr)")
        #expect(seen.hasSuffix("\u{1B}[?7h\u{1B}[?25h" + Self.leave))
        #expect(terminal.isCooked)
    }

    @Test func `the face appears on a screen of its own, and q gives back the old one`() throws {
        try home.withDaemon(["--no-play", "--bpm", "90"]) { _ in
            let program = try metroface()
            let seen = try see("Andante", of: program)
            #expect(seen.hasPrefix("\u{1B}[?1049h\u{1B}[?25l"))
            #expect(seen.contains("\u{1B}[?2026h") && seen.contains("48;5;"))
            #expect(!terminal.isCooked)
            try quit(program) { terminal.type("q") }
        }
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
    func `a signal gives the screen back too`(number: Int32) throws {
        let program = try metroface()
        try see("waiting", of: program)
        try quit(program) { program.signal(number) }
    }

    @Test func `Escape and Ctrl-C quit, in motion as well`() throws {
        try home.withDaemon(["--bpm", "300"]) { _ in
            for key in ["\u{1B}", "\u{3}"] {
                let program = try metroface()
                try read("\u{1B}[?1049h", of: program)
                try see(", beat 1", of: program)
                try quit(program) { terminal.type(key) }
            }
        }
    }

    @Test func `keys start it, set tempo and bell, and show the help`() throws {
        try home.withDaemon(["--no-play", "--bpm", "90"]) { daemon in
            let program = try metroface()
            try see("Andante", of: program)
            terminal.type(" ")
            try poll(for: "start") { try daemon.status().playing ? true : nil }
            for (key, bpm) in [("+", 91.0), ("\u{1B}[A", 92), ("]", 97), ("\u{1B}[C", 102), ("-", 101)] {
                terminal.type(key)
                try poll(for: "\(bpm) bpm") { try daemon.status().bpm == bpm ? true : nil }
            }
            terminal.type("[\u{1B}[B\u{1B}[D")
            try poll(for: "90 bpm") { try daemon.status().bpm == 90 ? true : nil }
            let bell = try daemon.status().bell
            terminal.type("b")
            try poll(for: "the bell's change") { try daemon.status().bell != bell ? true : nil }
            terminal.type("m,5")
            try poll(for: "mute, volume and meter") {
                let status = try daemon.status()
                let isMuted = status.settings.others["muted"] == true && status.settings.volume < 1
                return isMuted && status.meter == "5/4" ? true : nil
            }
            terminal.type("s")
            try poll(for: "the subdivision") {
                try daemon.status().settings.others["subdivision"] == 2 ? true : nil
            }
            terminal.type("u")
            try poll(for: "the former subdivision") {
                try daemon.status().settings.others["subdivision"] == 1 ? true : nil
            }
            // Keys that come together count from each other.
            terminal.type("mmssbb")
            try poll(for: "three parts, the former bell, and muted as before") {
                let status = try daemon.status()
                let isThree = status.settings.others["subdivision"] == 3
                return isThree && status.settings.others["muted"] == true && status.bell != bell ? true : nil
            }
            terminal.type("?")
            try see("start, stop", of: program)
            terminal.type(" ")
            try poll(for: "stop") { try daemon.status().playing ? nil : true }
            try quit(program) { terminal.type("q") }
        }
    }

    @Test func `at a stop the ring runs back, frame by frame`() throws {
        try home.withDaemon(["--bpm", "120"]) { _ in
            let program = try ChildProcess(
                Built.metroface, ["ring"], environment: home.environment, in: home.folder, terminal: terminal,
                drawsOnTerminal: true)
            func stop() throws {
                try see(", beat 3", of: program)
                terminal.type(" ")
            }
            try stop()
            var (written, pictures, lastNs) = ("", Set<String>(), MonotonicClock.nowNs)
            try poll(for: "frames after the stop") {
                written += terminal.written()
                var frames = written.split(separator: "\u{1B}[?2026h", omittingEmptySubsequences: false).map(
                    String.init)
                written = frames.removeLast()
                for frame in frames {
                    _ = screen.write(frame)
                    if screen.text.contains("stopped") { pictures.insert(frame) }
                }
                // Two on the way at least, and the one at rest. A busy machine may draw none on the way: then it starts and
                // stops again.
                if pictures.count > 2 { return true }
                if !frames.isEmpty { lastNs = MonotonicClock.nowNs }
                guard MonotonicClock.nowNs - lastNs > 1_000_000_000 else { return nil }
                _ = screen.write(written)
                (written, pictures, lastNs) = ("", [], MonotonicClock.nowNs)
                guard screen.text.contains("stopped") else { return nil }
                terminal.type(" ")
                try stop()
                lastNs = MonotonicClock.nowNs
                return nil
            }
            try quit(program) { terminal.type("q") }
        }
    }

    @Test func `practice says what to type, and shows the trainers that this starts`() throws {
        try home.withDaemon(["--bpm", "300"]) { _ in
            let program = try ChildProcess(
                Built.metroface, ["practice"], environment: home.environment, in: home.folder, terminal: terminal,
                drawsOnTerminal: true)
            try see("metroctl count-in 1", of: program)
            let hints = screen.text.split(separator: "\n").filter { $0.contains("metroctl ") }
            #expect(hints.count == 5)
            for hint in hints {
                let words = hint.split(separator: " ").dropFirst().map(String.init)
                let child = try ChildProcess(Built.metroctl, words, environment: home.environment, in: home.folder)
                #expect(try child.end() == .exit(0), "\(hint): \(child.stderr)")
            }
            for text in ["speed", "round", "30% of beats", "9:"] { try see(text, of: program) }
            let child = try ChildProcess(
                Built.metroctl, ["trainer", "gap", "1", "8"], environment: home.environment, in: home.folder)
            #expect(try child.end() == .exit(0))
            try see("silent 3/8", of: program)
            try quit(program) { terminal.type("q") }
        }
    }

    @Test func `a daemon that is killed is waited for, and followed when it is back`() throws {
        let program = try metroface()
        try see("waiting for a daemon: metronomed starts one", of: program)
        try home.withDaemon(["--bpm", "144"]) { daemon in
            try see("144 bpm", of: program)
            daemon.child.kill()
            try see("waiting", of: program)
        }
        try home.withDaemon(["--bpm", "66"]) { _ in try see("66 bpm", of: program) }
        try quit(program) { terminal.type("q") }
    }

    @Test func `at rest nothing is written`() throws {
        try home.withDaemon(["--no-play"]) { _ in
            let program = try metroface()
            try see("stopped", of: program)
            // Longer than the second after which other pictures are drawn anew.
            try poll(for: "a rest") {
                _ = terminal.written()
                wait(milliseconds: 1200)
                return terminal.written().isEmpty ? true : nil
            }
            try quit(program) { terminal.type("q") }
        }
    }

    @Test func `it fills the terminal anew when that changes its size`() throws {
        let program = try metroface()
        try see("waiting", of: program)
        terminal.resize(columns: 120, rows: 40)
        program.signal(SIGWINCH)
        try poll(for: "a line at the new bottom") {
            _ = screen.write(terminal.written())
            return screen.text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(39).first?
                .contains("waiting")
        }
        try quit(program) { terminal.type("q") }
    }

    @Test func `it steps aside when it is suspended, and comes back`() throws {
        let program = try metroface()
        try see("waiting", of: program)
        program.signal(SIGTSTP)
        try read(Self.leave, of: program)
        try poll(for: "the old modes") { terminal.isCooked ? true : nil }
        program.signal(SIGCONT)
        try read("\u{1B}[?1049h", of: program)
        try see("waiting", of: program)
        try quit(program) { terminal.type("q") }
    }

    @Test func `NO_COLOR and an ASCII locale are heeded`() throws {
        var home = home
        home.environment["NO_COLOR"] = "1"
        home.environment["LC_ALL"] = "C"
        let program = try ChildProcess(
            Built.metroface, ["pendulum"], environment: home.environment, in: home.folder, terminal: terminal,
            drawsOnTerminal: true)
        let seen = try see("waiting", of: program)
        #expect(!seen.contains("38;5;") && !seen.contains("48;5;") && !seen.contains("8;2;"))
        #expect(seen.utf8.allSatisfy { $0 < 0x80 })
        try quit(program) { terminal.type("q") }
    }

    @Test(arguments: [[:], ["TERM": "dumb"]])
    func `without a terminal that can show it, it says what else there is`(environment: [String: String]) throws {
        var home = home
        home.environment.merge(environment) { $1 }
        let program = try ChildProcess(
            Built.metroface, ["pendulum"], environment: home.environment, in: home.folder,
            terminal: environment.isEmpty ? nil : terminal, drawsOnTerminal: true)
        #expect(try program.end() == .exit(2))
        #expect(program.stderr.contains("terminal") && program.stderr.contains("--png FILE"))
        #expect(terminal.written().isEmpty)
    }
}
