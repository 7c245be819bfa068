// SPDX-License-Identifier: Apache-2.0

import Faces
import FoundationEssentials
import Glibc
internal import MetronomeBounds
import MetronomeLinux
import MetronomeMotion
import Programs
import Synchronization

/// The terminal's modes before the program changed them. A signal handler puts them back after a crash.
///
/// Not a global structure: the compiler (6.3.1) reserves three bytes less for that than C writes.
private nonisolated(unsafe) let modesBefore = {
    let modes = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    unsafe modes.initialize(to: termios())
    return unsafe modes
}()
/// Whether the terminal is set up, and has to be put back.
private let isEntered = Atomic<Bool>(false)

/// The terminal while the face is shown: the alternate screen, without cursor and echo.
///
/// Writing never waits for the terminal: the rest is kept here, and no new frame should be drawn until it is written.
final class LiveScreen {
    private let environment: [String: String]
    /// The terminal opened once more, for flags set on the given descriptor are set for the shell too.
    private let descriptor: Int32
    private var pending: ArraySlice<UInt8> = []

    /// Goes to the alternate screen, cleared, without cursor and line wrap.
    private static let enterSequence = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J"
    /// Undoes ``enterSequence``, also in the middle of a frame.
    private static let leaveSequence = "\u{1B}\\\u{1B}[?2026l\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    /// Throws where standard input or output is no terminal, or a dumb one.
    init() throws(ProgramFailure) {
        environment = ProcessInfo.processInfo.environment
        let elsewhere = "--png FILE, --svg FILE and --gif FILE draw without one"
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
            throw .usage("to show a face live takes a terminal: \(elsewhere)")
        }
        let term = environment["TERM"] ?? ""
        guard !term.isEmpty, term != "dumb" else {
            throw .usage("a terminal of TERM=\(term.isEmpty ? "''" : term) can show no pictures: \(elsewhere)")
        }
        var name = [CChar](repeating: 0, count: 256)
        let isNamed = unsafe ttyname_r(STDOUT_FILENO, &name, name.count) == 0
        let opened = isNamed ? unsafe open(name, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) : -1
        descriptor = opened >= 0 ? opened : STDOUT_FILENO
        guard unsafe tcgetattr(STDIN_FILENO, modesBefore) == 0 else {
            throw .usage("the terminal does not tell its modes: \(elsewhere)")
        }
    }

    deinit {
        if descriptor != STDOUT_FILENO { close(descriptor) }
    }

    /// Sets the terminal up, at the start and after the program was suspended.
    func enterScreen() {
        var modes = unsafe modesBefore.pointee
        modes.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN)
        modes.c_iflag &= ~tcflag_t(IXON)
        unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &modes)
        isEntered.store(true, ordering: .relaxed)
        Self.restoreAfterCrashes()
        pending = []
        send(Array(Self.enterSequence.utf8))
    }

    /// Puts the terminal back as it was.
    func leaveScreen() {
        guard isEntered.exchange(false, ordering: .relaxed) else { return }
        // The rest of a frame that the terminal has not read by then is dropped.
        drain(for: .milliseconds(500))
        pending = []
        if format.medium == .kitty { pending += Array("\u{1B}\\\u{1B}_Ga=d,d=A,q=2\u{1B}\\".utf8) }
        pending += Array(Self.leaveSequence.utf8)
        drain(for: .seconds(2))
        unsafe tcsetattr(STDIN_FILENO, TCSANOW, modesBefore)
        // Keys that were typed meanwhile do not reach the shell.
        tcflush(STDIN_FILENO, TCIFLUSH)
    }

    /// Waits until all is written, for that long at the most.
    private func drain(for limit: Duration) {
        let deadline = Deadline(in: limit)
        flush()
        while !pending.isEmpty, deadline.milliseconds > 0 {
            var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            unsafe poll(&request, 1, deadline.milliseconds)
            if request.revents & Int16(POLLERR | POLLHUP) != 0 { return }
            flush()
        }
    }

    /// The descriptor to wait for with poll(2) while something is pending; else -1.
    var writable: Int32 { pending.isEmpty ? -1 : descriptor }

    /// Whether the terminal is set up: it is not while the program is suspended or in the background.
    var isShown: Bool { isEntered.load(ordering: .relaxed) }

    /// Whether something is not written yet.
    var isBusy: Bool { !pending.isEmpty }

    /// Writes, and keeps what the terminal does not take yet.
    func send(_ bytes: [UInt8]) {
        pending += bytes
        flush()
    }

    /// Writes what was kept.
    func flush() {
        while !pending.isEmpty {
            let count = unsafe pending.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                pending = pending.dropFirst(count)
            } else if errno != EINTR {
                // The terminal is gone; a signal reports that too.
                if errno != EAGAIN { pending = [] }
                return
            }
        }
    }

    /// What the terminal can show now.
    var format: TerminalFormat {
        var size = winsize()
        let isKnown = unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 && size.ws_row > 0
        let (columns, rows) = isKnown ? (Int(size.ws_col), Int(size.ws_row)) : (80, 24)
        var format = TerminalFormat(
            columns: min(columns, 1000), rows: min(rows, 1000), environment: environment)
        if isKnown, Int(size.ws_xpixel) >= columns, Int(size.ws_ypixel) >= rows {
            format.cell = Size(
                width: Double(Int(size.ws_xpixel).quotient(by: columns)),
                height: Double(Int(size.ws_ypixel).quotient(by: rows)))
        }
        return format
    }

    /// The bytes of the keys that were typed; nil once there will be no more.
    func typed() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(STDIN_FILENO, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR || errno == EAGAIN { return [] }
        return count > 0 ? Array(bytes.prefix(count)) : nil
    }

    private nonisolated static func restoreAfterCrashes() {
        for number in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE] {
            signal(number) { number in
                if isEntered.load(ordering: .relaxed) {
                    let bytes: StaticString = "\u{1B}\\\u{1B}[?2026l\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
                    _ = unsafe write(STDOUT_FILENO, bytes.utf8Start, bytes.utf8CodeUnitCount)
                    unsafe tcsetattr(STDIN_FILENO, TCSANOW, modesBefore)
                }
                signal(number, SIG_DFL)
                raise(number)
            }
        }
    }
}
