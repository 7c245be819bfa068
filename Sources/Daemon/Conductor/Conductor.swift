// SPDX-License-Identifier: Apache-2.0

internal import Logging
internal import MetronomeBounds
internal import MetronomeControl
internal import MetronomeLinux
internal import MetronomeRhythm
internal import MetronomeSession
internal import NIOCore
internal import Playback
internal import Sound

/// Performs what a `Performance` decides: turns what happens on the loop, the ring, the worker and the sockets into events,
/// and performs the actions that follow.
///
/// Belongs to one event loop, like all that it calls. Nothing here waits, nothing is locked, and nothing is decided.
final class Conductor {
    /// What answers a request: an encodable result, or why it was refused.
    typealias Answer = Performance.Answer

    let loop: any EventLoop
    let engine: PlaybackEngine
    let output: AudioOutput
    let files: Worker
    /// What adds to the journal, and so reads it.
    var saves: Worker
    let library: SoundLibrary
    let log: Logger

    var performance: Performance
    /// Events that came while the actions of one are performed.
    private var events: [Performance.Event] = []
    private var isPerforming = false
    /// The only timer: for the next turn without an event.
    private var timer: (time: ClockTime, scheduled: Scheduled<Void>)?

    /// What to do with each answer.
    private var asks: [Ask.ID: (Answer) -> Void] = [:]
    private var lastAsk: Ask.ID = 0
    private var clients: [ObjectIdentifier: any Subscriber] = [:]
    /// What clients are to be sent, until an action of another kind follows.
    private var told: [ObjectIdentifier: [EventMessage]] = [:]
    /// The plans that the real-time thread holds.
    let plans = PlanStore()
    /// Whether the next turn of taking reports is scheduled.
    private var isTakingReports = false
    /// The presets and set lists of the user.
    var userLibrary = UserLibrary(environment: [:])
    /// Report that the file of the song, and that of the set list, may have been saved.
    private(set) var songWatch: SongWatch?
    private(set) var setListWatch: SongWatch?
    private var zone = Zone()

    /// Called when what is remembered of the settings has changed.
    var remember: (Settings, StateSaver.Cause) -> Void = { _, _ in }
    /// Called with each run that has ended.
    var addToJournal: (JournalEntry) -> Void = { _ in }
    /// Called when a client asks the daemon to end.
    var shutdown: () -> Void = {}

    init(
        loop: any EventLoop, engine: PlaybackEngine, output: AudioOutput, files: Worker, library: SoundLibrary,
        settings: Settings, sounds: SoundSet, samples: SampleSet, boot: String? = nil, log: Logger
    ) {
        self.loop = loop
        self.engine = engine
        self.output = output
        self.files = files
        saves = files
        self.library = library
        self.log = log
        performance = Performance(
            settings: settings, sounds: sounds, samples: samples, channels: output.channels, boot: boot,
            at: Performance.Moment(engine, output, &zone))
        output.attached = { [weak self] device, samples in
            self?.tellLock(of: samples)
            self?.take(.attached(device: device, samples))
        }
        output.changed = { [weak self] in self?.take(.outputChanged) }
        output.fits = { [weak self] in self?.performance.samples.sampleRate == $0 }
        output.prepare = { [weak self] in
            guard let performance = self?.performance else { return { _ in nil } }
            return { [sounds = performance.sounds, rate = performance.samples.sampleRate] in
                $0 == rate ? nil : try sounds.samples(at: $0)
            }
        }
        take(.outputChanged)
    }

    // MARK: turns

    /// Hands in an event and performs what follows. An event that comes meanwhile is handed in after that.
    func take(_ event: Performance.Event) {
        events.append(event)
        guard !isPerforming else { return }
        isPerforming = true
        defer { isPerforming = false }
        while !events.isEmpty {
            let event = events.removeFirst()
            perform(turn(event))
        }
        armTimer()
    }

    private func turn(_ event: Performance.Event) -> [Performance.Action] {
        let moment = moment()
        guard log.logLevel == .trace else { return performance.take(event, at: moment) }
        let before = ThreadTime.nowNs
        defer { log.trace("a turn took \((ThreadTime.nowNs - before).quotient(by: 1000)) µs") }
        return performance.take(event, at: moment)
    }

    private func moment() -> Performance.Moment { Performance.Moment(engine, output, &zone) }

    /// Sets the timer for the next turn; none is armed where nothing is to be done.
    private func armTimer() {
        // Read where it stands: a property of the whole would be that of a copy.
        let next = performance.wakes.next
        guard next != timer?.time else { return }
        timer?.scheduled.cancel()
        timer = next.map { time in
            let deadline = NIODeadline.uptimeNanoseconds(UInt64(clamping: time.nanoseconds))
            return (
                time, loop.assumeIsolated().scheduleTask(deadline: deadline) { [weak self] in self?.wake(at: time) }
            )
        }
    }

    private func wake(at time: ClockTime) {
        timer = nil
        take(.woke(at: time))
    }

    // MARK: what happens

    /// Does what a request asks for; `answer` is called once, now or later, on the loop.
    func perform(_ call: Call, for subscriber: any Subscriber, answer: @escaping (Answer) -> Void) {
        let client = ObjectIdentifier(subscriber)
        clients[client] = subscriber
        ask(answer) { .asked($0, call, by: client) }
    }

    /// Forgets a client that has gone.
    func leave(_ subscriber: any Subscriber) {
        clients[ObjectIdentifier(subscriber)] = nil
        clients.giveBackRoom()
        take(.left(ObjectIdentifier(subscriber)))
    }

    /// Takes values of the configuration into force.
    func apply(_ edit: Edit, answer: @escaping (Answer) -> Void) { ask(answer) { .configured($0, edit) } }

    /// Has a song played that was read, from a place on or by the next start.
    func load(_ song: LoadedSong, at cue: Cue, answer: @escaping (Answer) -> Void) {
        ask(answer) { .given($0, song, at: cue) }
    }

    /// Starts playing, or plays a run on.
    func begin(resuming run: SavedRun?, answer: @escaping (Answer) -> Void) {
        ask(answer) { .begun($0, resuming: run) }
    }

    private func ask(_ answer: @escaping (Answer) -> Void, _ event: (Ask.ID) -> Performance.Event) {
        lastAsk += 1
        asks[lastAsk] = answer
        take(event(lastAsk))
    }

    /// What the next process would play on from; nil where nothing plays, or nothing is to be resumed.
    var runToSave: SavedRun? {
        performance.moment = moment()
        return performance.runToSave
    }

    /// Whether the run that is kept has all that is set.
    var isRunSettled: Bool { performance.isRunSettled }

    /// Reports that are taken before others on the loop get their turn.
    private static let reportsInTurn = 64

    /// Takes what the real-time thread has reported, some at a time: an answer can lead to the next plan and so to the next
    /// report, without end. Called when the thread signals.
    func takeReports() {
        var left = Self.reportsInTurn
        while left > 0, let report = engine.receive() {
            left -= 1
            switch report {
            case .adopted(let adoption): take(.adopted(adoption))
            case .retired(let plan): unsafe plans.take(plan)
            case .running, .halted, .released, .xrun: output.take(report)
            }
        }
        take(.reported)
        guard left == 0, !isTakingReports else { return }
        isTakingReports = true
        loop.assumeIsolated().execute { [weak self] in
            self?.isTakingReports = false
            self?.takeReports()
        }
    }

    /// Fades out, then lets go of the device and calls `then`.
    func end(_ then: @escaping () -> Void) { ask({ _ in then() }) { .ending($0) } }

    // MARK: what is done

    private func perform(_ actions: [Performance.Action]) {
        for action in actions {
            if case .tell(let announcement, let hearers) = action {
                let message = EventMessage(announcement)
                for client in hearers { told[client, default: []].append(message) }
            } else {
                deliver()
                perform(action)
            }
        }
        deliver()
    }

    private func deliver() {
        guard !told.isEmpty else { return }
        let messages = told
        told = [:]
        for (client, messages) in messages { clients[client]?.deliver(messages) }
    }

    private func perform(_ action: Performance.Action) {
        switch action {
        case .answer(let id, let answer): asks.removeValue(forKey: id)?(answer)
        case .answerTiming(let id, let audio):
            asks.removeValue(forKey: id)?(.success(Timing(engine.timing, audio, at: performance.now)))
        case .tell: break
        case .play(let order): play(order)
        case .stopWaiting: engine.stopWaiting()
        case .openOutput(let run):
            output.open { [weak self] error in
                self?.take(error.map { .outputRefused(run: run, reason: "\($0)") } ?? .outputOpened(run: run))
            }
        case .closeOutput(let atOnce): output.close(atOnce: atOnce)
        case .changeOutput(let order):
            output.prerollMs = order.prerollMs
            output.change(
                mode: order.mode, device: order.device, fallbackDevice: order.fallbackDevice, channels: order.channels)
        case .setFill(let milliseconds): engine.fillMs = milliseconds
        case .load(let id, let load):
            let worker = if case .journal = load { saves } else { files }
            worker.run({ [library, userLibrary] in try load.content(library, userLibrary) }) { [weak self] result in
                if case .success(.sounds(_, let samples)) = result { self?.tellLock(of: samples) }
                self?.take(
                    .loaded(id, result.mapError { $0 as? ControlError ?? ControlError(.internal, "\($0)") }))
            }
        case .watchSong(let path): watch(path, by: \.songWatch, .songSaved)
        case .watchSetList(let name):
            watch(name.flatMap { try? userLibrary.setLists.path(of: $0) }, by: \.setListWatch, .setListSaved)
        case .save(let settings, let cause): remember(settings, cause)
        case .addToJournal(var entry, let begin, let end):
            entry.start = LocalTime(unixSeconds: begin).description
            entry.end = LocalTime(unixSeconds: end).description
            addToJournal(entry)
        case .log(let level, let text): log.log(level: level, "\(text)")
        case .shutDown: shutdown()
        }
    }

    /// Logs that not all of some samples are locked in memory, which was tried when they were made.
    private func tellLock(of samples: SampleSet?) {
        if let refusal = samples?.lock() { log.info("\(refusal)") }
    }

    private func play(_ order: PlayOrder) {
        guard let kits = order.samples.kits(order.choices) else { return }
        var plan = Plan(
            revision: order.revision, run: order.run, cue: order.cue, volume: 1, music: order.music, kits: kits)
        for (lane, mix) in order.mixes { plan[mixOf: lane] = mix }
        if let start = order.start { (plan.startTime, plan.startPeriod) = (start.time, start.periodS) }
        unsafe engine.send(.adopt(plans.place(plan, music: order.music, kits: kits, samples: order.samples)))
    }

    private func watch(
        _ path: String?, by watch: ReferenceWritableKeyPath<Conductor, SongWatch?>, _ saved: Performance.Event
    ) {
        guard self[keyPath: watch]?.path != path else { return }
        self[keyPath: watch]?.close()
        self[keyPath: watch] = path.map { path in
            SongWatch(loop: loop, files: files, path: path) { [weak self] in self?.take(saved) }
        }
    }
}
