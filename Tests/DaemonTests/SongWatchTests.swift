// SPDX-License-Identifier: Apache-2.0

import Glibc
import NIOCore
import NIOEmbedded
import Testing

@testable import Daemon

/// When a watch reports that the file of a song was saved: on a loop without descriptors, whose clock a test moves on.
@Suite struct SongWatchTests {
    private let loop = EmbeddedEventLoop()
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = try folder.write("a", to: "song.toml")
        age()
    }

    /// The song was saved a while ago.
    private func age() {
        var times = [timespec(tv_sec: time(nil) - 60, tv_nsec: 0), timespec(tv_sec: time(nil) - 60, tv_nsec: 0)]
        #expect(utimensat(AT_FDCWD, path, &times, 0) == 0)
    }

    private final class Count { var value = 0 }

    /// A watch of the song, and how often it has reported a save since the first look.
    private func watch() -> (watch: SongWatch, reports: Count) {
        let reports = Count()
        let watch = SongWatch(loop: loop, files: Worker(loop: loop) { $0() }, path: path) { reports.value += 1 }
        loop.advanceTime(by: .seconds(1))
        reports.value = 0
        return (watch, reports)
    }

    @Test func `another file of the folder is none of the song's saves`() throws {
        let (watch, reports) = watch()
        for number in 0..<10 {
            try folder.write("\(number)", to: "other.toml")
            watch.folderChanged()
            loop.advanceTime(by: .milliseconds(100))
        }
        #expect(reports.value == 0)
        try folder.write("b", to: "song.toml")
        watch.folderChanged()
        loop.advanceTime(by: .milliseconds(100))
        #expect(reports.value == 1)
    }

    @Test func `a song that is replaced, gone or there again is reported, also with the times of the one before`()
        throws
    {
        let (watch, reports) = watch()
        try folder.write("b", to: "next")
        #expect(rename(folder.path + "/next", path) == 0)
        age()
        watch.folderChanged()
        loop.advanceTime(by: .milliseconds(100))
        #expect(reports.value == 1)
        unlink(path)
        watch.folderChanged()
        loop.advanceTime(by: .milliseconds(100))
        #expect(reports.value == 2)
        try folder.write("b", to: "song.toml")
        watch.folderChanged()
        loop.advanceTime(by: .milliseconds(100))
        #expect(reports.value == 3)
    }

    @Test(arguments: [false, true])
    func `a song that is removed or moved away is reported, though nothing else in its folder changes`(isMoved: Bool)
        async throws
    {
        let (path, elsewhere) = (path, try TemporaryFolder())
        try await ConductorBench.with { bench in
            let reports = Count()
            let watch = SongWatch(loop: bench.loop, files: Worker(loop: bench.loop), path: path) { reports.value += 1 }
            defer { watch.close() }
            /// Waits for another report, for as long as a busy machine needs.
            func isReported(after known: Int) async throws -> Bool {
                for _ in 0..<2000 where reports.value == known { try await Task.sleep(for: .milliseconds(5)) }
                return reports.value > known
            }
            // The folder is watched from the first report on.
            try folder.write("b", to: "song.toml")
            #expect(try await isReported(after: 0))
            try await Task.sleep(for: .milliseconds(700))
            let known = reports.value
            #expect(isMoved ? rename(path, elsewhere.path + "/song.toml") == 0 : unlink(path) == 0)
            #expect(try await isReported(after: known))
        }
    }

    @Test func `two saves that the clock of the files does not tell apart are both reported`() throws {
        let (watch, reports) = watch()
        for number in 1...9 {
            try folder.write("\(number)", to: "song.toml")
            watch.folderChanged()
            loop.advanceTime(by: .milliseconds(100))
            #expect(reports.value == number)
        }
    }

    @Test func `a save of several steps is one report, and a folder that never rests does not put it off for long`()
        throws
    {
        let (watch, reports) = watch()
        try folder.write("b", to: "song.toml")
        for _ in 0..<5 {
            watch.folderChanged()
            loop.advanceTime(by: .milliseconds(40))
            #expect(reports.value == 0)
        }
        loop.advanceTime(by: .milliseconds(10))
        #expect(reports.value == 1)
        try folder.write("c", to: "song.toml")
        for _ in 0..<15 {
            watch.folderChanged()
            loop.advanceTime(by: .milliseconds(40))
        }
        #expect(reports.value >= 2)
    }
}
