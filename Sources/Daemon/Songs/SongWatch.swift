// SPDX-License-Identifier: Apache-2.0

internal import CMetronomeLinux
internal import Glibc
internal import NIOCore

/// Reports that a file was saved, replaced or removed. A save of several steps is one report.
///
/// Watches until `close`. Belongs to the event loop.
final class SongWatch {
    /// How long after its last change a file is complete, however an editor writes it.
    private static let pause = TimeAmount.milliseconds(50)
    /// How long a folder in which files are saved again and again puts a report off.
    private static let longestPause = TimeAmount.milliseconds(500)

    /// The file.
    let path: String
    private let loop: any EventLoop
    private let files: Worker
    private let saved: () -> Void
    private var watch: DescriptorWatch?
    private var isClosed = false
    private var timer: Scheduled<Void>?
    /// Since when the timer is put off.
    private var dueSince: NIODeadline?
    /// Whether it is known that the file was saved.
    private var isSaved = false
    private var turns = ReloadTurns()
    /// The file as it was at the last look; nil before the first.
    private var seen: FileState?

    /// Watches a file by its absolute path, also through a link to it. `saved` is called on the loop.
    ///
    /// The worker finds the folders, which may wait for a server. A save before it has found them is reported too.
    init(loop: any EventLoop, files: Worker, path: String, saved: @escaping () -> Void) {
        (self.loop, self.files, self.path, self.saved) = (loop, files, path, saved)
        let asked = Self.fileTime
        files.run({ Self.watch(path, since: asked) }) { result in
            guard let (descriptor, state, isSaved) = try? result.get() else { return }
            self.seen = state
            self.open(descriptor)
            if isSaved { self.fileWasSaved() }
        }
    }

    /// Begins to watch; nil where that cannot be. Says also whether the file was saved meanwhile.
    private static func watch(
        _ path: String, since asked: (Int, Int)
    ) -> (descriptor: CInt, state: FileState, isSaved: Bool)? {
        let descriptor = linux_watch_begin()
        guard descriptor >= 0 else { return nil }
        var isWatching = false
        for path in [path, target(of: path)].compactMap({ $0 }) {
            let folder = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
            if unsafe linux_watch_saves(descriptor, folder.isEmpty ? "/" : String(folder), true) { isWatching = true }
        }
        guard isWatching else {
            Glibc.close(descriptor)
            return nil
        }
        let state = FileState(path)
        return (descriptor, state, state.file.map { ($0.changedS, $0.changedNs) >= asked } ?? false)
    }

    /// The time that a file saved now would be marked with: seconds and nanoseconds.
    private static var fileTime: (Int, Int) {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME_COARSE, &time)
        return (time.tv_sec, time.tv_nsec)
    }

    private func open(_ descriptor: CInt) {
        guard !isClosed else {
            Glibc.close(descriptor)
            return
        }
        watch = DescriptorWatch(loop: loop, descriptor: descriptor) { [weak self] in self?.folderChanged() }
    }

    /// Stops watching; `saved` is not called any more.
    func close() {
        isClosed = true
        timer?.cancel()
        watch?.close()
    }

    /// What a link leads to; nil where there is none.
    private static func target(of path: String) -> String? {
        guard let resolved = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(resolved) }
        let target = unsafe String(cString: resolved)
        return target == path ? nil : target
    }

    /// A file of the folder was saved or removed: reports it where it is this one, once no other change follows.
    func folderChanged() {
        guard !isClosed else { return }
        timer?.cancel()
        let since = dueSince ?? loop.now
        dueSince = since
        let due = min(loop.now + Self.pause, since + Self.longestPause)
        timer = loop.assumeIsolated().scheduleTask(deadline: due) { [weak self] in self?.look() }
    }

    /// The file was saved: reports it once no other save follows.
    func fileWasSaved() {
        isSaved = true
        folderChanged()
    }

    private func look() {
        (timer, dueSince) = (nil, nil)
        guard !isClosed else { return }
        if isSaved {
            isSaved = false
            saved()
        } else if turns.request() {
            compare()
        }
    }

    /// Has the worker look at the file, and reports it where it is another than before.
    private func compare() {
        files.run({ [path] in FileState(path) }) { [weak self] result in
            guard let self, !isClosed else { return }
            if turns.finish() { compare() }
            guard let state = try? result.get() else { return }
            let isOther = seen.map { $0 != state || !$0.isSettled } ?? true
            seen = state
            if isOther { saved() }
        }
    }
}
