// SPDX-License-Identifier: Apache-2.0

#if DEBUG || Fuzzing
internal import MetronomeBounds
internal import MetronomeControl
internal import Glibc
internal import Logging
internal import MetronomeMotion
internal import NIOCore
internal import NIOEmbedded
internal import Playback
internal import MetronomeRhythm
internal import MetronomeSession
internal import Sound
internal import Synchronization
@testable import Daemon

/// The parts of a daemon, as `Assembly` puts them together, without threads and sockets.
final class SimulatedDaemon {
    let engine: PlaybackEngine
    let conductor: Conductor
    let saver: StateSaver
    let turns: RequestTurns
    let store: StateStore
    let configuration: SimulatedConfiguration
    /// The run of the last daemon that is played on; nil for none.
    let resumption: SavedRun?
    let log: Logger
    private var isTurnDue = Box(false)
    /// When the real-time thread wakes next; nil: when a command comes.
    private(set) var wakeNs: Int64?
    /// How often the real-time thread has woken.
    private(set) var passes = 0
    private var hasEnded = false

    private final class Box {
        var value: Bool
        init(_ value: Bool) { self.value = value }
    }

    /// One with what was saved in a folder, and the text of the configuration file that a daemon before has accepted.
    init(
        loop: EmbeddedEventLoop, card: String, rate: Int, folder: String, configured: [UInt8]?, work: Work, disk: Disk
    ) throws {
        guard let sampleRate = SampleRate(hertz: rate) else { throw SimulatorError("a card has no rate of \(rate) Hz") }
        log = Logger(label: "simulator") { _ in SwiftLogNoOpLogHandler() }
        var store = StateStore(path: folder + "/state.json")
        store.synchronize = { _ in disk.synchronize() }
        self.store = store
        let saved = store.load()
        try law(saved.warning == nil, "what was saved can be read: \(saved.warning ?? "")")
        configuration = try SimulatedConfiguration(
            path: folder + "/config.toml", accepted: configured, saved: saved.state,
            reader: Worker(loop: loop, simulation: work.worker()))
        let library = try Self.library(rate: rate)
        let stated = try configuration.sources.settings()
        let resumed = Self.resumed(saved.run, stated, library)
        resumption = resumed == nil ? nil : saved.run
        var settings = resumed ?? stated
        settings.device = card
        let sounds = try SoundSet(settings.soundChoices, from: library)
        let samples = try sounds.samples(at: sampleRate)
        engine = try PlaybackEngine(sampleRate: sampleRate, fillMs: settings.promptFillMs, hasThread: false)
        let output = AudioOutput(
            loop: loop, engine: engine, mode: settings.output, device: settings.device,
            fallbackDevice: settings.fallbackDevice, prerollMs: settings.prerollMs.map { Int(clamping: $0) },
            work: BlockingWork { Worker(loop: loop, simulation: work.worker()) }, log: log)
        let files = Worker(loop: loop, simulation: work.worker())
        conductor = Conductor(
            loop: loop, engine: engine, output: output, files: files, library: library, settings: settings,
            sounds: sounds, samples: samples, boot: Self.boot, log: log)
        let saver = StateSaver(loop: loop, files: Worker(loop: loop, simulation: work.worker()), store: store, log: log)
        self.saver = saver
        conductor.remember = { saver.save($0, because: $1) }
        saver.run = { [weak conductor] in conductor?.runToSave }
        saver.isRunSettled = { [weak conductor] in conductor?.isRunSettled ?? true }
        if saved.run != nil, resumption == nil { saver.save(settings, because: .run) }
        conductor.userLibrary = UserLibrary(environment: ["XDG_CONFIG_HOME": folder, "HOME": folder])
        let due = isTurnDue
        turns = RequestTurns(afterSockets: { loop.assumeIsolated().execute($0) }) { due.value = true }
    }

    /// The boot of the machine, which stays up.
    private static let boot = "simulated"

    /// The settings with which a run is played on, as `Launch` has them; nil where it is not.
    private static func resumed(_ run: SavedRun?, _ settings: Settings, _ library: SoundLibrary) -> Settings? {
        guard settings.resumes, let run, run.isToResume(boot: boot, at: .now),
            var resumed = try? run.edit.withoutTrainers.applied(to: settings), run.isCounted(in: resumed),
            (try? SoundSet(resumed.soundChoices, from: library)) != nil
        else { return nil }
        resumed.play = true
        return resumed
    }

    /// Plays, where the configuration or a run that was interrupted says so.
    func begin() {
        if conductor.performance.settings.play { conductor.begin(resuming: resumption) { _ in } }
    }

    /// Whether neither thread has anything to do before somebody asks.
    var isQuiet: Bool {
        wakeNs == nil && !conductor.performance.transport.isStarted && !conductor.performance.transport.isCommitted
    }

    /// Has the real-time thread and the clients do what is due. Returns whether anything may follow from it.
    func follow(atNs now: Int64) -> Bool {
        var isBusy = false
        if isTurnDue.value {
            isTurnDue.value = false
            turns.beginTurn()
            isBusy = true
        }
        if hasEnded { return isBusy }
        guard engine.hasCommands || wakeNs.map({ $0 <= now }) ?? false else { return isBusy }
        let sleep = engine.pass()
        passes += 1
        wakeNs = sleep.flatMap { $0 < 0 ? nil : now + $0 }
        if takesSignal() {
            conductor.takeReports()
            isBusy = true
        }
        return isBusy
    }

    /// A file was saved: no folder can be watched here.
    func fileWasSaved() {
        conductor.songWatch?.fileWasSaved()
        conductor.setListWatch?.fileWasSaved()
    }

    /// Whether the real-time thread has signalled.
    private func takesSignal() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 64)
        return read(engine.reportDescriptor, &bytes, bytes.count) > 0
    }

    /// What the status tells that time alone does not change.
    func told() -> [String: JSONValue] { Self.told(by: conductor.performance) }

    /// The same of a performance.
    static func told(by performance: Performance) -> [String: JSONValue] {
        var performance = performance
        let status = try? JSONLine.parse(JSONLine.encode(performance.status()).dropLast())
        var told = status?.flatStatus.object ?? [:]
        for name in ["position", "pendulum", "audio", "timeline", "now_ns", "uptime_s", "practice", "sync", "score"] {
            told[name] = nil
        }
        if var song = told["song"]?.object {
            for name in ["bpm", "meter", "bell"] { told[name] = nil }
            for name in ["section", "next", "beats", "accents", "lanes"] { song[name] = nil }
            told["song"] = .object(song)
            // A tempo on its way to another is heard as another at any time.
            if var heard = told["heard"]?.object {
                heard["bpm"] = nil
                told["heard"] = .object(heard)
            }
        }
        return told
    }

    /// Whether the daemon tells what a performance told, apart from what time alone changes; where not, their words may be the same.
    func tellsTheSame(as former: Performance) -> Bool {
        var (former, present) = (former, conductor.performance)
        let told = present.status()
        var before = former.status()
        (before.position, before.pendulum, before.audio) = (told.position, told.pendulum, told.audio)
        (before.nowNs, before.uptimeS) = (told.nowNs, told.uptimeS)
        (before.practice, before.sync, before.score) = (told.practice, told.sync, told.score)
        return before == told
    }

    /// What the next daemon would begin with.
    func remembered() -> Edit { Edit(remembering: conductor.performance.settings) }

    /// Ends as a service does; `then` is called when the device is let go of.
    func end(_ then: @escaping () -> Void) {
        saver.flush()
        conductor.end(then)
    }

    /// Ends the real-time thread; `then` is called when all is saved.
    func stop(_ then: @escaping () -> Void) {
        engine.stop()
        (hasEnded, wakeNs) = (true, nil)
        conductor.takeReports()
        saver.flush()
        conductor.finish { [saver] in saver.finish(then) }
    }

    /// Is gone at once: nothing is saved, and its devices are closed.
    func kill() {
        abandon()
        wakeNs = nil
        for output in [conductor.output.chosen, conductor.output.fallback] { output?.device?.close() }
    }

    /// Ends the real-time thread where it has not ended.
    func abandon() {
        if !hasEnded { engine.stop() }
        hasEnded = true
    }

    /// Sounds of one frame each: what is heard of them is their onsets.
    private static func library(rate: Int) throws -> SoundLibrary {
        if let library = libraries.withLock({ $0[rate] }) { return library }
        let folder = try TemporaryFolder.make()
        let instruments = [
            "clave", "click", "click-high", "cowbell", "cowbell-high", "hihat", "hihat-open", "kick", "rim", "shaker",
            "snare", "surdo", "woodblock", "woodblock-high",
        ]
        // The bell is eight times as loud as the beat.
        for name in ["beat", "bell"] + instruments + (1...16).map({ "voice-\($0)" }) {
            try TemporaryFolder.write(
                WaveFile.click(name == "bell" ? 1 / 8 : 1 / 64, rate: rate), to: "\(folder)/\(name).wav")
        }
        let library = SoundLibrary(directories: [folder])
        libraries.withLock { $0[rate] = library }
        return library
    }

    private static let libraries = Mutex<[Int: SoundLibrary]>([:])
}

/// Audio files of 32-bit floats.
private enum WaveFile {
    static func click(_ value: Float, rate: Int) -> [UInt8] {
        func bytes(_ number: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: number.littleEndian, Array.init) }
        let frames = [value, 0, 0, 0].flatMap { bytes($0.bitPattern) }
        let format = bytes(UInt16(3)) + bytes(UInt16(1)) + bytes(UInt32(rate)) + bytes(UInt32(4 * rate))
        let chunks =
            Array("WAVEfmt ".utf8) + bytes(UInt32(16)) + format + bytes(UInt16(4)) + bytes(UInt16(32))
            + Array("data".utf8) + bytes(UInt32(frames.count)) + frames
        return Array("RIFF".utf8) + bytes(UInt32(chunks.count)) + chunks
    }
}
#endif
