// SPDX-License-Identifier: Apache-2.0

internal import CMetronomeLinux
internal import Glibc
internal import NIOCore

/// Reports that files in the folder of a file were saved, of which that may be one. A save of several steps is one report.
///
/// Watches until `close`. Belongs to the event loop.
final class SongWatch {
    /// How long after its last change a file is complete, however an editor writes it.
    private static let pause = TimeAmount.milliseconds(50)

    /// The file.
    let path: String
    private let loop: any EventLoop
    private let saved: () -> Void
    private var watch: DescriptorWatch?
    private var isClosed = false
    private var timer: Scheduled<Void>?

    /// Watches a file by its absolute path, also through a link to it. `saved` is called on the loop.
    ///
    /// The worker finds the folders, which may wait for a server. A save before it has found them is reported too.
    init(loop: any EventLoop, files: Worker, path: String, saved: @escaping () -> Void) {
        (self.loop, self.path, self.saved) = (loop, path, saved)
        let asked = Self.fileTime
        files.run({ Self.watch(path, since: asked) }) { result in
            guard let (descriptor, isSaved) = try? result.get() else { return }
            self.open(descriptor)
            if isSaved { self.fileWasSaved() }
        }
    }

    /// Begins to watch; nil where that cannot be. Says also whether the file was saved meanwhile.
    private static func watch(_ path: String, since asked: (Int, Int)) -> (descriptor: CInt, isSaved: Bool)? {
        let descriptor = linux_watch_begin()
        guard descriptor >= 0 else { return nil }
        var isWatching = false
        for path in [path, target(of: path)].compactMap({ $0 }) {
            let folder = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
            if unsafe linux_watch_saves(descriptor, folder.isEmpty ? "/" : String(folder)) { isWatching = true }
        }
        guard isWatching else {
            Glibc.close(descriptor)
            return nil
        }
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return (descriptor, false) }
        return (descriptor, (status.st_ctim.tv_sec, status.st_ctim.tv_nsec) >= asked)
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
        watch = DescriptorWatch(loop: loop, descriptor: descriptor) { [weak self] in self?.fileWasSaved() }
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

    /// A file of the folder was saved: reports it once no other save follows.
    func fileWasSaved() {
        timer?.cancel()
        guard !isClosed else { return }
        timer = loop.assumeIsolated().scheduleTask(in: Self.pause) { [weak self] in
            guard let self, !isClosed else { return }
            saved()
        }
    }
}
