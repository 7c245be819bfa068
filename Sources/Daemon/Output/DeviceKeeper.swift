// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import NIOCore
internal import Playback
internal import Rhythm

/// Opens one sound device, makes it ready for the real-time thread as often as it needs that, and tries again with a
/// growing pause while it is missing. At most one piece of work is under way on it. Belongs to the event loop.
final class DeviceKeeper {
    enum State: Equatable {
        /// Nobody wants it.
        case closed
        /// It is tried for the first time.
        case opening
        /// It plays silence until its clock is known.
        case starting
        case running
        /// It stopped and is made ready anew.
        case recovering(HaltCause)
        /// It cannot be had, and is tried again.
        case missing(PlaybackError)
    }

    /// What it does around a device, and what it needs to know for that.
    struct Surroundings {
        /// A number for a device that no other has had.
        var nextID: () -> UInt64
        /// Has the real-time thread play on a device, with samples at its rate if those in use do not fit.
        var attach: (PCMDevice, PCMDevice.Start, SamplePair?) -> Void
        /// Asks the real-time thread to give a device back.
        var detach: (PCMDevice) -> Void
        /// Prepares samples for a rate, off the loop; `nil` when those in use fit.
        var prepare: () -> @Sendable (SampleRate) throws -> SamplePair?
        /// Whether those in use are at a rate.
        var fits: (SampleRate) -> Bool
        /// How much is written ahead, in ms.
        var fillMs: () -> Int
        /// Silence before the first beat, in ms; `nil`: by the kind of device.
        var prerollMs: () -> Int?
        /// Called when the state has changed from another, or has become the same anew.
        var changed: (DeviceKeeper, State) -> Void
    }

    let name: String
    private let loop: any EventLoop
    private let work: BlockingWork
    private let around: Surroundings

    private(set) var state = State.closed {
        didSet {
            watchDevices()
            if state != oldValue { around.changed(self, oldValue) }
        }
    }
    /// The device while it is open.
    private(set) var device: PCMDevice?
    /// Whether the real-time thread has it.
    private var isAttached = false
    private var isBusy = false
    private var isWanted = false
    /// A try was due while other work was under way.
    private var isDue = false
    private var hasRun = false
    /// Whether it is missing since it was in use.
    private var wasInUse = false
    private var runningSinceNs: Int64 = 0
    private var timer: Scheduled<Void>?
    private var watch: DeviceWatch?
    /// Whether devices came or went since the last try began.
    private var hasNews = false
    /// How long to wait after the try that fails next.
    private(set) var pause = DeviceKeeper.firstPause
    /// How long is waited now.
    private(set) var pauseInForce = DeviceKeeper.firstPause

    private static let firstPause = TimeAmount.milliseconds(250)
    private static let longestPause = TimeAmount.seconds(8)
    /// A device that has run for so long is worth trying at once when it is lost, in ns.
    private static let peaceNs: Int64 = 2_000_000_000

    init(name: String, loop: any EventLoop, work: BlockingWork, around: Surroundings) {
        self.name = name
        self.loop = loop
        self.work = work
        self.around = around
    }

    /// Whether it plays, if only silence until its clock is known.
    var isPlaying: Bool { isAttached }

    /// Wants the device from now on; one that is missing is tried at once.
    func open() {
        isWanted = true
        switch state {
        case .closed:
            state = .opening
            tryNow()
        case .missing: tryNow()
        case .opening, .starting, .running, .recovering: break
        }
    }

    /// Wants it no longer.
    func close() {
        guard isWanted else { return }
        isWanted = false
        isDue = false
        pause = Self.firstPause
        timer?.cancel()
        state = .closed
        guard let device else { return }
        if isAttached { around.detach(device) } else if !isBusy { shut(device) }
    }

    /// Takes a report of the real-time thread about its device.
    func take(_ report: EngineReport) {
        switch report {
        case .running(let id):
            guard id == device?.handle.id, isWanted else { return }
            hasRun = true
            runningSinceNs = linux_monotonic_ns()
            state = .running
        case .halted(let id, let cause):
            guard let device, id == device.handle.id else { return }
            isAttached = false
            guard isWanted else { return shut(device) }
            become(.recovering(cause))
            start(device)
        case .released(let id, let reason, let code):
            guard let device, id == device.handle.id else { return }
            isAttached = false
            if isWanted, reason != .detached {
                lost(PlaybackError(device, lost: reason, code: code), inUse: true)
            }
            shut(device)
        case .adopted, .retired, .xrun: break
        }
    }

    /// Goes over to a state; one that it is in already is news too.
    private func become(_ new: State) {
        if new == state { around.changed(self, state) } else { state = new }
    }

    // MARK: work

    private func perform<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value, then done: @escaping (Result<Value, any Error>) -> Void
    ) {
        isBusy = true
        work.run(body) { [self] result in
            isBusy = false
            done(result)
            if !isBusy, device == nil, isWanted, isDue || state == .opening { tryNow() }
        }
    }

    private func tryNow() {
        isDue = isBusy || device != nil
        guard !isDue else { return }
        timer?.cancel()
        hasNews = false
        let name = name
        let id = around.nextID()
        let prepare = around.prepare()
        let fillMs = around.fillMs()
        let prerollMs = around.prerollMs()
        perform({
            let device = try PCMDevice(name: name, id: id)
            do {
                let samples = try prepare(device.handle.sampleRate)
                return (device, try device.start(fillMs: fillMs, prerollMs: prerollMs), samples)
            } catch {
                device.close()
                throw error
            }
        }) { [self] (result: Result<(PCMDevice, PCMDevice.Start, SamplePair?), any Error>) in
            switch result {
            case .success((let opened, let start, let samples)):
                device = opened
                hasRun = false
                hand(opened, start, samples)
            case .failure(let error):
                if isWanted {
                    lost(error as? PlaybackError ?? PlaybackError(device: name, reason: "\(error)", detail: ""))
                }
            }
        }
    }

    /// Makes a device ready that has stopped.
    private func start(_ device: PCMDevice) {
        let fillMs = around.fillMs()
        let prerollMs = hasRun ? 0 : around.prerollMs()
        perform({ try device.start(fillMs: fillMs, prerollMs: prerollMs) }) { [self] result in
            switch result {
            case .success(let start): hand(device, start, nil)
            case .failure(let error):
                if isWanted, let error = error as? PlaybackError { lost(error, inUse: true) }
                shut(device)
            }
        }
    }

    private func hand(_ device: PCMDevice, _ start: PCMDevice.Start, _ samples: SamplePair?) {
        guard isWanted else { return shut(device) }
        // Another device may have been attached since the samples were looked at, with samples at another rate.
        isDue = samples == nil && !around.fits(device.handle.sampleRate)
        guard !isDue else { return shut(device) }
        isAttached = true
        // Whoever hears of the state may send a plan, which is to find the device there.
        around.attach(device, start, samples)
        become(hasRun ? state : .starting)
    }

    private func shut(_ device: PCMDevice) {
        self.device = nil
        if isWanted, case .closed = state { state = .opening }
        perform({ device.close() }) { _ in }
    }

    // MARK: missing

    private func lost(_ error: PlaybackError, inUse: Bool = false) {
        if linux_monotonic_ns() - runningSinceNs > Self.peaceNs, hasRun { pause = Self.firstPause }
        hasRun = false
        tryAgain()
        // That it is not there is no news to who knows how it went.
        if case .missing = state, error.isAbsence, wasInUse { return become(state) }
        wasInUse = inUse
        become(.missing(error))
    }

    private func tryAgain() {
        pauseInForce = pause
        pause = min(.nanoseconds(pause.nanoseconds * 2), Self.longestPause)
        timer?.cancel()
        timer = loop.assumeIsolated().scheduleTask(in: pauseInForce) { [weak self] in
            guard let self, isWanted, case .missing = state else { return }
            tryNow()
        }
    }

    /// While a device is missing, what comes into /dev/snd is a reason to try at once. It needs a moment to be ready.
    private func watchDevices() {
        guard case .missing = state else {
            watch?.close()
            watch = nil
            return
        }
        guard watch == nil else { return }
        watch = DeviceWatch(loop: loop) { [weak self] in
            // Once for all that comes until the next try, or a stream of news would put it off for ever.
            guard let self, isWanted, !hasNews else { return }
            hasNews = true
            pause = Self.firstPause
            tryAgain()
            around.changed(self, state)
        }
    }
}

extension PlaybackError {
    /// Why a device was lost while it was in use, in words.
    fileprivate init(_ device: PCMDevice, lost reason: LossReason, code: Int32) {
        let words =
            switch reason {
            case .detached: "it was given back"
            case .vanished: device.kind.isServer ? "its sound server went away" : "it was unplugged"
            case .stalled: device.kind.isServer ? "its sound server does not answer" : "it plays nothing"
            case .unrecoverable: "it stops again and again"
            }
        self.init(device: device.name, reason: words, detail: code == 0 ? "" : "errno \(-code)")
    }
}
