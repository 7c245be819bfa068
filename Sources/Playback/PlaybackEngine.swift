// SPDX-License-Identifier: Apache-2.0

internal import CMetronomeLinux
internal import Glibc
public import MetronomeRhythm
internal import Synchronization

/// The control side of playback: starts the real-time thread, sends commands, receives reports, reads the clock.
///
/// `send` and `receive` belong to one thread; `clock` to any.
@safe public final class PlaybackEngine: @unchecked Sendable {
    // Unchecked: the link is made of atomics and rings; `sender` and `received` belong to the thread that sends and
    // receives; the rest is constant after `init`.

    private let link: UnsafeMutablePointer<RealtimeLink>
    private var sender: CommandSender
    /// Reports taken out of the ring before they were asked for, oldest first.
    private var received: [EngineReport] = []
    /// Readable when reports wait; it holds a byte for each wake-up, which its reader drains.
    public let reportDescriptor: Int32
    /// Belongs to the thread while it runs.
    private let loop: UnsafeMutablePointer<PlaybackLoop>
    private var thread = linux_thread()
    private let hasThread: Bool
    /// Whether nothing but the engine reads the link any more.
    private var hasEnded = false
    /// What was granted to the thread, even if it was withdrawn since.
    private let granted: Mutex<RealtimeGrant>

    /// SCHED_FIFO priority asked for: above ordinary threads, below the sound servers'.
    private static let priority: Int32 = 40
    /// The nice level asked for where no priority is granted.
    private static let nice: Int32 = -11
    private static let stackBytes = 256 << 10
    /// How long the thread may take to end, in ms: longer than a sound server takes to answer, unless it hangs.
    private static let endLimitMs: Int32 = 700

    /// Starts the real-time thread, silent and without a device, at a nominal rate.
    ///
    /// - Parameter fillMs: how far ahead of what is heard frames are written, 5...500.
    /// Throws `PlaybackError` when the system has no descriptors or threads left.
    public convenience init(sampleRate: SampleRate, fillMs: Int) throws(PlaybackError) {
        try self.init(sampleRate: sampleRate, fillMs: fillMs, hasThread: true)
    }

    /// An engine with or without a real-time thread. Without one, its owner calls ``pass()`` in place of the thread, so that a
    /// simulation decides when.
    package init(sampleRate: SampleRate, fillMs: Int, hasThread: Bool) throws(PlaybackError) {
        self.hasThread = hasThread
        let commandSignal = linux_eventfd()
        var readEnd: Int32 = -1
        var writeEnd: Int32 = -1
        guard commandSignal >= 0, unsafe linux_pipe(&readEnd, &writeEnd) == 0 else {
            throw PlaybackError(device: "", reason: "the system has no file descriptors left", detail: "")
        }
        unsafe link = .allocate(capacity: 1)
        unsafe link.initialize(
            to: RealtimeLink(
                timing: TimingCell(start: .now), fillMs: Atomic(fillMs),
                fillInForceMs: Atomic(fillMs), commandSignal: commandSignal,
                reportSignal: writeEnd))
        unsafe sender = CommandSender(link)
        reportDescriptor = readEnd

        unsafe loop = .allocate(capacity: 1)
        unsafe loop.initialize(to: PlaybackLoop(link: link, sampleRate: sampleRate))
        guard hasThread else {
            granted = Mutex(.ordinary(RealtimeRefusal(limits: EPERM)))
            return
        }
        var thread = linux_thread()
        let error = unsafe linux_thread_start(
            &thread, "metronome-rt", Self.stackBytes, Self.priority,
            { context in
                unsafe context.assumingMemoryBound(to: PlaybackLoop.self).pointee.run()
            }, loop)
        self.thread = thread
        granted = Mutex(
            thread.realtime
                ? .fifo(priority: Int(Self.priority)) : .ordinary(RealtimeRefusal(limits: thread.realtime_error)))
        guard error == 0 else {
            unsafe loop.deinitialize(count: 1)
            unsafe loop.deallocate()
            throw PlaybackError(device: "", reason: "no thread could be started (errno \(-error))", detail: "")
        }
    }

    /// Does what the thread does between two waits; only where there is none. Returns how long it would wait, in ns: less than 0
    /// until a command comes; nil where the thread would end.
    @discardableResult
    package func pass() -> Int64? { hasThread ? nil : unsafe loop.pointee.pass() }

    /// Whether commands wait for the thread.
    package var hasCommands: Bool { unsafe link.pointee.commands.count() > 0 }

    /// The priority of the thread.
    public var grant: RealtimeGrant {
        unsafe link.pointee.hasSteppedDown.load(ordering: .relaxed) ? .withdrawn : granted.withLock { $0 }
    }

    /// If the limits of the system have refused a priority, asks RealtimeKit for it, then for a nice level. Returns at once;
    /// `done` is called once, after `limit` at the latest, on a thread of its own or on this one.
    public func askForPriority(within limit: Duration, _ done: @escaping @Sendable (RealtimeGrant) -> Void) {
        guard case .ordinary(let refusal) = grant else { return done(grant) }
        let request = PriorityRequest(
            tid: thread.tid, priority: Self.priority, nice: Self.nice, limit: limit, refusal: refusal
        ) { [self] grant in
            granted.withLock { $0 = grant }
            done(grant)
        }
        request.begin()
    }

    /// Sends a command. Commands are taken in the order in which they were sent, and none is lost: what the thread has
    /// not caught up with is kept, and passed on by `receive`.
    public func send(_ command: EngineCommand) { sender.send(command) }

    /// Has the plan of silence that is sent next adopted at once, with all that was sent before it: no start waits for
    /// its device any more.
    public func stopWaiting() { unsafe link.pointee.isStopping.store(true, ordering: .relaxed) }

    /// The next report; `nil` when there is none. To be called until then whenever `reportDescriptor` is readable.
    public func receive() -> EngineReport? {
        sender.flush()
        guard received.isEmpty else { return received.removeFirst() }
        return takeReport()
    }

    private func takeReport() -> EngineReport? {
        guard case .report(let report)? = unsafe link.pointee.reports.pop() else { return nil }
        return report
    }

    /// The last clock record published.
    public var clock: ClockRecord {
        unsafe link.pointee.clock.load()
    }

    /// What the thread has recorded of its own timing.
    public var timing: TimingSnapshot {
        unsafe link.pointee.timing.record.pointee.snapshot(at: .now)
    }

    /// How far ahead of what is heard frames are to be written, in ms.
    public var fillMs: Int {
        get { unsafe link.pointee.fillMs.load(ordering: .relaxed) }
        set { unsafe link.pointee.fillMs.store(newValue, ordering: .relaxed) }
    }

    /// How far ahead of what is heard frames are written, in ms: more than asked for while the machine cannot keep up,
    /// less where the ring of a device holds no more.
    public var fillInForceMs: Int {
        unsafe link.pointee.fillInForceMs.load(ordering: .relaxed)
    }

    /// Ends the thread, after all that was sent, and waits for it; to be called once. Its last reports can still be
    /// received.
    ///
    /// A sound server that hangs can hold the thread in a call. It is then left behind, for the process to end.
    public func stop() {
        let limit = ClockTime.now.advanced(byNanoseconds: Int64(Self.endLimitMs) * 1_000_000)
        while !sender.isFlushed, ClockTime.now < limit {
            // The thread takes commands only while there is room for its reports.
            while let report = takeReport() { received.append(report) }
            sender.flush()
            if hasThread { usleep(500) }
            pass()
        }
        unsafe link.pointee.isEnding.store(true, ordering: .releasing)
        pass()
        unsafe linux_eventfd_signal(link.pointee.commandSignal)
        if hasThread { guard unsafe linux_thread_join(&thread, Self.endLimitMs) == 0 else { return } }
        unsafe loop.deinitialize(count: 1)
        unsafe loop.deallocate()
        hasEnded = true
    }

    /// A thread that was left behind keeps what it reads.
    deinit {
        guard hasEnded else { return }
        let (signals, timing) = unsafe ([link.pointee.commandSignal, link.pointee.reportSignal], link.pointee.timing)
        timing.free()
        unsafe link.deinitialize(count: 1)
        unsafe link.deallocate()
        // The other end is whoever's reads it; a simulation has none.
        for descriptor in signals + (hasThread ? [] : [reportDescriptor]) { close(descriptor) }
    }
}
