// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import NIOPosix
import Testing

@testable import Daemon

@Suite(.timeLimit(.minutes(10))) struct DeviceWatchTests {
    /// A folder that stands for /dev, and a watch over the folder `snd` in it.
    private final class Watched: Sendable {
        let folder: String
        private let loop = MultiThreadedEventLoopGroup.singleton.next()
        private let watch: NIOLoopBound<DeviceWatch>
        private let changes: AsyncStream<Void>

        init(snd exists: Bool) async throws {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("watch-\(UUID().uuidString)")
                .path
            self.folder = folder
            try FileManager.default.createDirectory(
                atPath: folder + (exists ? "/snd" : ""), withIntermediateDirectories: true)
            let (changes, changed) = AsyncStream.makeStream(of: Void.self)
            self.changes = changes
            watch = try await loop.submit { [loop] in
                NIOLoopBound(
                    DeviceWatch(loop: loop, folder: folder + "/snd", parent: folder) { changed.yield() },
                    eventLoop: loop)
            }.get()
        }

        deinit { try? FileManager.default.removeItem(atPath: folder) }

        /// Waits for the next change that is reported.
        func change() async { for await _ in changes { return } }

        /// Whether a change is reported within 200 ms.
        func isChanged() async throws -> Bool {
            let changes = changes
            return try await withThrowingTaskGroup(of: Bool.self) { group in
                group.addTask {
                    for await _ in changes { return true }
                    return false
                }
                group.addTask {
                    try await Task.sleep(for: .milliseconds(200))
                    return false
                }
                defer { group.cancelAll() }
                return try await group.next() ?? false
            }
        }

        func create(_ name: String) { _ = FileManager.default.createFile(atPath: folder + "/" + name, contents: nil) }
        func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: folder + "/" + name) }
        func createFolder() throws {
            try FileManager.default.createDirectory(atPath: folder + "/snd", withIntermediateDirectories: false)
        }
        func close() async throws { try await loop.submit { self.watch.value.close() }.get() }
    }

    @Test func `a device that appears is reported, and each one after it`() async throws {
        let watched = try await Watched(snd: true)
        watched.create("snd/controlC0")
        await watched.change()
        watched.create("snd/controlC1")
        await watched.change()
        try await watched.close()
    }

    @Test func `a device that goes away is reported`() async throws {
        let watched = try await Watched(snd: true)
        watched.create("snd/controlC0")
        await watched.change()
        try watched.remove("snd/controlC0")
        await watched.change()
        try await watched.close()
    }

    @Test func `the folder of devices is reported when it appears`() async throws {
        let watched = try await Watched(snd: false)
        try watched.createFolder()
        await watched.change()
        try await watched.close()
    }

    @Test func `what appears in that folder later is reported too`() async throws {
        let watched = try await Watched(snd: false)
        try watched.createFolder()
        await watched.change()
        watched.create("snd/controlC0")
        await watched.change()
        try await watched.close()
    }

    @Test func `a watch that is closed reports nothing`() async throws {
        let watched = try await Watched(snd: true)
        try await watched.close()
        watched.create("snd/controlC0")
        #expect(try await !watched.isChanged())
    }
}
