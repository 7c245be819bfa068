// SPDX-License-Identifier: Apache-2.0

import Logging
import MetronomeRhythm
import MetronomeSession
import NIOCore
import NIOPosix
import Playback
import Testing

@testable import Daemon

/// An output with a real-time thread of its own, on alsa-lib's `null` PCM and on names that do not exist. On the event
/// loop.
private final class OutputRig {
    let engine: PlaybackEngine
    let output: AudioOutput
    var attached: [String] = []
    var changes = 0
    /// How each start was answered; `nil`: an output is ready.
    var answers: [PlaybackError?] = []
    let work: HeldWork
    /// Whether the work that follows from reports is held: the closing of devices.
    var holdsClosings = false

    init(
        _ mode: OutputChoice, device: String, fallback: String?, longestHold: TimeAmount, loop: any EventLoop
    ) throws {
        engine = try PlaybackEngine(sampleRate: .hz48000, fillMs: 30)
        let work = HeldWork()
        self.work = work
        output = AudioOutput(
            loop: loop, engine: engine, mode: mode, device: device, fallbackDevice: fallback, prerollMs: 0,
            longestHold: longestHold, work: BlockingWork { Worker(loop: loop, simulation: work.take) },
            log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        output.attached = { [unowned self] name, _ in attached.append(name) }
        output.changed = { [unowned self] in changes += 1 }
    }

    func open() { output.open { [unowned self] in answers.append($0) } }

    /// Passes the reports of the real-time thread on.
    func takeReports() {
        let isHeld = work.isHeld
        work.isHeld = isHeld || holdsClosings
        while let report = engine.receive() { output.take(report) }
        work.isHeld = isHeld
    }
}

/// Work that is done at once, or when the test says so. On the event loop.
private final class HeldWork {
    var isHeld = false
    private(set) var pieces: [() -> Void] = []

    func take(_ piece: @escaping () -> Void) { if isHeld { pieces.append(piece) } else { piece() } }

    /// Does the oldest piece.
    func next() { pieces.removeFirst()() }
}

@Suite(.timeLimit(.minutes(10))) struct AudioOutputTests {
    private let loop = MultiThreadedEventLoopGroup.singleton.next()

    /// Hands an output over, and ends its thread after that.
    private func withOutput(
        _ mode: OutputChoice, device: String = "null", fallback: String? = nil, longestHold: TimeAmount = .hours(1),
        _ body: (NIOLoopBound<OutputRig>) async throws -> Void
    ) async throws {
        let rig = try await loop.submit { [loop] in
            NIOLoopBound(
                try OutputRig(mode, device: device, fallback: fallback, longestHold: longestHold, loop: loop),
                eventLoop: loop)
        }.get()
        try await body(rig)
        try await act(rig, { $0.output.close(atOnce: true) }, until: { !$0.output.isPlaying })
        let idle = loop.makePromise(of: Void.self)
        try await loop.submit {
            rig.value.engine.stop()
            rig.value.takeReports()
            rig.value.output.whenIdle { idle.succeed() }
        }.get()
        try await idle.futureResult.get()
    }

    /// Does something with the output, then waits until a condition holds.
    private func act(
        _ rig: NIOLoopBound<OutputRig>, _ body: @escaping @Sendable (OutputRig) -> Void,
        until isMet: @escaping @Sendable (OutputRig) -> Bool
    ) async throws {
        try await loop.submit { body(rig.value) }.get()
        while true {
            let isDone = try await loop.submit {
                rig.value.takeReports()
                return isMet(rig.value)
            }.get()
            if isDone { return }
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    @Test func `a start is answered by the chosen device, which is attached before that`() async throws {
        try await withOutput(.alsa) { rig in
            try await act(rig, { $0.open() }, until: { !$0.answers.isEmpty })
            try await loop.submit {
                #expect(rig.value.answers == [nil] && rig.value.attached == ["null"])
                #expect(rig.value.output.isPlaying && rig.value.changes > 0)
                #expect(rig.value.output.reason == nil && rig.value.output.trying == nil)
            }.get()
            try await act(rig, { _ in }, until: { $0.output.word == "running" })
        }
    }

    @Test func `it is closed at once at the end, and only then`() async throws {
        try await withOutput(.alsa) { rig in
            try await act(rig, { $0.open() }, until: { $0.output.word == "running" })
            try await loop.submit {
                rig.value.output.close()
                #expect(rig.value.output.isPlaying)
                rig.value.output.close(atOnce: true)
                #expect(!rig.value.output.isPlaying && rig.value.output.chosen?.device != nil)
            }.get()
            try await act(rig, { _ in }, until: { $0.output.chosen?.device == nil })
            // And opened again.
            try await act(rig, { $0.open() }, until: { $0.answers.count == 2 && $0.output.isPlaying })
        }
    }

    @Test func `where only a device will do, a start that cannot have it is refused with the reason`() async throws {
        try await withOutput(.alsa, device: "no such device") { rig in
            try await act(rig, { $0.open() }, until: { !$0.answers.isEmpty })
            try await loop.submit {
                #expect(
                    rig.value.answers.first??.description
                        == "cannot play on 'no such device': there is no such sound device")
            }.get()
        }
    }

    @Test func `else the clock plays, and what is wrong and what is done about it is said`() async throws {
        try await withOutput(.auto, device: "no such device") { rig in
            try await act(rig, { $0.open() }, until: { !$0.answers.isEmpty })
            try await loop.submit {
                #expect(rig.value.answers == [nil] && !rig.value.output.isPlaying)
                #expect(rig.value.output.word == "missing")
                #expect(rig.value.output.reason == "there is no such sound device")
                #expect(rig.value.output.trying?.hasPrefix("trying again in ") == true)
                #expect(rig.value.output.trying?.hasSuffix(" s, or when a device appears") == true)
            }.get()
        }
    }

    @Test func `a fallback plays meanwhile`() async throws {
        try await withOutput(.alsa, device: "no such device", fallback: "null") { rig in
            try await act(rig, { $0.open() }, until: { !$0.answers.isEmpty })
            try await loop.submit {
                #expect(rig.value.answers == [nil] && rig.value.attached == ["null"] && rig.value.output.isPlaying)
                #expect(rig.value.output.trying?.hasSuffix("; playing on 'null' meanwhile") == true)
                #expect(rig.value.output.facts(xruns: 0).device == "no such device")
            }.get()
        }
    }

    @Test func `without a device the clock answers at once`() async throws {
        try await withOutput(.clock, fallback: "null") { rig in
            try await loop.submit {
                rig.value.open()
                #expect(rig.value.answers == [nil] && rig.value.output.facts(xruns: 0).device == nil)
                #expect(rig.value.output.chosen == nil && rig.value.output.fallback == nil)
            }.get()
        }
    }

    @Test func `a device that is chosen while another plays takes its place, and the other is closed`() async throws {
        try await withOutput(.alsa, fallback: "null") { rig in
            try await loop.submit { #expect(rig.value.output.fallback == nil, "it is the chosen one") }.get()
            try await act(rig, { $0.open() }, until: { $0.output.word == "running" })
            let old = try await loop.submit { [loop] in NIOLoopBound(rig.value.output.chosen, eventLoop: loop) }.get()
            try await act(
                rig, { $0.output.change(mode: .auto, device: "no such device", fallbackDevice: "null", channels: 2) },
                until: { $0.output.fallback?.state == .running })
            try await act(rig, { _ in }, until: { _ in old.value?.device == nil })
            try await loop.submit {
                #expect(rig.value.attached == ["null", "null"] && rig.value.answers == [nil])
                #expect(rig.value.output.mode == .auto && rig.value.output.fallbackDevice == "null")
            }.get()
        }
    }

    @Test func `a device that is replaced is closed before another is opened`() async throws {
        try await withOutput(.alsa) { rig in
            try await act(rig, { $0.open() }, until: { $0.output.word == "running" })
            let old = try await loop.submit { [loop] in NIOLoopBound(rig.value.output.chosen, eventLoop: loop) }.get()
            try await act(
                rig,
                {
                    $0.work.isHeld = true
                    $0.output.change(mode: .alsa, device: "null", fallbackDevice: nil, channels: 4)
                    #expect($0.work.pieces.isEmpty && $0.output.word == "opening")
                }, until: { _ in old.value?.device == nil })
            try await act(
                rig,
                {
                    #expect($0.work.pieces.count == 1, "it is being closed")
                    $0.work.next()
                }, until: { !$0.work.pieces.isEmpty })
            try await act(
                rig,
                {
                    $0.work.next()
                    $0.work.isHeld = false
                }, until: { $0.output.word == "running" })
            try await loop.submit { #expect(rig.value.attached == ["null", "null"]) }.get()
        }
    }

    @Test func `a device whose closing takes long does not keep another from being opened`() async throws {
        try await withOutput(.alsa, longestHold: .milliseconds(5)) { rig in
            try await act(rig, { $0.open() }, until: { $0.output.word == "running" })
            // The other is opened by another worker.
            try await act(
                rig,
                {
                    $0.holdsClosings = true
                    $0.output.change(mode: .alsa, device: "null", fallbackDevice: nil, channels: 4)
                }, until: { $0.output.word == "running" && $0.work.pieces.count == 1 })
            try await loop.submit {
                rig.value.holdsClosings = false
                rig.value.work.next()
            }.get()
        }
    }

    @Test func `a device that is chosen and given up again before it was opened is never opened`() async throws {
        try await withOutput(.alsa) { rig in
            try await act(rig, { $0.open() }, until: { $0.output.word == "running" })
            try await act(
                rig,
                {
                    $0.output.change(mode: .alsa, device: "no such device", fallbackDevice: nil, channels: 2)
                    $0.output.change(mode: .alsa, device: "null", fallbackDevice: nil, channels: 4)
                }, until: { $0.output.word == "running" })
            try await loop.submit { #expect(rig.value.attached == ["null", "null"] && rig.value.output.opened == 2) }
                .get()
        }
    }

    @Test func `a device plays on where nothing but the output is another`() async throws {
        try await withOutput(.auto) { rig in
            try await act(rig, { $0.open() }, until: { $0.output.word == "running" })
            try await loop.submit {
                let old = rig.value.output.chosen
                rig.value.output.change(mode: .alsa, device: "null", fallbackDevice: nil, channels: 2)
                #expect(rig.value.output.chosen === old && rig.value.output.word == "running")
                #expect(rig.value.output.mode == .alsa && rig.value.attached == ["null"])
            }.get()
        }
    }

    @Test func `devices that are chosen while stopped stay closed`() async throws {
        try await withOutput(.clock) { rig in
            try await loop.submit {
                rig.value.output.change(mode: .alsa, device: "null", fallbackDevice: nil, channels: 2)
                #expect(rig.value.output.word == "closed" && rig.value.attached.isEmpty)
            }.get()
        }
    }
}
