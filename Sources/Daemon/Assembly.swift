// SPDX-License-Identifier: Apache-2.0

internal import CMetronomeLinux
internal import Logging
internal import MetronomeBounds
internal import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession
internal import NIOCore
internal import NIOPosix
internal import Playback
internal import ServiceLifecycle
internal import Sound

/// All parts of the daemon, assembled on one event loop, with the few functions that its services call.
struct Assembly: Sendable {
    /// The loop that everything runs on.
    let loop: any EventLoop
    private let conductor: NIOLoopBound<Conductor>
    private let server: NIOLoopBound<ControlServer>
    private let engine: PlaybackEngine
    private let priority: NIOLoopBound<ThreadPriority>
    private let saver: NIOLoopBound<StateSaver>

    /// Starts the real-time thread and wires everything up. Throws `LaunchError`.
    static func make(
        loop: any EventLoop, launch: Launch, settings: Settings, sounds: SoundSet
    ) async throws -> Assembly {
        let engine: PlaybackEngine
        let samples: SampleSet
        do {
            engine = try PlaybackEngine(
                sampleRate: .hz48000, fillMs: settings.promptFillMs)
            samples = try sounds.samples(at: .hz48000)
        } catch {
            // A sound that can be decoded and not be played, such as a silent one.
            throw error is SoundError ? launch.soundFault(error, in: settings) : LaunchError(error)
        }
        if let refusal = samples.lock() { launch.log.info("\(refusal)") }
        return try await loop.submit {
            let files = Worker(loop: loop)
            // What is set is saved however long a file takes to be read.
            let saves = Worker(loop: loop)
            let folders = launch.foldersWritten
            files.run({ for folder in folders { Leftovers.sweep(folder) } }) { _ in }
            let output = AudioOutput(
                loop: loop, engine: engine, mode: settings.output, device: settings.device,
                fallbackDevice: settings.fallbackDevice, prerollMs: settings.prerollMs.map { Int(clamping: $0) },
                log: launch.log)
            let conductor = Conductor(
                loop: loop, engine: engine, output: output, files: files, library: launch.library,
                settings: settings, sounds: sounds, samples: samples, boot: launch.boot, log: launch.log)
            let saver = StateSaver(loop: loop, files: saves, store: launch.store, log: launch.log)
            conductor.remember = { saver.save($0, because: $1) }
            saver.run = { [weak conductor] in conductor?.runToSave }
            saver.isRunSettled = { [weak conductor] in conductor?.isRunSettled ?? true }
            // What is not played on now is not played on later either.
            if launch.leavesRun { saver.save(settings, because: .run) }
            conductor.userLibrary = launch.userLibrary
            conductor.saves = saves
            let journal = JournalWriter(files: saves, folder: launch.journal, log: launch.log)
            conductor.addToJournal = { journal.add($0) }
            let priority = ThreadPriority(loop: loop, engine: engine, log: launch.log)
            priority.changed = { [weak conductor] in conductor?.take(.outputChanged) }
            priority.request()
            let server = ControlServer(
                loop: loop, performer: conductor, mostClients: settings.connections, log: launch.log)
            return Assembly(
                loop: loop, conductor: NIOLoopBound(conductor, eventLoop: loop),
                server: NIOLoopBound(server, eventLoop: loop), engine: engine,
                priority: NIOLoopBound(priority, eventLoop: loop), saver: NIOLoopBound(saver, eventLoop: loop))
        }.get()
    }

    /// Takes the reports of the real-time thread from now on.
    func takeReports() async throws {
        try await read(engine.reportDescriptor) { [conductor, priority] in
            ReportHandler(conductor.value, priority.value)
        }
    }

    /// Calls a handler with every signal that comes through a signalfd.
    func takeSignals(from descriptor: CInt, _ handler: @escaping @Sendable (CInt) -> Void) async throws {
        guard descriptor >= 0 else { return }
        try await read(descriptor) { SignalHandler(handler) }
    }

    /// Has a handler take what comes through a descriptor.
    private func read(_ descriptor: CInt, _ handler: @escaping @Sendable () -> any ChannelHandler) async throws {
        _ = try await NIOPipeBootstrap(group: loop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(handler())
                }
            }
            .takingOwnershipOfDescriptor(input: descriptor).get()
    }

    /// Has a song played by the next start. Throws `ControlError`.
    func load(_ song: LoadedSong) async throws {
        let done = loop.makePromise(of: Void.self)
        loop.execute { [conductor] in
            conductor.value.load(song, at: .now) { done.completeWith($0.map { _ in }.mapError { $0 }) }
        }
        try await done.futureResult.get()
    }

    /// Starts playing, or plays a run on; a refusal goes to the log.
    func play(_ resumption: SavedRun?, _ log: Logger) {
        loop.execute { [conductor] in
            conductor.value.begin(resuming: resumption) { answer in
                if case .failure(let error) = answer { log.error("\(error); waiting for 'metroctl start'") }
            }
        }
    }

    /// Serves a listening socket from now on.
    func listen(on descriptor: CInt) async throws {
        try await loop.flatSubmit { [server] in server.value.listen(on: descriptor) }.get()
    }

    /// Accepts no more connections, and does what clients have asked for.
    func stopListening() async throws {
        try await loop.flatSubmit { [server] in server.value.close() }.get()
    }

    /// Fades out and ends the real-time thread.
    func end() async throws {
        let done = loop.makePromise(of: Void.self)
        loop.execute { [conductor, saver] in
            saver.value.flush()
            conductor.value.end { done.succeed() }
        }
        try await done.futureResult.get()
        engine.stop()
        let finished = loop.makePromise(of: Void.self)
        loop.execute { [conductor, saver] in
            // The last run may have ended with the real-time thread.
            conductor.value.takeReports()
            saver.value.flush()
            conductor.value.finish {
                // What was done last may have changed what is remembered.
                saver.value.finish { finished.succeed() }
            }
        }
        try await finished.futureResult.get()
    }

    /// A reader of the configuration file for SIGHUP.
    func makeReload(_ launch: Launch, _ notifier: SystemdNotifier) async throws -> NIOLoopBound<Reload> {
        try await loop.submit { [loop, conductor] in
            NIOLoopBound(
                Reload(loop: loop, conductor: conductor.value, launch: launch, notifier: notifier), eventLoop: loop)
        }.get()
    }

    /// Gives back, once all is up, what only starting up has touched: several megabytes.
    func releaseStartupCode() {
        loop.scheduleTask(in: .seconds(1)) { PlaybackEngine.releaseStartupCode() }
    }

    /// Returns when the services are to end.
    ///
    /// The lifecycle's own way of waiting would start Dispatch's threads.
    func untilShutdown() async throws {
        let ended = loop.makePromise(of: Void.self)
        try await withTaskCancellationHandler {
            try await withGracefulShutdownHandler {
                try await ended.futureResult.get()
            } onGracefulShutdown: {
                ended.succeed()
            }
        } onCancel: {
            ended.fail(CancellationError())
        }
    }

    /// Sets what is called when a client asks the daemon to end.
    func onShutdown(_ body: @escaping @Sendable () -> Void) async {
        _ = try? await loop.submit { [conductor] in conductor.value.shutdown = body }.get()
    }

    /// Notifies systemd's watchdog while the daemon is alive.
    func watch(_ notifier: SystemdNotifier) {
        guard let interval = notifier.watchdogInterval else { return }
        let pause = TimeAmount(interval)
        let watchdog = NIOLoopBoundBox.makeBoxSendingValue(Watchdog(), eventLoop: loop)
        loop.scheduleRepeatedTask(initialDelay: pause, delay: pause) { [conductor] _ in
            let conductor = conductor.value
            let isAlive = watchdog.value.look(
                wakes: conductor.engine.clock.wakes, shouldPlay: conductor.performance.transport.isCommitted)
            if isAlive { notifier.watchdog() }
        }
    }
}

/// Empties the pipe that the real-time thread signals through, and takes its reports.
private final class ReportHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let conductor: Conductor
    private let priority: ThreadPriority

    init(_ conductor: Conductor, _ priority: ThreadPriority) {
        self.conductor = conductor
        self.priority = priority
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        conductor.takeReports()
        priority.check()
    }
}

/// Reads signalfd records.
private final class SignalHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let handler: (CInt) -> Void
    private var unread = ByteBuffer()

    init(_ handler: @escaping (CInt) -> Void) { self.handler = handler }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        unread.writeBuffer(&bytes)
        while var record = unread.readSlice(length: linux_signal_record_bytes) {
            guard let number = record.readInteger(endianness: .host, as: UInt32.self) else { return }
            handler(CInt(truncatingIfNeeded: number))
        }
    }
}
