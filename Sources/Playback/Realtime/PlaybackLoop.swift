// SPDX-License-Identifier: Apache-2.0

internal import CALSA
internal import CMetronomeLinux
internal import MetronomeBounds
internal import MetronomeRhythm
internal import Sound
internal import Synchronization

/// The real-time thread: wait → read the clock → take commands → render → write → publish.
///
/// It allocates nothing, takes no lock, counts no references and never blocks but in its one wait.
@safe struct PlaybackLoop: ~Copyable {
    private let link: UnsafeMutablePointer<RealtimeLink>
    var renderer: Renderer
    var clock: StreamClock
    var device: DeviceStream?
    var recovery = Recovery(ringNs: 0)
    /// The device that `recovery` decides on, whether it is in use or being made ready; 0: none yet.
    var recoveredID: UInt64 = 0
    /// The frame at which the device ran dry, until it plays again.
    var dryFrame: Int64?
    /// Until then a start waits for the device, on CLOCK_MONOTONIC.
    var startDeadline = ClockTime.earliest
    var xruns: UInt64 = 0
    var probe: TimingProbe
    private var fillPolicy = FillPolicy()
    private var wakes: UInt64 = 0
    private var hasReported = false
    /// Whether the device in use was reported as running.
    var hasReportedRunning = false
    /// Whether commands wait until the control side has taken reports.
    private var isHeldUp = false

    let chunk: UnsafeMutablePointer<Float>
    private let descriptors: UnsafeMutablePointer<pollfd>
    let delay: UnsafeMutablePointer<Int>

    private static var mostDescriptors: Int { 9 }

    init(link: UnsafeMutablePointer<RealtimeLink>, sampleRate: SampleRate) {
        unsafe self.link = link
        probe = unsafe TimingProbe(link.pointee.timing, at: .now)
        clock = StreamClock(rate: sampleRate.hertz, frame: 0, time: .now)
        renderer = Renderer(sampleRate: sampleRate)
        unsafe chunk = .allocate(capacity: DeviceStream.chunkFrames * 2)
        unsafe descriptors = .allocate(capacity: Self.mostDescriptors)
        unsafe delay = .allocate(capacity: 1)
        unsafe chunk.initialize(repeating: 0, count: DeviceStream.chunkFrames * 2)
        unsafe delay.initialize(to: 0)
        unsafe descriptors.initialize(repeating: pollfd(), count: Self.mostDescriptors)
        storeClock()
    }

    deinit {
        unsafe chunk.deallocate()
        unsafe descriptors.deallocate()
        unsafe delay.deallocate()
    }

    /// Runs until it is told to end.
    @_noLocks mutating func run() {
        while let sleepNs = pass() { wait(sleepNs) }
    }

    /// Does once all that is due. Returns how long to sleep then, in ns: 0 not at all, less than 0 until a command comes;
    /// `nil` when the thread is to end.
    @_noLocks mutating func pass() -> Int64? {
        guard takeCommands() else {
            publish()
            return nil
        }
        let sleepNs = step()
        publish()
        guard isHeldUp, sleepNs < 0 || sleepNs > Self.heldUpNs else { return sleepNs }
        return Self.heldUpNs
    }

    // MARK: commands

    /// The most reports that can follow a command before the next one is taken. A command is taken only while the ring has room
    /// for this number, so no report is ever lost:
    /// - a plan is reported as adopted once, and any of those that were replaced before may come back;
    /// - a device in use is reported as running at most once, may end one xrun, and is handed up once: `halted` or
    ///   `released`. A command that attaches another hands up the one before instead of a plan.
    static var mostReports: Int { 1 + Renderer.mostRetiring + 3 }

    /// How soon the report ring is looked at again while commands wait for room in it, in ns.
    private static var heldUpNs: Int64 { 5_000_000 }

    /// Takes the commands that have come. Returns whether to go on.
    @_noLocks private mutating func takeCommands() -> Bool {
        // Asked before the ring is emptied, so that what was sent before the end is taken.
        let isEnding = unsafe link.pointee.isEnding.load(ordering: .acquiring)
        isHeldUp = false
        while isReady(at: .now) {
            guard unsafe link.pointee.reports.room() >= Self.mostReports else {
                isHeldUp = unsafe link.pointee.commands.count() > 0
                break
            }
            guard case .command(let command)? = unsafe link.pointee.commands.pop() else { break }
            let now = ClockTime.now
            switch command {
            case .adopt(let plan): unsafe adopt(plan, at: now)
            case .attach(let handle, let start): attach(handle, start, at: now)
            case .detach: lose(.detached, code: 0)
            }
        }
        // The control side has more for the ring, and is woken.
        if unsafe link.pointee.isBacklogged.load(ordering: .relaxed), unsafe link.pointee.commands.room() > 0 {
            unsafe link.pointee.isBacklogged.store(false, ordering: .relaxed)
            hasReported = true
        }
        if isEnding { lose(.detached, code: 0) }
        return !isEnding
    }

    /// Whether commands are taken. While nothing sounds they wait until an attached device plays, so that the time of the
    /// first beat is known, and until it has played the silence that wakes a sink; but not past `startDeadline`.
    @_noLocks private func isReady(at now: ClockTime) -> Bool {
        guard let stream = device, renderer.isSilent, now < startDeadline else { return true }
        if unsafe link.pointee.isEnding.load(ordering: .relaxed) || link.pointee.isStopping.load(ordering: .relaxed) {
            return true
        }
        return recovery.isRunning && stream.written >= Int64(stream.start.prerollFrames)
    }

    @_noLocks private mutating func adopt(_ plan: UnsafePointer<Plan>, at now: ClockTime) {
        // In silence frames are rendered only for a device that runs.
        if !isOnDevice, renderer.isSilent { renderer.seek(to: Int64(clamping: clock.frame(at: now))) }
        let delay = unsafe startDelay(of: plan.pointee)
        report(.adopted(unsafe renderer.adopt(plan, startDelay: delay)))
        if renderer.run == nil {
            forgetXrun()
            unsafe link.pointee.isStopping.store(false, ordering: .relaxed)
        }
        // Here too, as nothing is rendered in silence, and many plans may come at once.
        retire()
    }

    @_noLocks private mutating func attach(_ handle: PCMDevice.Handle, _ start: PCMDevice.Start, at now: ClockTime) {
        lose(.detached, code: 0)
        if !(handle.sampleRate == renderer.segment.sampleRate) {
            let heard = clock.change(rate: handle.sampleRate.hertz, at: now)
            renderer.change(sampleRate: handle.sampleRate, atFrame: heard)
            forgetXrun()
        }
        renderer.setChannels(min(handle.channels, Self.mostChannels))
        use(handle, start, at: now)
        let prerollNs = (Int64(start.prerollFrames) * 1_000_000_000).quotient(by: Int64(handle.sampleRate.hertz))
        startDeadline = now.advanced(byNanoseconds: Self.startLimitNs + prerollNs)
    }

    /// The most output channels that are rendered.
    private static var mostChannels: Int { 64 }

    /// Frames that the chunk has room for: it was made for two channels.
    var chunkFrames: Int { @_noLocks get { (DeviceStream.chunkFrames * 2).quotient(by: renderer.channels) } }

    /// How long a start waits for a device, in ns, besides the silence before the first beat.
    private static var startLimitNs: Int64 { 600_000_000 }

    private var askedFillMs: Int { @_noLocks get { unsafe link.pointee.fillMs.load(ordering: .relaxed) } }

    /// The frames kept written ahead.
    var fill: Int { @_noLocks get { fill(ofMs: fillPolicy.fillMs(asked: askedFillMs)) } }

    /// Twice what a device takes at once, at least, and no more than its ring holds.
    @_noLocks private func fill(ofMs milliseconds: Int) -> Int {
        let frames = milliseconds * renderer.segment.sampleRate.hertz / 1000
        guard let stream = device else { return frames }
        return min(max(frames, 2 * max(stream.handle.periodFrames, stream.burst)), stream.handle.bufferFrames)
    }

    /// Lengthens the fill after an xrun.
    @_noLocks mutating func lengthenFill(at now: ClockTime) {
        fillPolicy.xrun(asked: askedFillMs, at: now)
    }

    /// Drops what is known of the last xrun: the run has ended, or its frames have another length.
    @_noLocks private mutating func forgetXrun() {
        dryFrame = nil
        probe.forgetXrun()
    }

    // MARK: a step

    /// Renders what is due. Returns how long to sleep, in ns; less than 0: until a command comes.
    @_noLocks private mutating func step() -> Int64 {
        let now = ClockTime.now
        wakes += 1
        probe.woke(at: now)
        fillPolicy.calm(at: now)
        return device == nil ? stepClock(at: now) : stepDevice(at: now)
    }

    /// Renders on time without a device; the frames are dropped.
    @_noLocks private mutating func stepClock(at now: ClockTime) -> Int64 {
        guard !renderer.isSilent else { return -1 }
        runOn(by: fill, at: now)
        return sleepNs
    }

    /// The longest suspension of the process, in seconds, after which the frames that were due meanwhile are rendered.
    private static var longestStop: Int { 10 }

    /// Renders the frames that are due by the clock, and `ahead` frames more, and drops them. Frames that were due in a long
    /// suspension of the process are left out.
    @_noLocks mutating func runOn(by ahead: Int, at now: ClockTime) {
        let target = Int64(clamping: clock.frame(at: now)) + Int64(ahead)
        let longest = Int64(Self.longestStop * renderer.segment.sampleRate.hertz)
        if target - renderer.frame > longest { renderer.seek(to: target) }
        while renderer.frame < target {
            render(count: Int(min(Int64(chunkFrames), target - renderer.frame)), forDevice: false)
        }
        retire()
    }

    // MARK: report and wait

    @_noLocks mutating func retire() {
        while let plan = unsafe renderer.nextRetired() { report(unsafe .retired(plan)) }
    }

    @_noLocks mutating func report(_ report: EngineReport) {
        // A reader of the report finds the clock record of that moment, or a later one.
        storeClock()
        // There is room: see `mostReports`.
        _ = unsafe link.pointee.reports.push(.report(report))
        hasReported = true
    }

    var isOnDevice: Bool {
        @_noLocks get {
            device != nil && recovery.isRunning
        }
    }

    @_noLocks private mutating func publish() {
        storeClock()
        if linux_stepped_down(), unsafe !link.pointee.hasSteppedDown.exchange(true, ordering: .relaxed) {
            hasReported = true
        }
        if hasReported {
            hasReported = false
            unsafe linux_pipe_signal(link.pointee.reportSignal)
        }
    }

    @_noLocks private func storeClock() {
        unsafe link.pointee.fillInForceMs.store(
            (fill * 1000).quotient(by: renderer.segment.sampleRate.hertz), ordering: .relaxed)
        unsafe link.pointee.clock.store(
            ClockRecord(
                heardFrame: clock.anchorFrame, time: clock.anchorTime, framesPerSecond: clock.framesPerSecond,
                writtenFrame: renderer.frame, generation: clock.generation, xruns: xruns, wakes: wakes,
                isOnDevice: isOnDevice))
    }

    /// How long to sleep until frames are to be written, in ns. It follows the fill asked for: a fill lengthened after
    /// xruns is for late wakes and not for fewer of them, and a device that stalls must be noticed before it goes on with
    /// what it holds.
    var sleepNs: Int64 {
        @_noLocks get {
            let burst = max(device?.handle.periodFrames ?? 0, device?.burst ?? 0)
            let policy = WakePolicy(burst: burst, isServed: device?.start.isServed ?? false)
            let frames = Int64(policy.frames(ofLevel: fill(ofMs: askedFillMs)))
            let sleep = min(
                (frames * 1_000_000_000).quotient(by: Int64(renderer.segment.sampleRate.hertz)), Self.longestSleepNs)
            guard let stream = device, stream.burst > 0 else { return sleep }
            let longest = stream.burstFilter.sleepNs(upTo: sleep, at: .now)
            // The golden ratio spreads what follows one another.
            let golden = Int64((wakes &* 0x9E37_79B9_7F4A_7C15) >> 48)
            let aimed = stream.burstFilter.sleepNs(
                upTo: longest, reported: Double(stream.reported), spread: Double(golden) / 65536, at: .now)
            // If the looks kept step with the bursts, each would find the pointer late by the same time.
            return aimed ?? longest - longest / 4 * golden / 65536
        }
    }

    private static var longestSleepNs: Int64 { 125_000_000 }

    @_noLocks private mutating func wait(_ sleepNs: Int64) {
        guard sleepNs != 0 else { return }
        unsafe descriptors[0] = pollfd(fd: link.pointee.commandSignal, events: Int16(POLLIN), revents: 0)
        var count = 1
        let now = ClockTime.now
        if let stream = device, recovery.isPolled(at: now) {
            count += unsafe Int(
                calsa_error_descriptors(stream.handle.pcm, descriptors + 1, UInt32(Self.mostDescriptors - 1)))
        }
        let ready = unsafe linux_poll(descriptors, count, sleepNs)
        guard ready > 0 else { return probe.slept(until: sleepNs > 0 ? now.advanced(byNanoseconds: sleepNs) : nil) }
        let isCommanded = unsafe descriptors[0].revents != 0
        if isCommanded { unsafe linux_eventfd_drain(link.pointee.commandSignal) }
        if ready > (isCommanded ? 1 : 0) { recovery.wokeThread(at: .now) }
    }
}
