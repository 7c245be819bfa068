// SPDX-License-Identifier: Apache-2.0

internal import MetronomeLinux
internal import MetronomeRhythm
internal import NIOCore
internal import Playback

/// One sound device: performs what its `DeviceLifecycle` decides. Belongs to the event loop.
final class OutputDevice {
    /// What it needs of the output that it is part of.
    struct Surroundings {
        /// A number for a device that no other has had.
        var nextID: () -> UInt64
        /// Has the real-time thread play on a device, with samples at its rate if the samples in use do not fit.
        var attach: (PCMDevice, PCMDevice.Start, SampleSet?) -> Void
        /// Asks the real-time thread to release a device.
        var detach: (PCMDevice) -> Void
        /// Prepares samples for a rate, off the loop; `nil` when the samples in use fit.
        var prepare: () -> @Sendable (SampleRate) throws -> SampleSet?
        /// Whether the samples in use are at a rate.
        var fits: (SampleRate) -> Bool
        /// How much is written ahead, in ms.
        var fillMs: () -> Int
        /// Silence before the first beat, in ms; `nil`: by the kind of device.
        var prerollMs: () -> Int?
        /// The channels that it is opened with, where it has them.
        var channels: () -> Int
        /// Called with the former state when the state has changed, when it plays or plays no longer, when it is closed,
        /// or when a try has failed.
        var changed: (OutputDevice, DeviceLifecycle.State) -> Void
    }

    /// The ALSA name.
    let name: String
    /// What was said last of its being missing; nil while it is there.
    var toldTrouble: String?
    /// The device while it is open.
    private(set) var device: PCMDevice?
    private(set) var lifecycle = DeviceLifecycle()
    private let loop: any EventLoop
    private let work: BlockingWork
    private let around: Surroundings
    /// How the device was started last, and the samples for its rate if the samples in use did not fit.
    private var started: (start: PCMDevice.Start, samples: SampleSet?)?
    private var timer: Scheduled<Void>?
    private var watch: DeviceWatch?

    init(name: String, loop: any EventLoop, work: BlockingWork, around: Surroundings) {
        self.name = name
        self.loop = loop
        self.work = work
        self.around = around
    }

    /// The state of the device.
    var state: DeviceLifecycle.State { lifecycle.state }

    /// Whether the real-time thread has the device and keeps it.
    var isPlaying: Bool { lifecycle.isPlaying }

    /// Opens the device, and keeps trying until `close`.
    func open() { take(.wanted) }

    /// Closes the device once the real-time thread has released it.
    func close() { take(.unwanted) }

    /// Takes a report of the real-time thread; those about other devices are ignored.
    func take(_ report: EngineReport) {
        guard let device else { return }
        switch report {
        case .running(device: device.handle.id): take(.running)
        case .halted(device: device.handle.id, let cause): take(.halted(cause))
        case .released(device: device.handle.id, .detached, _): take(.released(nil))
        case .released(device: device.handle.id, let reason, let code):
            take(.released(PlaybackError(device, lost: reason, code: code)))
        case .adopted, .retired, .running, .halted, .released, .xrun: break
        }
    }

    // MARK: actions

    private func take(_ event: DeviceLifecycle.Event) {
        let actions = lifecycle.take(event, at: MonotonicClock.nowNs)
        watchDevices()
        for action in actions { perform(action) }
    }

    private func perform(_ action: DeviceLifecycle.Action) {
        switch action {
        case .open: openDevice()
        case .restart(let preroll): restart(preroll: preroll)
        case .close:
            guard let device else { return }
            self.device = nil
            work.run({ device.close() }) { [self] _ in take(.closed) }
        case .attach:
            guard let device, let (start, samples) = started else { return }
            started = nil
            around.attach(device, start, samples)
        case .detach:
            guard let device else { return }
            around.detach(device)
        case .arm(let ns):
            timer?.cancel()
            timer = loop.assumeIsolated().scheduleTask(in: .nanoseconds(ns)) { [weak self] in self?.take(.timer) }
        case .disarm: timer?.cancel()
        case .report(let old): around.changed(self, old)
        }
    }

    private func openDevice() {
        let name = name
        let id = around.nextID()
        let prepare = around.prepare()
        let fillMs = around.fillMs()
        let prerollMs = around.prerollMs()
        let channels = around.channels()
        work.run({
            let device = try PCMDevice(name: name, id: id, channels: channels)
            do {
                let samples = try prepare(device.handle.sampleRate)
                return (device, try device.start(fillMs: fillMs, prerollMs: prerollMs), samples)
            } catch {
                device.close()
                throw error
            }
        }) { [self] (result: Result<(PCMDevice, PCMDevice.Start, SampleSet?), any Error>) in
            switch result {
            case .success((let opened, let start, let samples)):
                device = opened
                started = (start, samples)
                take(.opened(fits: samples != nil || around.fits(opened.handle.sampleRate)))
            case .failure(let error): take(.failed(playbackError(error)))
            }
        }
    }

    private func restart(preroll: Bool) {
        guard let device else { return }
        let fillMs = around.fillMs()
        let prerollMs = preroll ? around.prerollMs() : 0
        work.run({ try device.start(fillMs: fillMs, prerollMs: prerollMs) }) { [self] result in
            switch result {
            case .success(let start):
                started = (start, nil)
                take(.restarted(fits: around.fits(device.handle.sampleRate)))
            case .failure(let error): take(.failed(playbackError(error)))
            }
        }
    }

    private func playbackError(_ error: any Error) -> PlaybackError {
        error as? PlaybackError ?? PlaybackError(device: name, reason: "\(error)", detail: "")
    }

    /// Devices that appear are of interest only while this one is missing.
    private func watchDevices() {
        guard case .missing = lifecycle.state else {
            watch?.close()
            watch = nil
            return
        }
        guard watch == nil else { return }
        watch = DeviceWatch(loop: loop) { [weak self] in self?.take(.devicesChanged) }
    }
}
