// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import NIOPosix
import Testing

@testable import Daemon

@Suite struct DeviceWatchTests {
    /// Watches `snd` in a temporary folder while `body` runs; returns once something was told.
    private func told(folderExists: Bool, body: (String) throws -> Void) async throws {
        let top = FileManager.default.temporaryDirectory.appendingPathComponent("watch-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: top + (folderExists ? "/snd" : ""), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: top) }
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let told = loop.makePromise(of: Void.self)
        let watch = try await loop.submit {
            NIOLoopBound(
                DeviceWatch(loop: loop, folder: top + "/snd", parent: top) { told.succeed() }, eventLoop: loop)
        }.get()
        try body(top)
        try await told.futureResult.get()
        try await loop.submit { watch.value.close() }.get()
    }

    @Test(.timeLimit(.minutes(1)))
    func `a device that comes is told`() async throws {
        try await told(folderExists: true) { top in
            _ = FileManager.default.createFile(atPath: top + "/snd/controlC0", contents: nil)
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `so is the folder of devices where there was none`() async throws {
        try await told(folderExists: false) { top in
            try FileManager.default.createDirectory(atPath: top + "/snd", withIntermediateDirectories: false)
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `and so is what comes into that folder later`() async throws {
        let top = FileManager.default.temporaryDirectory.appendingPathComponent("watch-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: top, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: top) }
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let (news, told) = AsyncStream.makeStream(of: Void.self)
        let watch = try await loop.submit {
            NIOLoopBound(
                DeviceWatch(loop: loop, folder: top + "/snd", parent: top) { told.yield() }, eventLoop: loop)
        }.get()
        var iterator = news.makeAsyncIterator()
        try FileManager.default.createDirectory(atPath: top + "/snd", withIntermediateDirectories: false)
        _ = await iterator.next()
        _ = FileManager.default.createFile(atPath: top + "/snd/controlC0", contents: nil)
        _ = await iterator.next()
        try await loop.submit { watch.value.close() }.get()
    }
}
