// SPDX-License-Identifier: Apache-2.0

import Control
import Faces
import FoundationEssentials
import Glibc
import Linux
import Motion
import Rhythm

/// A face in the terminal, from the first frame to the last: it waits for keys, the daemon, signals and the next frame.
///
/// Frames lie on the multiples of their interval on the monotonic clock, and each shows the moment that is heard then.
/// One that is late is left out. While nothing moves, a frame is drawn only when something has changed.
struct Live {
    private static let noticeNs: Int64 = 2_500_000_000
    /// How long the bytes of one key may be apart.
    private static let keyNs: Int64 = 50_000_000

    private let frames: AnimationSchedule<ClockTime>
    private let intervalNs: Int64
    private let offsetNs: Int64
    private let screen: LiveScreen
    private let signals: Signals
    private let rest: Moment
    private var connection: DaemonConnection
    private var keys = KeyReader()
    /// When the bytes that have come of a key are all of it.
    private var keyEndNs: Int64?
    private var renderer: TerminalRenderer?
    private var faces = FaceTable.all
    private var face: Int
    private var theme: Theme
    private var showsHelp = false
    private var music: ToldMusic?
    /// What is waited for, while there is no daemon.
    private var wait: String?
    private var notice: (text: String, untilNs: Int64)?
    /// When the next frame is due; nil while nothing moves.
    private var frameNs: Int64?
    private var isChanged = true

    /// Throws without a terminal, or where it is not known where the daemon would be.
    init(_ order: Order, framesPerSecond: Double, offsetMs: Double, socket: String?) throws(Failure) {
        screen = try LiveScreen()
        let path: String
        do {
            path = try ControlSocket.path(explicit: socket, environment: ProcessInfo.processInfo.environment)
        } catch {
            throw Failure(error == .noPlace ? Failure.refused : Failure.usage, error.description)
        }
        do { signals = try Signals([SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGTSTP, SIGCONT]) } catch {
            throw .refused(error.message)
        }
        let format = screen.format
        let rate = min(framesPerSecond, format.medium.greatestRate)
        do {
            guard let interval = Ratio(1000, over: Int64((rate * 1000).rounded())) else {
                throw Failure.usage("--fps must be 1...120")
            }
            frames = try .animation(from: ClockTime(nanoseconds: 0), minimumInterval: interval)
        } catch let failure as Failure {
            throw failure
        } catch {
            throw .usage("\(error)")
        }
        intervalNs = Int64(1e9 / rate)
        offsetNs = Int64((offsetMs * 1e6).rounded())
        connection = DaemonConnection(
            path: path, leadMs: Lead.usual + max(0, Int(offsetMs.rounded(.up))), patience: .seconds(5),
            longestPause: .seconds(2))
        let name = order.face.name
        face = faces.firstIndex { $0.name == name } ?? 0
        faces[face] = order.face
        theme = order.theme ?? (format.colors == .none ? .plain : .dark)
        rest = Moment(
            beats: 0, tempo: order.tempo, meter: order.meter, isPlaying: false, told: ["pendulum.angle": 0])
    }

    /// Shows it until it is to end.
    mutating func run() throws {
        screen.take()
        defer { screen.giveBack() }
        while true {
            let now = MonotonicClock.nowNs
            for report in connection.turn(atNs: now) { try take(report, atNs: now) }
            if let until = notice?.untilNs, until <= now { (notice, isChanged) = (nil, true) }
            if frameNs.map({ $0 <= now }) ?? isChanged, !screen.isBusy { try draw() }
            guard try !isOver(after: pause()) else { return }
        }
    }

    /// Draws the frame that is current.
    private mutating func draw() throws {
        let now = MonotonicClock.nowNs
        let shown = frameNs == nil ? now : frames.shown(at: ClockTime(nanoseconds: now)).nanoseconds
        let heardNs = shown + offsetNs
        let renderer = try self.renderer ?? TerminalRenderer(screen.format.lighter, theme: theme)
        self.renderer = renderer
        let moment = music.map { Moment($0.heard(atNs: heardNs), $0.status, else: rest) } ?? rest
        let picture = LivePicture(
            face: faces[face], theme: theme, moment: moment, isKnown: music != nil,
            notice: notice?.text ?? wait ?? music?.status.audio.trouble, showsHelp: showsHelp)
        screen.put(try renderer.frame(picture.drawing(renderer.format)))
        isChanged = false
        guard let music, music.isMoving(atNs: heardNs) else {
            frameNs = nil
            return
        }
        // As much time as a frame took is left free after it, so that large ones do not take a whole core.
        let end = MonotonicClock.nowNs
        let free = ClockTime(nanoseconds: max(shown, end - now > intervalNs / 2 ? 2 * end - now : shown))
        frameNs = frames.next(after: free)?.instant.nanoseconds
    }

    // MARK: - What comes

    private mutating func take(_ report: ConnectionReport, atNs now: Int64) throws(Failure) {
        isChanged = true
        switch report {
        case .subscribed(let subscription): (music, wait, frameNs) = (ToldMusic(subscription), nil, nil)
        case .event(let event, _): music?.take(event)
        case .answered: break
        case .refused(_, let error): say(error.message)
        case .lost(let loss):
            if wait == nil { music?.stop(atNs: now + offsetNs) }
            wait = Self.sentence(loss)
        case .ended(let loss): throw .refused(loss.description)
        }
    }

    /// What is waited for, and why.
    private static func sentence(_ loss: ConnectionLoss) -> String {
        guard case .failed(.notRunning(let path, let reason)) = loss else { return "waiting for the daemon: \(loss)" }
        return "waiting for a daemon: metronomed starts one (\(path): \(reason))"
    }

    private mutating func say(_ text: String) {
        notice = (text, MonotonicClock.nowNs + Self.noticeNs)
        isChanged = true
    }

    /// Does what a key asks for; whether that is to end.
    private mutating func follow(_ wish: Wish) -> Bool {
        isChanged = true
        switch wish {
        case .quit: return true
        case .help: showsHelp.toggle()
        case .theme:
            let place = Theme.all.firstIndex(of: theme) ?? 0
            theme = Theme.all[(place + 1) % Theme.all.count]
            renderAnew()
        case .face(let step):
            face = (face + step + faces.count) % faces.count
            if faces.count == 1 { say("there is one face only") }
        case .toggle: ask("toggle")
        case .tempo(let step): ask("tempo.set", ["bpm": .string(step < 0 ? "\(step)" : "+\(step)")])
        case .bell:
            let isOff = music?.status.bell == nil
            if ask("bell.set", ["every": .string(isOff ? "bar" : "off")]) {
                say(isOff ? "bell on the first beat of every bar" : "bell off")
            }
        }
        return false
    }

    @discardableResult
    private mutating func ask(_ method: String, _ params: [String: JSONValue] = [:]) -> Bool {
        connection.request(method, params) != nil
    }

    /// The next frame is written whole, by what the terminal is then.
    private mutating func renderAnew() {
        renderer = nil
        (isChanged, frameNs) = (true, nil)
    }

    // MARK: - Waiting

    /// How long there is nothing to do, in milliseconds; -1 for until something comes.
    private func pause() -> Int32 {
        let now = MonotonicClock.nowNs
        // A frame that cannot be written yet is drawn when the terminal has taken the last.
        let frame = screen.isBusy ? nil : frameNs ?? (isChanged ? now : nil)
        let wakes = [frame, notice?.untilNs, connection.wakeNs, keyEndNs].compactMap { $0 }
        guard let next = wakes.min() else { return -1 }
        return Deadline.milliseconds(fromNs: now, toNs: next)
    }

    /// Waits so long, or until something comes, and takes keys and signals in; whether one of them means the end.
    private mutating func isOver(after timeoutMs: Int32) throws -> Bool {
        var requests = [
            pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
            pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: connection.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: screen.writable, events: Int16(POLLOUT), revents: 0),
        ]
        unsafe poll(&requests, nfds_t(requests.count), timeoutMs)
        if requests[1].revents != 0 {
            for number in signals.taken() where take(signal: number) { return true }
        }
        if requests[3].revents != 0 { screen.flush() }
        var pressed: [Key] = []
        if requests[0].revents != 0 {
            // A terminal that has gone sends no more keys.
            guard let bytes = screen.typed() else { return true }
            pressed = keys.keys(bytes)
            keyEndNs = keys.isWaiting ? MonotonicClock.nowNs + Self.keyNs : nil
        } else if let keyEndNs, keyEndNs <= MonotonicClock.nowNs {
            pressed = keys.flush()
            self.keyEndNs = nil
        }
        for key in pressed {
            if let wish = Wish(key), follow(wish) { return true }
        }
        return false
    }

    /// Whether the signal means the end.
    private mutating func take(signal number: Int32) -> Bool {
        switch number {
        case SIGWINCH, SIGCONT:
            if number == SIGCONT { screen.take() }
            renderAnew()
            screen.put(Array("\u{1B}[0m\u{1B}[2J".utf8))
            return false
        case SIGTSTP:
            screen.giveBack()
            signal(SIGTSTP, SIG_DFL)
            raise(SIGTSTP)
            Signals.handle(SIGTSTP)
            return false
        default: return true
        }
    }
}

extension TerminalFormat {
    /// The pixels of a picture that are sent to kitty for every frame: half a megabyte.
    private static let greatestArea = 100_000.0

    /// The same with fewer pixels for kitty, which makes them as large as their cells.
    var lighter: TerminalFormat {
        var format = self
        let area = Double(columns * rows) * cell.width * cell.height
        if medium == .kitty, area > Self.greatestArea {
            let factor = (Self.greatestArea / area).squareRoot()
            format.cell = Size(width: cell.width * factor, height: cell.height * factor)
        }
        return format
    }
}

extension TerminalFormat.Medium {
    /// Frames a second that a terminal of the kind can be asked to show; those sent as pixels are large.
    var greatestRate: Double {
        switch self {
        case .symbols: 120
        case .kitty, .sixel: 12
        }
    }
}
