// SPDX-License-Identifier: Apache-2.0

internal import Logging
internal import MetronomeRhythm
internal import MetronomeSession
internal import NIOCore
internal import Playback

/// The outputs around the real-time thread: performs what `OutputSelection` decides with two `OutputDevice`s.
///
/// The real-time thread never waits for it. Closed while stopped. Belongs to the event loop.
final class AudioOutput {
    private let loop: any EventLoop
    private let work: BlockingWork
    let engine: PlaybackEngine
    let log: Logger
    private(set) var mode: OutputChoice
    /// The device that is wanted, and the device that plays while the wanted one is missing.
    private(set) var chosen: OutputDevice?
    private(set) var fallback: OutputDevice?
    /// Devices that were replaced, until they are closed.
    private var replaced: [OutputDevice] = []
    /// What is to be opened once they are closed: most cards can be open only once.
    private var devicesToOpen: [OutputDevice] = []
    /// Ends the wait for them; nil: there is none.
    private var hold: Scheduled<Void>?
    private(set) var device: String
    private(set) var fallbackDevice: String?
    /// The channels that devices are opened with, where they have them.
    private(set) var channels = 2
    /// Silence before the first beat, in ms; `nil`: by the kind of device.
    var prerollMs: Int?

    private var selection = OutputSelection()
    private var timer: Scheduled<Void>?
    /// Who waits for an output.
    private var waiting: [(PlaybackError?) -> Void] = []
    /// The device that the real-time thread has, or is about to have.
    private(set) var attachedID: UInt64 = 0
    private(set) var lastDevice: PCMDevice.Handle?
    /// What `status` said at the last call of `changed`.
    private var reported = ""
    /// How many times a device was opened, or tried.
    private(set) var opened: UInt64 = 0

    /// How long an opening waits for the devices that were replaced: a driver may hang.
    private let longestHold: TimeAmount

    /// Called with the name of a device that was just attached, and samples at its rate: a plan with them must be sent at
    /// once.
    var attached: (String, SampleSet?) -> Void = { _, _ in }
    /// Called when what `status` says of the audio has changed.
    var changed: () -> Void = {}
    /// Prepares samples for a rate, off the loop; `nil` when the samples in use fit.
    var prepare: () -> @Sendable (SampleRate) throws -> SampleSet? = { { _ in nil } }
    /// Whether the samples in use are at a rate.
    var fits: (SampleRate) -> Bool = { _ in true }

    init(
        loop: any EventLoop, engine: PlaybackEngine, mode: OutputChoice, device: String, fallbackDevice: String?,
        prerollMs: Int?, longestHold: TimeAmount = .milliseconds(300), work: BlockingWork? = nil, log: Logger
    ) {
        self.loop = loop
        self.work = work ?? BlockingWork { Worker(loop: loop) }
        self.engine = engine
        self.mode = mode
        self.device = device
        self.fallbackDevice = fallbackDevice
        self.prerollMs = prerollMs
        self.longestHold = longestHold
        self.log = log
        makeDevices()
        take(.configured(mode, hasFallback: fallback != nil))
    }

    /// Makes an output ready, then calls `then`: with an error only in mode `alsa`, when no device can be opened. It is not
    /// called if `close` comes first.
    func open(then: @escaping (PlaybackError?) -> Void) {
        waiting.append(then)
        take(.open)
    }

    /// Closes the device, after a short delay unless it is to be at once.
    func close(atOnce: Bool = false) {
        waiting = []
        take(.close(atOnce: atOnce))
    }

    /// Replaces the devices where others are wanted. What plays goes on on the new ones.
    func change(mode: OutputChoice, device: String, fallbackDevice: String?, channels: Int) {
        guard
            (mode, device, fallbackDevice, channels)
                != (self.mode, self.device, self.fallbackDevice, self.channels)
        else { return }
        let areSame =
            (mode == .clock, device, fallbackDevice, channels)
            == (self.mode == .clock, self.device, self.fallbackDevice, self.channels)
        self.channels = channels
        self.mode = mode
        self.device = device
        self.fallbackDevice = fallbackDevice
        if areSame { take(.chose(mode)) } else { replaceDevices() }
        reportChange()
    }

    /// Takes a report of the real-time thread; those that are not about a device are ignored.
    func take(_ report: EngineReport) {
        for device in replaced + [chosen, fallback].compactMap({ $0 }) { device.take(report) }
        if case .xrun(let missed) = report {
            if missed > 0 { log.debug("\(missed) frames were not heard") }
            reportChange()
        }
    }

    /// Calls `then` once no work on a device is under way.
    func whenIdle(_ then: @escaping () -> Void) { work.whenIdle(then) }

    /// Whether a device plays.
    var isPlaying: Bool { chosen?.isPlaying ?? false || fallback?.isPlaying ?? false }

    /// Whether the chosen device is opened once those that were replaced are closed.
    var isHeld: Bool { devicesToOpen.contains { $0 === chosen } }

    /// Whether somebody waits for an output.
    var isAwaited: Bool { !waiting.isEmpty }

    // MARK: actions

    private func take(_ event: OutputSelection.Event) {
        for action in selection.take(event) { perform(action) }
    }

    private func perform(_ action: OutputSelection.Action) {
        switch action {
        case .arm(let ns):
            timer?.cancel()
            timer = loop.assumeIsolated().scheduleTask(in: .nanoseconds(ns)) { [weak self] in self?.take(.timer) }
        case .disarm: timer?.cancel()
        case .open(.chosen): open(chosen)
        case .open(.fallback): open(fallback)
        case .close(.chosen): close(chosen)
        case .close(.fallback): close(fallback)
        case .answer(let answer):
            let callers = waiting
            waiting = []
            for caller in callers { caller(error(answer)) }
        }
    }

    private func error(_ answer: OutputSelection.Answer) -> PlaybackError? {
        switch answer {
        case .ready: nil
        case .refused(let error): error
        case .late: PlaybackError(late: device)
        }
    }

    // MARK: the devices

    private func makeDevices() {
        chosen = mode == .clock ? nil : outputDevice(device)
        fallback = mode == .clock || fallbackDevice == device ? nil : fallbackDevice.map(outputDevice)
    }

    private func replaceDevices() {
        let old = [chosen, fallback].compactMap { $0 }
        makeDevices()
        devicesToOpen = []
        for device in old { device.close() }
        replaced += old.filter { !$0.lifecycle.isClosed }
        hold?.cancel()
        hold =
            replaced.isEmpty
            ? nil
            : loop.assumeIsolated().scheduleTask(in: longestHold) { [weak self] in
                self?.endHold()
            }
        take(.configured(mode, hasFallback: fallback != nil))
    }

    private func open(_ device: OutputDevice?) {
        guard let device else { return }
        if hold == nil { device.open() } else { devicesToOpen.append(device) }
    }

    private func close(_ device: OutputDevice?) {
        devicesToOpen.removeAll { $0 === device }
        device?.close()
    }

    private func endHold() {
        hold?.cancel()
        hold = nil
        let devices = devicesToOpen
        devicesToOpen = []
        for device in devices { device.open() }
    }

    private func outputDevice(_ name: String) -> OutputDevice {
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
                channels: { [weak self] in self?.channels ?? 2 },
                changed: { [weak self] in self?.changed($0, from: $1) }))
    }

    private func attach(_ device: PCMDevice, _ start: PCMDevice.Start, _ samples: SampleSet?) {
        attachedID = device.handle.id
        lastDevice = device.handle
        engine.send(.attach(device.handle, start))
        attached(device.name, samples)
    }

    private func detach(_ device: PCMDevice) {
        // The real-time thread has released it already if another took its place.
        if device.handle.id == attachedID { engine.send(.detach) }
    }

    private func changed(_ device: OutputDevice, from old: DeviceLifecycle.State) {
        logChange(of: device, from: old)
        let readiness = OutputSelection.Readiness(device.lifecycle)
        if device === chosen {
            take(.device(.chosen, readiness))
        } else if device === fallback {
            take(.device(.fallback, readiness))
        } else {
            replaced.removeAll { $0.lifecycle.isClosed }
            if replaced.isEmpty { endHold() }
            return
        }
        reportChange()
    }

    /// Calls `changed` if what `status` says of the audio has changed.
    private func reportChange() {
        let now = "\(word) \(reason ?? "") \(trying ?? "") \(attachedID) \(isPlaying) \(engine.clock.xruns)"
        guard now != reported else { return }
        reported = now
        changed()
    }
}

extension OutputSelection.Readiness {
    /// The readiness that the state of a device amounts to.
    fileprivate init(_ lifecycle: DeviceLifecycle) {
        switch lifecycle.state {
        case .closed: self = .closed
        case .missing(let error): self = .missing(error)
        case .opening, .starting, .running, .recovering: self = lifecycle.isPlaying ? .playing : .pending
        }
    }
}
