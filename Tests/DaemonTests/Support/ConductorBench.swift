// SPDX-License-Identifier: Apache-2.0

import Logging
import MetronomeControl
import MetronomeRhythm
import MetronomeSession
import NIOCore
import NIOPosix
import Playback
import Sound
import Testing

@testable import Daemon

/// A conductor with a real-time thread of its own, on the clock output. On the event loop.
final class ConductorBench {
    let loop: any EventLoop
    let engine: PlaybackEngine
    let conductor: Conductor
    let client = FakeSubscriber()
    /// The answers to what was asked, each an error's reason or nil, in the order in which they came.
    private(set) var answers: [String?] = []

    private init(loop: any EventLoop) throws {
        self.loop = loop
        let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let library = SoundLibrary(directories: [])
        let sounds = try SoundSet([SoundChoice(beat: "beat", bell: "bell")], from: library)
        engine = try PlaybackEngine(sampleRate: .hz48000, fillMs: 30)
        let output = AudioOutput(
            loop: loop, engine: engine, mode: .clock, device: "default", fallbackDevice: nil, prerollMs: nil, log: log)
        conductor = Conductor(
            loop: loop, engine: engine, output: output, files: Worker(loop: loop), library: library,
            settings: Settings(), sounds: sounds, samples: try sounds.samples(at: .hz48000), log: log)
    }

    /// Asks for something as a client.
    func ask(_ call: Call, for subscriber: (any Subscriber)? = nil) {
        conductor.perform(call, for: subscriber ?? client) { [unowned self] answer in
            if case .failure(let error) = answer { answers.append(error.reason) } else { answers.append(nil) }
        }
    }

    /// What the client has subscribed to.
    var events: Set<EventKind> { conductor.performance.audience.listeners[ObjectIdentifier(client)]?.events ?? [] }

    /// Hands a bench over, on the loop, and ends its thread after that.
    static func with(_ body: (ConductorBench) async throws -> Void) async throws {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        try await withTaskExecutorPreference(LoopExecutor(loop)) {
            let bench = try ConductorBench(loop: loop)
            defer {
                bench.conductor.output.close(atOnce: true)
                bench.engine.stop()
                bench.conductor.takeReports()
            }
            try await body(bench)
        }
    }

    /// Takes the reports of the real-time thread until a condition holds.
    func eventually(_ isMet: () -> Bool) async throws {
        while true {
            conductor.takeReports()
            if isMet() { return }
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    /// Starts, and waits until it plays.
    func play() async throws {
        ask(.start)
        try await eventually { conductor.performance.record != nil }
    }

    /// Waits until all that was handed to the conductor's worker is done.
    func workIsDone() async throws {
        let isDone = loop.makePromise(of: Void.self)
        conductor.files.run({}) { _ in isDone.succeed() }
        try await isDone.futureResult.get()
    }

    /// Gives all that waits on the loop its turn.
    func turn() async throws { try await loop.submit {}.get() }
}
