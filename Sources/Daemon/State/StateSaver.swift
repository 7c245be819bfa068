// SPDX-License-Identifier: Apache-2.0

internal import Logging
internal import NIOCore
internal import Session

/// Saves what is remembered of the settings: a second after a change that somebody has asked for, and once a minute what
/// changes by itself. Belongs to the event loop.
final class StateSaver {
    private let loop: any EventLoop
    private let files: Worker
    private let store: StateStore
    private let log: Logger
    private var timer: Scheduled<Void>?
    /// When that saves.
    private var due: NIODeadline?
    private var unsaved: Edit?
    private var savedAt: NIODeadline?
    private var hasWarned = false

    /// How long after a change it is saved. Further changes meanwhile do not put that off.
    static let delay = TimeAmount.seconds(1)
    /// How long after it was saved last what changes by itself is saved.
    static let pause = TimeAmount.seconds(60)

    /// Why the settings are others.
    enum Cause {
        /// Somebody has asked for it.
        case request
        /// A trainer leads the tempo.
        case course
    }

    init(loop: any EventLoop, files: Worker, store: StateStore, log: Logger) {
        self.loop = loop
        self.files = files
        self.store = store
        self.log = log
    }

    /// Saves the settings as they are now, within ``delay``; those that change by themselves within ``pause``.
    func save(_ settings: Settings, because cause: Cause = .request) {
        unsaved = Edit(remembering: settings)
        let now = loop.now
        let wanted =
            switch cause {
            case .request: now + Self.delay
            case .course: max((savedAt ?? now) + Self.pause, now + Self.delay)
            }
        guard due.map({ wanted < $0 }) ?? true else { return }
        timer?.cancel()
        due = wanted
        timer = loop.assumeIsolated().scheduleTask(deadline: wanted) { [weak self] in self?.flush() }
    }

    /// Saves at once what is not saved yet.
    func flush() {
        timer?.cancel()
        (timer, due) = (nil, nil)
        guard let state = unsaved else { return }
        unsaved = nil
        savedAt = loop.now
        files.run({ [store] in try store.save(state) }) { [weak self] result in
            guard let self, !hasWarned, case .failure(let error) = result else { return }
            hasWarned = true
            log.warning("nothing will be remembered: \(error)")
        }
    }
}
