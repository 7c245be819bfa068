// SPDX-License-Identifier: Apache-2.0

internal import Logging
internal import NIOCore
internal import Session

/// Saves what is remembered of the settings, a second after it has changed. Belongs to the event loop.
final class StateSaver {
    private let loop: any EventLoop
    private let files: Worker
    private let store: StateStore
    private let log: Logger
    private var timer: Scheduled<Void>?
    private var unsaved: Edit?
    private var hasWarned = false

    /// How long after a change it is saved. Further changes meanwhile do not put that off.
    static let delay = TimeAmount.seconds(1)

    init(loop: any EventLoop, files: Worker, store: StateStore, log: Logger) {
        self.loop = loop
        self.files = files
        self.store = store
        self.log = log
    }

    /// Saves the settings as they are now, within ``delay``.
    func save(_ settings: Settings) {
        unsaved = Edit(remembering: settings)
        guard timer == nil else { return }
        timer = loop.assumeIsolated().scheduleTask(in: Self.delay) { [weak self] in self?.flush() }
    }

    /// Saves at once what is not saved yet.
    func flush() {
        timer?.cancel()
        timer = nil
        guard let state = unsaved else { return }
        unsaved = nil
        files.run({ [store] in try store.save(state) }) { [weak self] result in
            guard let self, !hasWarned, case .failure(let error) = result else { return }
            hasWarned = true
            log.warning("nothing will be remembered: \(error)")
        }
    }
}
