// SPDX-License-Identifier: Apache-2.0

internal import Logging
internal import MetronomeSession
internal import NIOCore

/// Saves what is remembered of the settings: a second after a change that somebody has asked for, and once a minute what
/// changes by itself. A save that fails is tried again after pauses that grow. Belongs to the event loop.
final class StateSaver {
    private let loop: any EventLoop
    private let files: Worker
    private let store: StateStore
    private let log: Logger
    private var timer: Scheduled<Void>?
    /// When the timer saves.
    private var due: NIODeadline?
    /// The settings that were to be saved last.
    private var latest: Edit?
    /// What is in the file.
    private var saved: (state: Edit, run: SavedRun?)?
    /// What is kept of the run that plays; nil where nothing is.
    var run: () -> SavedRun? = { nil }
    /// Whether the run that is kept has all that is set: what is set and not adopted yet would contradict it.
    var isRunSettled: () -> Bool = { true }
    /// Since when it was due and the run was not settled.
    private var unsettledSince: NIODeadline?
    private var savedAt: NIODeadline?
    /// After which pause a save that fails next is tried again; nil where the last one did not fail.
    private var retry: TimeAmount?

    /// How long after a change it is saved. Further changes in that time do not put the save off.
    static let delay = TimeAmount.seconds(1)
    /// How long it is waited until a run that is not settled is looked at again.
    static let settling = TimeAmount.milliseconds(10)
    /// How long after the last save a setting that changes by itself is saved, and at most after one that failed.
    static let pause = TimeAmount.seconds(60)

    /// Why there is something to save.
    enum Cause {
        /// Somebody has asked for it.
        case request
        /// A trainer leads the tempo, or a clock that is followed leads the beats.
        case course
        /// A run has begun, has changed or is over: it is saved at once, and not twice within ``delay``. An end does not wait: a run
        /// that was stopped is not to be played on.
        case run
    }

    init(loop: any EventLoop, files: Worker, store: StateStore, log: Logger) {
        self.loop = loop
        self.files = files
        self.store = store
        self.log = log
    }

    /// Saves the settings as they are now, within ``delay``; settings that change by themselves within ``pause``. A run that is not
    /// settled then puts that off, by ``delay`` at most.
    func save(_ settings: Settings, because cause: Cause = .request) {
        latest = Edit(remembering: settings)
        let now = loop.now
        let wanted =
            switch cause {
            case .request: now + Self.delay
            case .run where saved?.run != nil && run() == nil: now
            case .run: max(savedAt.map { $0 + Self.delay } ?? now, now)
            case .course: max((savedAt ?? now) + Self.pause, now + Self.delay)
            }
        schedule(at: wanted)
    }

    private func schedule(at wanted: NIODeadline) {
        guard due.map({ wanted < $0 }) ?? true else { return }
        timer?.cancel()
        due = wanted
        timer = loop.assumeIsolated().scheduleTask(deadline: wanted) { [weak self] in self?.flushSettled() }
    }

    private func flushSettled() {
        if isRunSettled() { return flush() }
        let since = unsettledSince ?? loop.now
        let isOver = loop.now >= since + Self.delay
        if isOver { flush() } else { (due, unsettledSince) = (nil, since) }
        // A run that was saved all the same is looked at again.
        schedule(at: loop.now + (isOver ? Self.delay : Self.settling))
    }

    /// Saves at once what is not saved yet. While a run is kept, it is looked at again and again: the rate of a device is
    /// measured better with time.
    func flush() {
        timer?.cancel()
        (timer, due, unsettledSince) = (nil, nil, nil)
        guard let state = latest else { return }
        let run = run()
        if run != nil, run?.ended == nil { schedule(at: loop.now + Self.pause) }
        guard saved.map({ $0.state != state || !Self.isKnown(run, by: $0.run) }) ?? true else { return }
        saved = (state, run)
        savedAt = loop.now
        files.run({ [store] in try store.save(state, run: run) }) { [weak self] result in
            guard let self else { return }
            guard case .failure(let error) = result else { return retry = nil }
            saved = nil
            if retry == nil { log.warning("what is set is not remembered for now: \(error)") }
            let pause = retry ?? Self.delay * 2
            retry = min(pause * 2, Self.pause)
            schedule(at: loop.now + pause)
        }
    }

    /// Saves what is not saved yet, and calls `then` when the worker has done all that was handed to it, at the latest
    /// after 1.5 s: what is not written by then is lost, and that is logged. The whole end of the daemon has 5 s
    /// (`TimeoutStopSec`).
    func finish(_ then: @escaping () -> Void) {
        flush()
        loop.wait(
            .milliseconds(1500), for: { [files] done in files.run({}) { _ in done() } },
            late: { [log] in log.warning("what was set last may not be remembered: the disk took too long") },
            then: then)
    }

    private static func isKnown(_ run: SavedRun?, by saved: SavedRun?) -> Bool {
        guard let run, let saved else { return run == nil && saved == nil }
        return saved.predicts(run)
    }
}
