// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import NIOCore
import NIOEmbedded
import NIOPosix
import Synchronization
import Testing

@testable import Web

@Suite struct SoundStoreTests {
    /// The files of a folder, by their paths.
    private final class Files: Sendable {
        let contents: Mutex<[String: [UInt8]]>
        init(_ contents: [String: [UInt8]]) { self.contents = Mutex(contents) }

        func read(_ path: String?) -> PageFile? {
            path.flatMap { path in contents.withLock { $0[path] } }.map { PageFile(name: "x.wav", bytes: $0) }
        }
    }

    /// What a page gets that asks for the sound `click`, of which the daemon says that it is at a path.
    private static func served(
        _ store: NIOLoopBound<SoundStore>, at path: String, on loop: NIOAsyncTestingEventLoop
    ) async throws -> [UInt8] {
        let promise = loop.makePromise(of: [UInt8].self)
        try await loop.executeInContext {
            let list: JSONValue = ["sounds": [["name": "click", "path": .string(path), "source": "file"]]]
            store.value.find("click", playing: { _ in nil }, asking: { $1(.result(list)) }) { found in
                if case .file(let file) = found { return promise.succeed(Array(file.bytes.readableBytesView)) }
                promise.succeed([])
            }
        }
        return try await promise.futureResult.get()
    }

    @Test func `a sound that was replaced is served anew, by its path or by what its file holds`() async throws {
        let (loop, pool) = (NIOAsyncTestingEventLoop(), NIOThreadPool(numberOfThreads: 1))
        pool.start()
        let files = Files(["/a.wav": [1], "/b.wav": [2]])
        let store = try await loop.executeInContext {
            NIOLoopBound(SoundStore(loop: loop, pool: pool) { files.read($1) }, eventLoop: loop)
        }
        #expect(try await Self.served(store, at: "/a.wav", on: loop) == [1])
        // The list is not asked for each time.
        files.contents.withLock { $0["/a.wav"] = [3] }
        #expect(try await Self.served(store, at: "/a.wav", on: loop) == [1])
        await loop.advanceTime(by: .seconds(6))
        #expect(try await Self.served(store, at: "/a.wav", on: loop) == [3])
        await loop.advanceTime(by: .seconds(6))
        #expect(try await Self.served(store, at: "/b.wav", on: loop) == [2])
        try await pool.shutdownGracefully()
        await loop.shutdownGracefully()
    }
}
