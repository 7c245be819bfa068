// SPDX-License-Identifier: Apache-2.0

internal import CMetronomeLinux
internal import FoundationEssentials
internal import Glibc
internal import Logging
internal import MetronomeControl
internal import MetronomeLinux
internal import MetronomeRhythm
internal import MetronomeSession
internal import NIOCore
internal import NIOPosix
internal import ServiceLifecycle
internal import Sound

/// Everything that is read before anything runs: flags, environment, file and saved state.
package struct Launch: Sendable {
    let environment: [String: String]
    /// The configuration file that a flag names; nil for the default one.
    let file: String?
    /// Whether anything but flags is read and remembered.
    let usesConfiguration: Bool
    /// What each source states.
    let sources: ConfigurationSources
    /// What follows from them, and from the run that is resumed.
    let settings: Settings
    /// The run of the last process that is played on; nil for none.
    let resumption: SavedRun?
    /// Whether a run was left that is not.
    let leavesRun: Bool
    /// The boot of the machine.
    let boot = BootID.current
    let store: StateStore
    let journal: JournalFolder
    let library: SoundLibrary
    /// Whether --no-play was given.
    private let waits: Bool
    let userLibrary: UserLibrary
    let log: Logger

    /// Reads all of it. Throws `LaunchError` for the first mistake.
    ///
    /// - Parameters:
    ///   - flags: the values of the command line, by flag: `["--bpm": "90"]`.
    ///   - file: the configuration file named there.
    ///   - usesConfiguration: whether variables and file are read, and the state is read and saved; else the flags are all.
    ///   - remembers: whether the saved state is read; a render does without, and so is the same on every machine.
    package init(
        flags: [String: String], file: String?, usesConfiguration: Bool = true, remembers: Bool
    ) throws(LaunchError) {
        environment = Self.processEnvironment
        self.file = file
        self.usesConfiguration = usesConfiguration
        waits = flags["--play"] == "false"
        store = usesConfiguration ? StateStore(environment: environment) : StateStore(path: nil)
        journal = usesConfiguration ? JournalFolder(environment: environment) : JournalFolder(path: nil)
        userLibrary = UserLibrary(environment: environment)
        let reading = ConfigurationReading(
            flags: flags, file: file, environment: environment, usesConfiguration: usesConfiguration,
            store: remembers ? store : nil)
        if let mistake = reading.mistakes.first { throw LaunchError(mistake, exitCode: 2) }
        sources = reading.sources
        let stated: Settings
        do throws(SettingError) { stated = try sources.settings() } catch {
            throw LaunchError(message: sources.text(error), exitCode: 2)
        }
        let style = ConsoleLog.Style(environment: environment)
        let level = Logger.Level(stated.logLevel)
        let console = ConsoleLog(style: style, level: level)
        log = Logger(label: "metronomed") { _ in console }
        library = SoundLibrary.standard(
            explicit: stated.soundsDirectory, environment: environment, executable: Self.executable)
        // A flag that says whether to play is obeyed.
        let isTold = Key.named("play").flatMap { reading.sources.flags[$0] } != nil
        let run = isTold ? nil : reading.run
        let (resumed, obstacle) = Self.resumed(run, stated, sources.flags, library, boot)
        (settings, resumption) = (resumed ?? stated, resumed == nil ? nil : run)
        leavesRun = reading.run != nil && resumption == nil
        for warning in reading.warnings { log.warning("\(warning)") }
        if let obstacle { log.notice("the run that was interrupted is not played on: \(obstacle)") }
        if let folder = stated.soundsDirectory, unsafe access(folder, R_OK | X_OK) != 0 {
            log.warning("\(SystemError(errno, "cannot search \(folder) for sounds"))")
        }
    }

    /// The settings with which a run is played on; nil where it is not, with what is in its way where people may wonder. What a flag
    /// states holds.
    private static func resumed(
        _ run: SavedRun?, _ settings: Settings, _ flags: Edit, _ library: SoundLibrary, _ boot: String?
    ) -> (settings: Settings?, obstacle: String?) {
        guard settings.resumes, let run, let boot, run.isToResume(boot: boot, at: .now) else { return (nil, nil) }
        do {
            var resumed = try run.edit.withoutTrainers.without(flags).applied(to: settings)
            guard run.isCounted(in: resumed) else {
                return (nil, "its bars have \(run.beatsPerBar) beats, and \(resumed.countedMeter.beats) are stated")
            }
            _ = try SoundSet(resumed.soundChoices, from: library)
            resumed.play = true
            return (resumed, nil)
        } catch {
            return (nil, "\(error)")
        }
    }

    /// Where files are replaced while it runs.
    var foldersWritten: [String] {
        let state = store.path.flatMap { path in path.lastIndex(of: "/").map { String(path[..<$0]) } }
        let library = [userLibrary.presets, userLibrary.setLists, userLibrary.grooves].map(\.folder)
        return ([state] + library).compactMap(\.self)
    }

    static var processEnvironment: [String: String] { ProcessInfo.processInfo.environment }

    /// Keeps the memory of the process small. To be called first.
    package static func prepareMemory() { linux_prepare_memory() }

    /// Tells the clients that wait on systemd's sockets why no daemon starts, and closes their connections: as long as one
    /// waits, systemd starts the service again, at once. Nothing after a socket was taken.
    package static func refuseClients(because error: LaunchError) {
        ActivatedSocket.refuseClients(environment: processEnvironment, refusal(because: error))
    }

    private static func refusal(because error: any Error) -> ControlError {
        ControlError(.cannotStart, "the daemon cannot start: \(error)")
    }

    /// Runs the daemon until it is asked to end, and plays a song if one is given. Blocks the calling thread, which must be
    /// the main one.
    package func run(song source: RenderRequest.RenderedSong? = nil) throws {
        signal(SIGPIPE, SIG_IGN)
        // Before any thread is started: every thread inherits the mask that leaves the signals to the descriptor.
        let signals = linux_signal_descriptor()
        let song = try source.map(loadedSong)
        var (sounds, settings) = try sounds(with: song?.course.map.lanes ?? .none, of: source)
        if song != nil, !waits { settings.play = true }
        try Self.allowConnections(settings)
        let listener = try listeningSocket()
        let loop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
        let ended = loop.makePromise(of: Void.self)
        Task(executorPreference: LoopExecutor(loop)) { [sounds, settings] in
            do {
                try await serve(
                    on: loop, listener: listener, signals: signals, sounds: sounds, settings: settings, song: song)
                ended.succeed()
            } catch {
                ended.fail(error)
            }
        }
        do { try ended.futureResult.wait() } catch {
            listener.refuseClients(Self.refusal(because: error))
            throw error
        }
        listener.close()
    }

    private func serve(
        on loop: any EventLoop, listener: ListeningSocket, signals: CInt, sounds: SoundSet, settings: Settings,
        song: LoadedSong?
    ) async throws {
        let notifier = SystemdNotifier(environment: environment)
        let assembly = try await Assembly.make(loop: loop, launch: self, settings: settings, sounds: sounds)
        let resumption = song == nil ? resumption : nil
        if let song { try await assembly.load(song) }
        let reload = try await assembly.makeReload(self, notifier)
        let lifecycle = ServiceGroup(
            configuration: .init(
                services: [
                    .init(
                        service: PlayService(
                            assembly: assembly, notifier: notifier, plays: settings.play, resumption: resumption,
                            log: log)),
                    .init(
                        service: ServeService(
                            assembly: assembly, listener: listener, notifier: notifier, plays: settings.play,
                            log: log)),
                ], logger: quiet))
        let executor = LoopExecutor(loop)
        let end: @Sendable () -> Void = {
            Task(executorPreference: executor) { await lifecycle.triggerGracefulShutdown() }
        }
        // A program that was started in a terminal ends when its window is closed, which sends SIGHUP.
        let hadTerminal = isatty(STDIN_FILENO) == 1
        try await assembly.takeSignals(from: signals) { number in
            guard number == SIGHUP, !hadTerminal || isatty(STDIN_FILENO) == 1 else { return end() }
            reload.value.request()
        }
        await assembly.onShutdown(end)
        try await lifecycle.run()
    }

    /// The log of the lifecycle, whose messages below a warning are for its developers.
    private var quiet: Logger {
        var logger = log
        logger.logLevel = max(log.logLevel, .warning)
        return logger
    }

    /// Files that the daemon has open besides its connections: devices, sounds, watches, and connections that are being turned
    /// away.
    private static let otherFiles = 96

    /// Has as many files open as the connections need. Throws `LaunchError` where the system allows fewer.
    static func allowConnections(_ settings: Settings) throws(LaunchError) {
        let allowed = OpenFiles.allow(settings.connections + otherFiles)
        guard allowed < settings.connections + otherFiles else { return }
        let fitting = allowed > otherFiles ? "set at most \(allowed - otherFiles), or " : ""
        throw LaunchError(
            message: """
                connections = \(settings.connections) needs \(settings.connections + otherFiles) open files, and \
                \(allowed) are allowed here: \(fitting)raise the limit (`ulimit -Hn`, LimitNOFILE= of the service)
                """, exitCode: 2)
    }

    private func activatedSocket() throws(LaunchError) -> ActivatedSocket? {
        // systemd passes the same sockets next time.
        do { return try ActivatedSocket.take(environment: environment) } catch { throw LaunchError(error, exitCode: 2) }
    }

    private func listeningSocket() throws(LaunchError) -> ListeningSocket {
        do {
            if let activated = try activatedSocket() {
                if let stated = settings.socket, stated != activated.path {
                    log.warning("socket \(stated) is not served: systemd hands over \(activated.path)")
                }
                do { return try ListeningSocket(activated) } catch {
                    activated.refuseClients(Self.refusal(because: error))
                    // The next client starts it again; until then systemd need not.
                    throw LaunchError(error, exitCode: 2)
                }
            }
            let runtimeFolder = BaseFolders(environment: environment).runtime
            // Without configuration only a flag says another path.
            let variables = usesConfiguration ? environment : environment.filter { $0.key != "METRONOMED_SOCKET" }
            let path = try ControlSocket.path(explicit: settings.socket, environment: variables)
            let socket = try ListeningSocket(path: path, runtimeFolder: runtimeFolder)
            if isSocketMoved, let usual = ControlSocket.usualPath(environment: environment), usual != path {
                do { try socket.addLink(at: usual, runtimeFolder: runtimeFolder) } catch {
                    log.warning("clients find the daemon only with --socket \(path): \(error)")
                }
            }
            return socket
        } catch let error as LaunchError {
            throw error
        } catch {
            throw LaunchError(error)
        }
    }

    /// Whether the path of the socket comes from the configuration file, which clients do not read.
    private var isSocketMoved: Bool {
        guard let key = Key.named("socket") else { return false }
        return sources.file[key] != nil && sources.environment[key] == nil && sources.flags[key] == nil
    }

    static var executable: String { SymbolicLink.target(of: "/proc/self/exe") ?? "" }
}

extension Logger.Level {
    /// The same level, as swift-log has it.
    fileprivate init(_ level: LogLevel) { self = Logger.Level(rawValue: level.rawValue) ?? .info }
}
