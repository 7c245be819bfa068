// SPDX-License-Identifier: Apache-2.0

internal import Logging
internal import NIOCore
internal import Playback
internal import Rhythm

/// Opens, closes and reopens the sound device around the real-time thread, which never waits for it.
///
/// Closed while stopped; tried again with a growing pause while it is wanted and missing. Belongs to the event loop.
final class OutputKeeper {
    enum State {
        case closed
        case opening
        case attached(PCMDevice, isRunning: Bool)
        /// The wall clock paces meanwhile.
        case missing(PlaybackError)
    }

    private let loop: any EventLoop
    let worker: Worker
    let engine: PlaybackEngine
    private let log: Logger
    private(set) var mode: OutputChoice
    private(set) var device: String

    private(set) var state = State.closed {
        didSet { watchDevices() }
    }
    private var watch: DeviceWatch?
    /// Whether devices came or went since the last try began.
    private var hasNews = false
    private(set) var lastDevice: PCMDevice.Handle?
    private var isWanted = false
    private var nextID: UInt64 = 1
    private var waiting: [(PlaybackError?) -> Void] = []
    private(set) var hasWarned = false
    /// Grace or pause, whichever is due.
    private var timer: Scheduled<Void>?
    private var patienceTimer: Scheduled<Void>?
    /// The device that is being opened.
    private var asked = ""
    private var pause = OutputKeeper.firstPause

    /// Called with the rate of a device that was just attached: a plan with samples at it must be sent at once.
    var attached: (SamplePair?) -> Void = { _ in }
    /// Called when what `status` says of the audio has changed.
    var changed: () -> Void = {}
    /// Prepares samples for a rate, off the loop; `nil` when those in use fit.
    var prepare: () -> @Sendable (SampleRate) throws -> SamplePair? = { { _ in nil } }

    /// How long `start` waits for a device before the wall clock takes over.
    private static let patience = TimeAmount.milliseconds(700)
    /// How long a stopped device stays open.
    private static let grace = TimeAmount.seconds(2)
    private static let firstPause = TimeAmount.milliseconds(250)
    private static let longestPause = TimeAmount.seconds(8)

    init(
        loop: any EventLoop, worker: Worker, engine: PlaybackEngine, mode: OutputChoice, device: String, log: Logger
    ) {
        self.loop = loop
        self.worker = worker
        self.engine = engine
        self.mode = mode
        self.device = device
        self.log = log
    }

    /// Makes an output ready, then calls `then`: with an error only when `alsa` was asked for and cannot be had.
    func open(then: @escaping (PlaybackError?) -> Void) {
        isWanted = true
        timer?.cancel()
        switch state {
        case .attached: then(nil)
        case .closed where mode == .clock: then(nil)
        case .missing where mode == .auto:
            then(nil)
            tryAgain(after: .zero)
        case .opening: wait(then)
        case .closed, .missing:
            wait(then)
            tryNow()
        }
    }

    /// Answers when the device that is being opened is there, or when patience is at an end.
    private func wait(_ then: @escaping (PlaybackError?) -> Void) {
        waiting.append(then)
        patienceTimer?.cancel()
        patienceTimer = loop.assumeIsolated().scheduleTask(in: Self.patience) { [weak self] in
            guard let self, case .opening = state else { return }
            answer(mode == .auto ? nil : slow)
        }
    }

    /// Closes the device after a short grace.
    func close(atOnce: Bool = false) {
        isWanted = false
        pause = Self.firstPause
        timer?.cancel()
        switch state {
        case .attached where atOnce: detach()
        case .attached: schedule(after: Self.grace) { $0.detach() }
        case .missing: state = .closed
        case .closed, .opening: break
        }
    }

    /// Plays elsewhere from now on.
    func change(mode: OutputChoice, device: String) {
        guard mode != self.mode || device != self.device else { return }
        self.mode = mode
        self.device = device
        hasWarned = false
        if case .attached = state { detach() }
        if case .missing = state { state = .closed }
        if isWanted { open { _ in } }
    }

    /// Takes a report of the real-time thread; those that are not about the device are none of ours.
    func take(_ report: EngineReport) {
        switch report {
        case .running(let id):
            guard case .attached(let device, let wasRunning) = state, device.handle.id == id else { return }
            state = .attached(device, isRunning: true)
            pause = Self.firstPause
            if !wasRunning { log.info("playing on '\(device.name)' at \(device.handle.sampleRate.hertz) Hz") }
            hasWarned = false
            changed()
        case .released(let id, let reason, let code):
            guard case .attached(let device, _) = state, device.handle.id == id else { return }
            worker.run({ device.close() }, then: { _ in })
            lost(device.name, reason: reason, code: code)
        case .xrun(let missed):
            log.warning("the sound device ran dry for about \(missed) frames; the beat goes on")
            changed()
        case .adopted, .retired: break
        }
    }

    // MARK: opening

    private var slow: PlaybackError {
        PlaybackError(device: device, reason: "it does not answer", detail: "")
    }

    private func tryNow() {
        guard mode != .clock else { return answer(nil) }
        if case .opening = state { return }
        state = .opening
        hasNews = false
        let id = nextID
        nextID += 1
        let name = device
        asked = name
        let prepare = prepare()
        worker.run(
            {
                let device = try PCMDevice(name: name, id: id)
                do {
                    return (device, try prepare(device.handle.sampleRate))
                } catch {
                    device.close()
                    throw error
                }
            },
            then: { [weak self] result in self?.opened(result) })
    }

    private func opened(_ result: Result<(PCMDevice, SamplePair?), any Error>) {
        switch result {
        case .success((let device, let samples)):
            guard isWanted, device.name == self.device, mode != .clock else {
                state = .closed
                worker.run({ device.close() }, then: { _ in })
                if isWanted { tryNow() }
                return
            }
            state = .attached(device, isRunning: false)
            lastDevice = device.handle
            log.debug(
                """
                opened '\(device.name)': \(device.handle.format), \(device.handle.channels) channels, \
                period \(device.handle.periodFrames), ring \(device.handle.bufferFrames)
                """)
            _ = engine.send(.attach(device.handle))
            attached(samples)
            answer(nil)
        case .failure where device != asked || mode == .clock:
            // Meant for another device than the one wanted now.
            state = .closed
            if isWanted { tryNow() } else { answer(nil) }
        case .failure(let error):
            let error =
                error as? PlaybackError ?? PlaybackError(device: device, reason: "\(error)", detail: "")
            state = .missing(error)
            // Who is refused a start is told why; nobody else needs to hear it.
            if mode == .auto || waiting.isEmpty { warn(error) }
            answer(mode == .auto ? nil : error)
            if isWanted { tryAgain(after: nil) } else { state = .closed }
        }
        changed()
    }

    private func warn(_ error: PlaybackError) {
        if !error.detail.isEmpty { log.debug("alsa-lib says: \(error.detail)") }
        guard !hasWarned else { return }
        hasWarned = true
        log.warning(
            "\(error); \(mode == .auto ? "playing silently by the system clock until it is there" : "trying again")")
    }

    private func answer(_ error: PlaybackError?) {
        let callers = waiting
        waiting = []
        for caller in callers { caller(error) }
    }

    private func tryAgain(after delay: TimeAmount?) {
        let delay = delay ?? pause
        pause = min(.nanoseconds(pause.nanoseconds * 2), Self.longestPause)
        schedule(after: delay) { keeper in
            guard keeper.isWanted, case .missing = keeper.state else { return }
            keeper.tryNow()
        }
    }

    /// While a device is missing, what comes into /dev/snd is a reason to try at once. It needs a moment to be ready.
    private func watchDevices() {
        switch state {
        case .opening: break
        case .closed, .attached:
            watch?.close()
            watch = nil
        case .missing where watch == nil:
            watch = DeviceWatch(loop: loop) { [weak self] in
                // Once for all that comes until the next try, or a stream of news would put it off for ever.
                guard let self, isWanted, !hasNews else { return }
                hasNews = true
                pause = Self.firstPause
                if case .missing = state { tryAgain(after: nil) }
            }
        case .missing: break
        }
    }

    private func schedule(after delay: TimeAmount, _ body: @escaping (OutputKeeper) -> Void) {
        timer?.cancel()
        timer = loop.assumeIsolated().scheduleTask(in: delay) { [weak self] in
            guard let self else { return }
            body(self)
        }
    }

    // MARK: closing

    private func detach() {
        guard case .attached = state else { return }
        _ = engine.send(.detach)
    }

    private func lost(_ name: String, reason: LossReason, code: Int32) {
        if reason == .detached {
            state = .closed
            if isWanted { tryNow() }
        } else {
            let words =
                switch reason {
                case .vanished, .detached: "the device is gone (errno \(-code))"
                case .stalled: "the device consumes nothing"
                case .unrecoverable: "the device stops again and again"
                }
            let error = PlaybackError(device: name, reason: words, detail: "")
            state = .missing(error)
            warn(error)
            if isWanted { tryAgain(after: nil) } else { state = .closed }
        }
        changed()
    }
}
