// SPDX-License-Identifier: Apache-2.0

import Faces
import Glibc
internal import MetronomeBounds
import MetronomeControl
import MetronomeLinux
import MetronomeRhythm
import Programs

/// A face in the terminal, from the first frame to the last: it waits for keys, the daemon, signals and the next frame.
///
/// Frames lie on the multiples of their interval on the monotonic clock, and each shows the moment that is heard then.
/// One that is late is left out. While nothing moves, a frame is drawn only when something has changed.
struct Live {
    private static let noticeNs: Int64 = 2_500_000_000
    /// How long the path of a socket is shown that was given.
    private static let placeNs: Int64 = 10_000_000_000
    /// How far apart the bytes of one key may come, in nanoseconds.
    private static let keyNs: Int64 = 50_000_000
    /// How often it looks in the background whether the terminal is its own again.
    private static let backgroundNs: Int64 = 1_000_000_000

    private let frames: AnimationSchedule<ClockTime>
    private let intervalNs: Int64
    private let offsetNs: Int64
    private let screen: LiveScreen
    private let signals: Signals
    private let rest: Moment
    private var connection: DaemonConnection
    private var keys = KeyReader()
    /// When an incomplete sequence of a key counts as complete.
    private var keyEndNs: Int64?
    private var renderer: TerminalRenderer?
    private var faces = FaceTable.all
    private var face: Int
    private var theme: Theme
    private var showsHelp = false
    private var music: HeardMusic?
    private var motion = ToldMotion()
    /// The sentence to show while there is no daemon; nil while there is one.
    private var wait: String?
    private var notice: (text: String, untilNs: Int64)?
    private var strip = PlayedStrip()
    /// When the next frame is due; nil while nothing moves.
    private var frameNs: Int64?
    private var isChanged = true
    /// When it looks, while nothing is shown, whether the terminal is its own.
    private var lookNs: Int64 = 0
    /// The methods of the requests that are not answered yet, by their ids.
    private var asked: [Int64: String] = [:] { didSet { if asked.isEmpty { expected = [:] } } }
    /// What they set, for keys that are pressed meanwhile.
    private var expected: [String: JSONValue] = [:]
    /// What was asked for before the daemon was found.
    private var early: [(method: String, params: [String: JSONValue])] = []

    /// Throws without a terminal, or where the path of the daemon's socket is not known.
    init(_ request: FaceRequest, framesPerSecond: Double?, offsetMs: Double, socket: String?) throws(ProgramFailure) {
        screen = try LiveScreen()
        let path = try ControlSocket.path(explicit: socket)
        do { signals = try Signals([SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGTSTP, SIGCONT]) } catch {
            throw .failed(error.message)
        }
        let format = screen.format
        let rate = framesPerSecond ?? format.medium.usualRate
        guard let interval = Ratio(1000, over: Int64(clamping: (rate * 1000).rounded())),
            let frames = try? AnimationSchedule(from: ClockTime(nanoseconds: 0), minimumInterval: interval)
        else { throw .usage("--fps must be 1...120") }
        self.frames = frames
        intervalNs = Int64(clamping: 1e9 / rate)
        offsetNs = Int64(clamping: (offsetMs * 1e6).rounded())
        connection = DaemonConnection(
            path: path, subscription: ToldMotion.subscription(offsetMs: offsetMs), answerTimeout: .seconds(5),
            longestPause: .seconds(2))
        // Whoever is shown a daemon of its own is told where others reach it.
        if socket != nil { notice = ("METRONOMED_SOCKET=\(path)", MonotonicClock.nowNs + Self.placeNs) }
        let name = request.face.name
        face = faces.firstIndex { $0.name == name } ?? 0
        faces[face] = request.face
        theme = request.theme ?? (format.colors == .none ? .plain : .dark)
        rest = Moment(
            beats: 0, tempo: request.tempo, meter: request.meter, isPlaying: false, values: ["pendulum.angle": 0])
    }

    /// Shows the face until a key or a signal ends it.
    mutating func run() throws {
        defer { screen.leaveScreen() }
        while true {
            let now = MonotonicClock.nowNs
            if !screen.isShown, lookNs <= now { showScreen() }
            for report in connection.turn(atNs: now) { try handle(report, atNs: now) }
            if let until = notice?.untilNs, until <= now { (notice, isChanged) = (nil, true) }
            if frameNs.map({ $0 <= now }) ?? isChanged, screen.isShown, !screen.isBusy { try draw() }
            guard try !isOver(afterMs: pause()) else { return }
        }
    }

    /// Draws the current frame.
    private mutating func draw() throws {
        let now = MonotonicClock.nowNs
        let shown = frameNs == nil ? now : frames.shown(at: ClockTime(nanoseconds: now)).nanoseconds
        let heardNs = shown + offsetNs
        let renderer = try self.renderer ?? TerminalRenderer(screen.format, theme: theme)
        self.renderer = renderer
        var moment =
            music.map { Moment($0.heard(atNs: heardNs), atNs: heardNs, $0.status, motion, else: rest) } ?? rest
        if let music { moment.practice += [strip.panel(music.status)].compactMap { $0 } }
        let picture = LivePicture(
            face: faces[face], theme: theme, moment: moment, isKnown: music != nil,
            notice: (notice?.text ?? wait ?? music?.status.audio.trouble)?.printable, showsHelp: showsHelp,
            isMuted: music?.status.settings.others["muted"]?.bool == true || music?.status.settings.volume == 0)
        screen.send(try renderer.frame(picture.drawing(renderer.format)))
        isChanged = false
        guard let music, music.isMoving(atNs: heardNs) || motion.isMoving(atNs: heardNs) else {
            frameNs = nil
            return
        }
        // A frame that takes long is followed by a pause of the same length, so that it takes no more than half a core.
        let end = MonotonicClock.nowNs
        let free = ClockTime(nanoseconds: max(shown, end - now > intervalNs / 2 ? 2 * end - now : shown))
        frameNs = frames.next(after: free)?.instant.nanoseconds
    }

    // MARK: - Input

    private mutating func handle(_ report: ConnectionReport, atNs now: Int64) throws(ProgramFailure) {
        isChanged = true
        switch report {
        case .subscribed(let subscription):
            (music, wait, frameNs) = (HeardMusic(subscription), nil, nil)
            motion = ToldMotion(subscription.state.motion ?? [:])
            strip.take(subscription.state)
            asked = [:]
            for (method, params) in early { connection.request(method, params).map { asked[$0] = method } }
            early = []
        case .event(let event, _):
            music?.add(event)
            if case .state(let event) = event { strip.take(event.state) }
            if case .motion(let event) = event { motion.take(event.segments) }
        case .answered(let answer):
            guard let method = asked.removeValue(forKey: answer.id) else { break }
            if let change = try? answer.result(as: Change.self), let text = KeyAnswer.text(method, change) {
                show(notice: text)
            }
        case .refused(let id, let error):
            if let id { asked[id] = nil }
            show(notice: KeyAnswer.text(error))
        case .lost(let loss):
            if wait == nil {
                music?.stop(atNs: now + offsetNs)
                motion.stop(atNs: now + offsetNs)
            }
            wait = loss.sentence
            early = []
        case .ended(let loss): throw ProgramFailure(loss)
        }
    }

    private mutating func show(notice text: String) {
        notice = (text, MonotonicClock.nowNs + Self.noticeNs)
        isChanged = true
    }

    /// Performs the action of a key; returns whether the program ends.
    private mutating func perform(_ action: KeyAction) -> Bool {
        isChanged = true
        switch action {
        case .quit: return true
        case .help: showsHelp.toggle()
        case .theme:
            let place = Theme.all.firstIndex(of: theme) ?? 0
            theme = Theme.all[(place + 1).remainder(by: Theme.all.count)]
            resetRenderer()
        case .face(let step):
            face = (face + step + faces.count).remainder(by: faces.count)
            if faces.count == 1 { show(notice: "there is one face only") }
        case .toggle: ask("toggle")
        case .tap: ask("tap", ["time_ns": .integer(MonotonicClock.nowNs)])
        case .mute:
            let isMuted = setting("muted")?.bool == true
            if ask(isMuted ? "unmute" : "mute") { expected["muted"] = .bool(!isMuted) }
        case .volume(let step): ask("volume.set", ["volume": .string("\(step < 0 ? "" : "+")\(step)%")])
        case .meter(let beats): setMeter(beats)
        case .subdivision:
            let (next, most) = ((setting("subdivision")?.integer ?? 1) + 1, 4)
            let parts = JSONValue.integer(Int64(next > most ? 1 : next))
            if ask("subdivision.set", ["subdivision": parts]) {
                expected["subdivision"] = parts
                show(notice: next > most ? "subdivision off" : "subdivision \(next)")
            }
        case .undo: ask("undo")
        case .redo: ask("redo")
        case .entry(let isNext): ask(isNext ? "setlist.next" : "setlist.previous")
        case .tempo(let step): ask("tempo.set", ["bpm": .string(step < 0 ? "\(step)" : "+\(step)")])
        case .bell:
            let isOff = expected["bell"].map { $0 == false } ?? (music?.status.hasBell != true)
            if ask("bell.set", ["every": .string(isOff ? "bar" : "off")]) {
                expected["bell"] = .bool(isOff)
                show(notice: isOff ? "bell on the first beat of every bar" : "bell off")
            }
        }
        return false
    }

    /// A setting as it is, or will be.
    private func setting(_ name: String) -> JSONValue? { expected[name] ?? music?.status.settings.others[name] }

    /// Sets how many beats make a bar, where it plays from the next bar on; the note of a beat stays, such as three eighths of 6/8.
    private mutating func setMeter(_ beats: Int) {
        var params: [String: JSONValue] = ["meter": .string((music?.status ?? Status()).meter(ofBeats: beats))]
        if music?.status.playing == true { params["at"] = "bar" }
        ask("meter.set", params)
    }

    /// Asks the daemon, once there is one where none was looked for in vain yet. Returns false where nobody is asked.
    @discardableResult
    private mutating func ask(_ method: String, _ params: [String: JSONValue] = [:]) -> Bool {
        if let id = connection.request(method, params) {
            asked[id] = method
            return true
        }
        guard music == nil, wait == nil else { return false }
        early.append((method, params))
        return true
    }

    /// Makes the next frame a whole one, in the format that the terminal has then.
    private mutating func resetRenderer() {
        renderer = nil
        (isChanged, frameNs) = (true, nil)
    }

    // MARK: - Waiting

    /// How long there is nothing to do, in milliseconds; -1 for until something comes.
    private func pause() -> Int32 {
        let now = MonotonicClock.nowNs
        // The next frame is drawn once the terminal has read the last one.
        let frame = screen.isBusy ? nil : frameNs ?? (isChanged ? now : nil)
        let wakes = [screen.isShown ? frame : lookNs, notice?.untilNs, connection.wakeNs, keyEndNs].compactMap { $0 }
        guard let next = wakes.min() else { return -1 }
        return Deadline.milliseconds(fromNs: now, toNs: next)
    }

    /// Waits at most `timeoutMs` milliseconds for input, then handles it; returns whether a key or signal ends the program.
    private mutating func isOver(afterMs timeoutMs: Int32) throws -> Bool {
        var requests = [
            // In the background the keys are the shell's: to read them would stop the program.
            pollfd(fd: screen.isShown ? STDIN_FILENO : -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: connection.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: screen.writable, events: Int16(POLLOUT), revents: 0),
        ]
        unsafe poll(&requests, nfds_t(requests.count), timeoutMs)
        if requests[1].revents != 0 {
            for number in signals.taken() where handle(signal: number) { return true }
        }
        if requests[3].revents != 0 { screen.flush() }
        var pressed: [Key] = []
        if requests[0].revents != 0 {
            // The terminal is gone, and no keys will come.
            guard let bytes = screen.typed() else { return true }
            pressed = keys.keys(bytes)
            keyEndNs = keys.isWaiting ? MonotonicClock.nowNs + Self.keyNs : nil
        } else if let keyEndNs, keyEndNs <= MonotonicClock.nowNs {
            pressed = keys.flush()
            self.keyEndNs = nil
        }
        for key in pressed {
            if let action = KeyAction(key, showsHelp: showsHelp), perform(action) { return true }
        }
        return false
    }

    /// Shows all of the face anew, in the foreground. No signal comes when the shell gives the terminal back.
    private mutating func showScreen() {
        lookNs = MonotonicClock.nowNs + Self.backgroundNs
        guard Signals.isForeground else { return }
        if !screen.isShown { screen.enterScreen() }
        resetRenderer()
        screen.send(Array("\u{1B}[0m\u{1B}[2J".utf8))
    }

    /// Handles a signal; returns whether it ends the program.
    private mutating func handle(signal number: Int32) -> Bool {
        switch number {
        case SIGWINCH, SIGCONT: showScreen()
        case SIGTSTP:
            screen.leaveScreen()
            signals.suspend()
            lookNs = MonotonicClock.nowNs + Self.backgroundNs
        default: return true
        }
        return false
    }
}
