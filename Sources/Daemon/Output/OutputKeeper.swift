// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Logging
internal import NIOCore
internal import Playback
internal import Rhythm
internal import Session

/// Keeps an output around the real-time thread, which never waits for it: the chosen device, else the fallback if there
/// is one, else the system clock.
///
/// Closed while stopped. Belongs to the event loop.
final class OutputKeeper {
    private let loop: any EventLoop
    private let work: BlockingWork
    let engine: PlaybackEngine
    let log: Logger
    private(set) var mode: OutputChoice
    /// The device that is wanted, and the one that plays while that is missing.
    private(set) var chosen: OutputDevice?
    private(set) var fallback: OutputDevice?
    private(set) var device: String
    private(set) var fallbackDevice: String?
    /// Silence before the first beat, in ms; `nil`: by the kind of device.
    var prerollMs: Int?

    private(set) var isWanted = false
    private var waiting: [(PlaybackError?) -> Void] = []
    private var grace: Scheduled<Void>?
    private var patience: Scheduled<Void>?
    /// The device that the real-time thread has, or is about to have.
    private var attachedID: UInt64 = 0
    private(set) var lastDevice: PCMDevice.Handle?
    private var told = ""
    /// Times that a device was opened, or tried.
    private var opened: UInt64 = 0

    /// Called with the name of a device that was just attached, and samples at its rate: a plan with them must be sent at
    /// once.
    var attached: (String, SamplePair?) -> Void = { _, _ in }
    /// Called when what `status` says of the audio has changed.
    var changed: () -> Void = {}
    /// Prepares samples for a rate, off the loop; `nil` when those in use fit.
    var prepare: () -> @Sendable (SampleRate) throws -> SamplePair? = { { _ in nil } }
    /// Whether the samples in use are at a rate.
    var fits: (SampleRate) -> Bool = { _ in true }

    /// How long `start` waits for a device, and a run for one that was lost, before another output takes over.
    private static let patience = TimeAmount.milliseconds(700)
    /// How long a stopped device stays open.
    private static let grace = TimeAmount.seconds(2)

    init(
        loop: any EventLoop, engine: PlaybackEngine, mode: OutputChoice, device: String, fallbackDevice: String?,
        prerollMs: Int?, log: Logger
    ) {
        self.loop = loop
        work = BlockingWork(loop: loop)
        self.engine = engine
        self.mode = mode
        self.device = device
        self.fallbackDevice = fallbackDevice
        self.prerollMs = prerollMs
        self.log = log
        engage()
    }

    /// Makes an output ready, then calls `then`: with an error only when `alsa` was asked for and cannot be had.
    func open(then: @escaping (PlaybackError?) -> Void) {
        isWanted = true
        grace?.cancel()
        guard let chosen else {
            // Who waited for a device that is wanted no more is served too.
            waiting.append(then)
            return answer(nil)
        }
        let wasMissing = if case .missing = chosen.state { true } else { false }
        chosen.open()
        if isPlaying || (wasMissing && mode == .auto) { return then(nil) }
        waiting.append(then)
        beImpatient()
    }

    /// Closes the device after a short grace.
    func close(atOnce: Bool = false) {
        isWanted = false
        grace?.cancel()
        guard !atOnce, isPlaying else { return closeAll() }
        grace = loop.assumeIsolated().scheduleTask(in: Self.grace) { [weak self] in self?.closeAll() }
    }

    /// Plays elsewhere from now on.
    func change(mode: OutputChoice, device: String, fallbackDevice: String?) {
        guard (mode, device, fallbackDevice) != (self.mode, self.device, self.fallbackDevice) else { return }
        self.mode = mode
        self.device = device
        self.fallbackDevice = fallbackDevice
        closeAll()
        engage()
        if isWanted { open { _ in } }
    }

    /// Takes a report of the real-time thread; those that are not about the device are none of ours.
    func take(_ report: EngineReport) {
        for keeper in retired + [chosen, fallback].compactMap({ $0 }) { keeper.take(report) }
        retired.removeAll { $0.device == nil }
        if case .xrun(let missed) = report {
            if missed > 0 { log.debug("\(missed) frames were not heard") }
            tell()
        }
    }

    /// Calls `then` once no work on a device is under way.
    func whenIdle(_ then: @escaping () -> Void) { work.whenIdle(then) }

    /// Whether a device plays.
    var isPlaying: Bool { chosen?.isPlaying ?? false || fallback?.isPlaying ?? false }

    // MARK: the two

    /// Of devices that were chosen before, until they are given back.
    private var retired: [OutputDevice] = []

    private func engage() {
        retired += [chosen, fallback].compactMap { $0 }.filter { $0.device != nil }
        chosen = mode == .clock ? nil : keeper(device)
        fallback = mode == .clock || fallbackDevice == device ? nil : fallbackDevice.map(keeper)
    }

    private func keeper(_ name: String) -> OutputDevice {
        OutputDevice(
            name: name, loop: loop, work: work,
            around: OutputDevice.Surroundings(
                nextID: { [unowned self] in
                    opened += 1
                    return opened
                },
                attach: { [weak self] in self?.attach($0, $1, $2) },
                detach: { [weak self] in self?.detach($0) },
                prepare: { [weak self] in self?.prepare() ?? { _ in nil } },
                fits: { [weak self] in self?.fits($0) ?? true },
                fillMs: { [engine] in engine.fillInForceMs },
                prerollMs: { [weak self] in self?.prerollMs },
                changed: { [weak self] in self?.moved($0, from: $1) }))
    }

    private func closeAll() {
        patience?.cancel()
        chosen?.close()
        fallback?.close()
    }

    private func attach(_ device: PCMDevice, _ start: PCMDevice.Start, _ samples: SamplePair?) {
        attachedID = device.handle.id
        lastDevice = device.handle
        engine.send(.attach(device.handle, start))
        attached(device.name, samples)
    }

    private func detach(_ device: PCMDevice) {
        // Another may have taken its place.
        if device.handle.id == attachedID { engine.send(.detach) }
    }

    /// A keeper's state has changed.
    private func moved(_ keeper: OutputDevice, from old: DeviceLifecycle.State) {
        guard keeper === chosen || keeper === fallback else { return }
        report(keeper, from: old)
        if isWanted, let chosen {
            if chosen.isPlaying {
                patience?.cancel()
                fallback?.close()
            } else if case .missing = chosen.state {
                openFallback()
            } else {
                beImpatient()
            }
        }
        answer()
        tell()
    }

    /// A device that does not play in time is replaced, by the fallback or the clock.
    private func beImpatient() {
        patience?.cancel()
        patience = loop.assumeIsolated().scheduleTask(in: Self.patience) { [weak self] in
            guard let self, isWanted, chosen?.isPlaying == false else { return }
            openFallback()
            if fallback == nil { answer(mode == .auto ? nil : slow) } else { beImpatientOfFallback() }
        }
    }

    /// One that is missing too is tried in its own time.
    private func openFallback() {
        if fallback?.state == .closed { fallback?.open() }
    }

    private func beImpatientOfFallback() {
        patience = loop.assumeIsolated().scheduleTask(in: Self.patience) { [weak self] in
            guard let self, !isPlaying else { return }
            answer(mode == .auto ? nil : slow)
        }
    }

    private var slow: PlaybackError { PlaybackError(device: device, reason: "it does not answer", detail: "") }

    /// Answers who waits for an output, as soon as it is known which.
    private func answer() {
        if isPlaying { return answer(nil) }
        guard case .missing(let error)? = chosen?.state else { return }
        if let fallback, case .missing = fallback.state {} else if fallback != nil { return }
        answer(mode == .auto ? nil : error)
    }

    private func answer(_ error: PlaybackError?) {
        let callers = waiting
        waiting = []
        for caller in callers { caller(error) }
    }

    /// Has it told that what `status` says of the audio has changed, if it has.
    private func tell() {
        let now = "\(word) \(reason ?? "") \(trying ?? "") \(attachedID) \(isPlaying) \(engine.clock.xruns)"
        guard now != told else { return }
        told = now
        changed()
    }

    // MARK: the log

    /// One line for each change of state.
    private func report(_ keeper: OutputDevice, from old: DeviceLifecycle.State) {
        let name = keeper.name
        guard keeper.state != old else { return }
        switch keeper.state {
        case .closed: log.debug("'\(name)' is closed")
        case .opening: log.debug("opening '\(name)'")
        case .starting:
            guard let handle = keeper.device?.handle else { return }
            log.debug(
                """
                opened '\(name)': \(handle.format), \(handle.channels) channels, period \(handle.periodFrames), \
                ring \(handle.bufferFrames)
                """)
        case .running:
            let again = if case .recovering = old { " again" } else { "" }
            log.info("playing on '\(name)'\(again) at \(keeper.device?.handle.sampleRate.hertz ?? 0) Hz")
        case .recovering(let cause): log.warning("'\(name)' \(cause.words); the beat goes on")
        case .missing(let error):
            if !error.detail.isEmpty { log.debug("alsa-lib says: \(error.detail)") }
            // Who is refused a start is told why; nobody else needs to hear it.
            guard mode == .auto || waiting.isEmpty else { return }
            let isSilent = mode == .auto && keeper === chosen && fallback == nil
            log.warning(
                "\(error); \(isSilent ? "playing silently by the system clock until it is there" : "trying again")")
        }
    }
}

extension HaltCause {
    /// What the device did.
    var words: String {
        switch self {
        case .dry: "ran dry"
        case .suspended: "was suspended"
        case .offClock: "lost the grid"
        }
    }
}
