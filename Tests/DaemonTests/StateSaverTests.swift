// SPDX-License-Identifier: Apache-2.0

import Glibc
import Logging
import MetronomeRhythm
import MetronomeSession
import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import Daemon

/// A saver on a loop whose clock a test moves on, and the file that it saves to.
private struct SaverBench {
    private let loop = NIOAsyncTestingEventLoop()
    private let folder: TemporaryFolder
    private let store: StateStore
    private let files: NIOLoopBound<Worker>
    private let saver: NIOLoopBound<StateSaver>

    init() async throws {
        let folder = try TemporaryFolder()
        let store = StateStore(path: folder.path + "/state.json")
        (self.folder, self.store) = (folder, store)
        (files, saver) = try await loop.executeInContext { [loop] in
            let files = Worker(loop: loop)
            let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            let saver = StateSaver(loop: loop, files: files, store: store, log: log)
            return (NIOLoopBound(files, eventLoop: loop), NIOLoopBound(saver, eventLoop: loop))
        }
    }

    /// The tempo has changed.
    func change(bpm: Int64, because cause: StateSaver.Cause = .request) async throws {
        var settings = Settings()
        settings.tempo = try Tempo(bpm)
        try await loop.executeInContext { [settings] in saver.value.save(settings, because: cause) }
    }

    /// A run plays from now on, or is over.
    func play(_ run: SavedRun?) async throws {
        try await loop.executeInContext {
            saver.value.run = { run }
            saver.value.save(Settings(), because: .run)
        }
    }

    /// The run that plays is another, which nobody has asked for.
    func lead(to run: SavedRun) async throws { try await loop.executeInContext { saver.value.run = { run } } }

    /// Whether the run has all that is set.
    func settle(_ isSettled: Bool) async throws {
        try await loop.executeInContext { saver.value.isRunSettled = { isSettled } }
    }

    /// The run in the file, once all that was handed to the worker has been done.
    func savedRun() async throws -> SavedRun? {
        _ = try await savedTempo()
        return store.load().run
    }

    func flush() async throws { try await loop.executeInContext { saver.value.flush() } }

    func wait(milliseconds: Int64) async { await loop.advanceTime(by: .milliseconds(milliseconds)) }

    /// The tempo in the file, once all that was handed to the worker has been done; nil while there is no file.
    func savedTempo() async throws -> Tempo? {
        let isDone = loop.makePromise(of: Void.self)
        try await loop.executeInContext { files.value.run({}) { _ in isDone.succeed() } }
        try await isDone.futureResult.get()
        let state = store.load().state
        return state.isEmpty ? nil : try state.applied(to: Settings()).tempo
    }
}

@Suite struct StateSaverTests {
    private static let run = SavedRun(
        boot: "b", time: ClockTime(nanoseconds: 5), bar: 1, beat: 1, beatsPerBar: 4, beatNs: 5e8, edit: Edit())

    @Test func `a change is saved after a second, and further changes do not put that off`() async throws {
        let bench = try await SaverBench()
        try await bench.change(bpm: 90)
        await bench.wait(milliseconds: 999)
        #expect(try await bench.savedTempo() == nil)
        try await bench.change(bpm: 100)
        await bench.wait(milliseconds: 1)
        #expect(try await bench.savedTempo() == Tempo(100))
    }

    @Test func `what is set is saved when the run has it, or a second later, or where the daemon ends`() async throws {
        let bench = try await SaverBench()
        try await bench.settle(false)
        try await bench.change(bpm: 90)
        await bench.wait(milliseconds: 1500)
        #expect(try await bench.savedTempo() == nil)
        try await bench.settle(true)
        await bench.wait(milliseconds: 10)
        #expect(try await bench.savedTempo() == Tempo(90))
        try await bench.settle(false)
        try await bench.change(bpm: 95)
        try await bench.flush()
        #expect(try await bench.savedTempo() == Tempo(95))
        try await bench.change(bpm: 100)
        await bench.wait(milliseconds: 1980)
        #expect(try await bench.savedTempo() == Tempo(95))
        await bench.wait(milliseconds: 30)
        #expect(try await bench.savedTempo() == Tempo(100))
    }

    @Test func `a run that was saved before it was settled is saved again within a second of that`() async throws {
        let bench = try await SaverBench()
        try await bench.settle(false)
        try await bench.play(Self.run)
        await bench.wait(milliseconds: 1020)
        #expect(try await bench.savedRun() == Self.run)
        var led = Self.run
        led.time = led.time.advanced(bySeconds: 0.1)
        try await bench.lead(to: led)
        try await bench.settle(true)
        await bench.wait(milliseconds: 1000)
        #expect(try await bench.savedRun() == led)
    }

    @Test func `each later change is saved too`() async throws {
        let bench = try await SaverBench()
        for bpm in [90, 100, 110] as [Int64] {
            try await bench.change(bpm: bpm)
            await bench.wait(milliseconds: 1000)
            #expect(try await bench.savedTempo() == Tempo(bpm))
        }
    }

    @Test func `at the end what is not saved yet is saved at once, and a change after that in its turn`() async throws {
        let bench = try await SaverBench()
        try await bench.change(bpm: 90)
        try await bench.flush()
        #expect(try await bench.savedTempo() == Tempo(90))
        try await bench.change(bpm: 100)
        await bench.wait(milliseconds: 1000)
        #expect(try await bench.savedTempo() == Tempo(100))
    }

    @Test func `what changes by itself is saved once a minute, and at once with what somebody changes`() async throws {
        let bench = try await SaverBench()
        try await bench.change(bpm: 90)
        await bench.wait(milliseconds: 1000)
        for second in 1...59 {
            try await bench.change(bpm: Int64(90 + second), because: .course)
            await bench.wait(milliseconds: 1000)
        }
        #expect(try await bench.savedTempo() == Tempo(90))
        await bench.wait(milliseconds: 1000)
        #expect(try await bench.savedTempo() == Tempo(149))
        try await bench.change(bpm: 150, because: .course)
        try await bench.change(bpm: 151)
        await bench.wait(milliseconds: 1000)
        #expect(try await bench.savedTempo() == Tempo(151))
        try await bench.change(bpm: 152, because: .course)
        try await bench.flush()
        #expect(try await bench.savedTempo() == Tempo(152))
    }

    @Test func `a run that begins right after a save is saved after a second, and its end at once`() async throws {
        let bench = try await SaverBench()
        let run = Self.run
        try await bench.play(run)
        await bench.wait(milliseconds: 0)
        #expect(try await bench.savedRun() == run)
        try await bench.play(nil)
        await bench.wait(milliseconds: 0)
        #expect(try await bench.savedRun() == nil)
        try await bench.play(run)
        await bench.wait(milliseconds: 999)
        #expect(try await bench.savedRun() == nil)
        await bench.wait(milliseconds: 1)
        #expect(try await bench.savedRun() == run)
    }

    @Test func `what cannot be saved is tried again, at last each minute, and each trouble is one line`() throws {
        let (loop, folder, lines) = (EmbeddedEventLoop(), try TemporaryFolder(), LoggedLines())
        var tries = 0
        let saver = StateSaver(
            loop: loop,
            files: Worker(loop: loop) {
                tries += 1
                $0()
            }, store: StateStore(path: folder.path + "/s/state.json"), log: Logger(label: "test") { _ in lines })
        func expect(tryAfter milliseconds: Int64, at place: SourceLocation = #_sourceLocation) {
            let former = tries
            loop.advanceTime(by: .milliseconds(milliseconds - 1))
            #expect(tries == former, sourceLocation: place)
            loop.advanceTime(by: .milliseconds(1))
            #expect(tries == former + 1, sourceLocation: place)
        }
        // A file in the place of the folder.
        try folder.write("", to: "s")
        saver.save(Settings())
        for pause in [1, 2, 4, 8, 16, 32, 60, 60] as [Int64] { expect(tryAfter: pause * 1000) }
        #expect(unlink(folder.path + "/s") == 0)
        expect(tryAfter: 60_000)
        #expect(try folder.names(in: "s") == ["state.json"] && lines.all.count == 1)
        loop.advanceTime(by: .hours(1))
        #expect(tries == 9)
        #expect(rename(folder.path + "/s", folder.path + "/t") == 0)
        try folder.write("", to: "s")
        var settings = Settings()
        settings.volume = 0.5
        saver.save(settings)
        for pause in [1, 2] as [Int64] { expect(tryAfter: pause * 1000) }
        let isTold = lines.all.allSatisfy { $0.hasPrefix("what is set is not remembered for now: ") }
        #expect(lines.all.count == 2 && isTold)
    }

    @Test(arguments: [false, true])
    func `an end waits for the disk, at most 1.5 s, and says what may be lost then`(isLate: Bool) throws {
        let (loop, folder, lines) = (EmbeddedEventLoop(), try TemporaryFolder(), LoggedLines())
        var work: [() -> Void] = []
        let saver = StateSaver(
            loop: loop, files: Worker(loop: loop) { work.append($0) }, store: StateStore(path: folder.path + "/s"),
            log: Logger(label: "test") { _ in lines })
        saver.save(Settings())
        var hasEnded = false
        saver.finish { hasEnded = true }
        loop.advanceTime(by: .milliseconds(1499))
        #expect(!hasEnded)
        if !isLate { for piece in work { piece() } }
        loop.advanceTime(by: .milliseconds(1))
        #expect(
            hasEnded
                && lines.all
                    == (isLate ? ["what was set last may not be remembered: the disk took too long"] : [])
        )
    }
}

/// What was logged.
private final class LoggedLines: LogHandler, Sendable {
    private let kept = Mutex<[String]>([])
    var all: [String] { kept.withLock { $0 } }

    func log(event: LogEvent) { kept.withLock { $0.append(event.message.description) } }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }
    var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }
    var logLevel: Logger.Level {
        get { .trace }
        set {}
    }
}
