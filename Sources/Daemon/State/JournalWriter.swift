// SPDX-License-Identifier: Apache-2.0

internal import Logging
internal import MetronomeControl

/// Adds runs to the journal, off the event loop. Belongs to the event loop.
final class JournalWriter {
    private let files: Worker
    private let folder: JournalFolder
    private let log: Logger
    private var hasWarned = false

    init(files: Worker, folder: JournalFolder, log: Logger) {
        self.files = files
        self.folder = folder
        self.log = log
    }

    /// Adds a run. Where that fails it is lost, and the first time that is logged.
    func add(_ entry: JournalEntry) {
        files.run({ [folder] in try folder.append(entry) }) { [weak self] result in
            guard let self, !hasWarned, case .failure(let error) = result else { return }
            hasWarned = true
            log.warning("the journal has gaps: \(error)")
        }
    }
}
