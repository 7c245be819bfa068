// SPDX-License-Identifier: Apache-2.0

// Reaches inside the daemon, which only builds for testing allow.
#if DEBUG || Fuzzing
internal import Choices
internal import MetronomeControl
@testable import Daemon
internal import Logging
internal import MetronomeMotion
internal import NIOCore
internal import NIOEmbedded
internal import Playback
internal import MetronomeRhythm
internal import MetronomeSession
internal import Songs
internal import Sound
internal import VirtualTime

/// A conductor on the clock output with a few clients, alone on this thread: time goes on when it is told to, and the same
/// choices are the same session.
final class SimulatedSession {
    private let loop = EmbeddedEventLoop()
    private let engine: PlaybackEngine
    private let conductor: Conductor
    private var clients = [SimulatedClient(), SimulatedClient(), SimulatedClient()]
    private var now: Int64 = 1_000_000_000_000
    /// How often each request was answered.
    private var answers: [Int] = []
    private var broken: BrokenLaw?

    /// How much is done with one input at most: requests, and steps of time.
    private static let (mostRequests, mostSteps) = (48, 240)
    private static let stepNs: Int64 = 20_000_000
    private var steps = 0

    private static let library = SoundLibrary(directories: [])
    private static let log = Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() }
    private static let sounds = Result {
        let sounds = try SoundSet([SoundChoice(beat: "beat", bell: "bell")], from: library)
        return (sounds, try sounds.samples(at: .hz48000))
    }
    private static let songs: [SongCourse] = [
        "title = \"A\"\ntempo = 120\n[[section]]\nlabel = \"a\"\nbars = 2\n[[section]]\nlabel = \"b\"\nbars = 3\n"
            + "meter = \"7/8\"\ntempo = \"120 to 160\"\ntimes = 2\n",
        "count_in = 1\n[[section]]\nbars = 1\ntempo = 1000\nlanes = \"kick x...x...\"\n",
    ].compactMap { SongReading(Array($0.utf8), format: .toml).song.flatMap { try? SongCourse($0) } }

    init() throws {
        virtual_time_set(now)
        loop.advanceTime(to: .uptimeNanoseconds(UInt64(now)))
        let (sounds, samples) = try Self.sounds.get()
        engine = try PlaybackEngine(sampleRate: .hz48000, fillMs: 30, hasThread: false)
        let output = AudioOutput(
            loop: loop, engine: engine, mode: .clock, device: "default", fallbackDevice: nil, prerollMs: nil,
            log: Self.log)
        conductor = Conductor(
            loop: loop, engine: engine, output: output, files: Worker(loop: loop) { $0() },
            library: Self.library, settings: Settings(), sounds: sounds, samples: samples, log: Self.log)
        conductor.remember = { [unowned self] settings, _ in hold { () throws(BrokenLaw) in try lawOfSaving(settings) }
        }
        conductor.addToJournal = { [unowned self] entry in
            hold { () throws(BrokenLaw) in try lawOfLines(JSONLine.encode(entry)) }
        }
    }

    /// Does what the choices say, and ends. Throws the first law that was broken.
    func run(_ choices: inout Choices) throws {
        defer { virtual_time_set(0) }
        while !choices.isOver, broken == nil, answers.count < Self.mostRequests, steps < Self.mostSteps {
            step(&choices)
            follow()
        }
        tellStatus()
        conductor.end {}
        // All that is on its way comes to its end, or would hold the session.
        steps = 0
        pass(ns: 700_000_000)
        engine.stop()
        conductor.takeReports()
        if let broken { throw broken }
        for (index, count) in answers.enumerated() {
            try law(count <= 1, "request \(index) was answered \(count) times")
        }
    }

    private func step(_ choices: inout Choices) {
        let client = choices.number(below: clients.count)
        switch choices.number(below: 16) {
        case 0...8:
            let (command, params) = choices.request()
            perform(Result { () throws(ControlError) in try command.call(params) }, for: clients[client])
        case 9:
            let words = choices.line().split(separator: " ").map(String.init)
            perform(Result { () throws(ControlError) in try CommandTable.call(words: words) }, for: clients[client])
        case 10:
            conductor.leave(clients[client])
            clients[client] = SimulatedClient()
        case 11:
            guard let course = choices.pick([nil] + Self.songs) else {
                return perform(.success(.start), for: clients[client])
            }
            let song = LoadedSong(course, path: "/nowhere/a.toml")
            count { conductor.load(song, at: choices.pick([.now, .beat, .bar]), answer: $0) }
        case 12: tellStatus()
        case 13: perform(.success(.toggle), for: clients[client])
        default: pass(ns: choices.pick([1_000_000, 20_000_000, 300_000_000, 1_000_000_000, 2_500_000_000]))
        }
    }

    private func perform(_ call: Result<Call, ControlError>, for client: SimulatedClient) {
        switch call {
        case .failure(let error): hold { () throws(BrokenLaw) in try lawOfErrors(error.message) }
        case .success(let call): count { conductor.perform(call, for: client, answer: $0) }
        }
    }

    /// Counts the answers of a request.
    private func count(_ request: (@escaping (Conductor.Answer) -> Void) -> Void) {
        let index = answers.count
        answers.append(0)
        request { [unowned self] answer in
            answers[index] += 1
            hold { () throws(BrokenLaw) in
                switch answer {
                case .failure(let error): try lawOfErrors(error.message)
                case .success(let result):
                    let line = JSONLine.encode(result)
                    try lawOfLines(line)
                    let isError = (try? JSONLine.parse(line.dropLast()))?["error"] != nil
                    try law(!isError, "an answer cannot be written: \(result)")
                }
            }
        }
    }

    /// The status is written and read back.
    private func tellStatus() {
        conductor.perform(.status(properties: ["pendulum.angle"]), for: clients[0]) { [unowned self] answer in
            hold { () throws(BrokenLaw) in
                guard case .success(let result) = answer else { return }
                let line = JSONLine.encode(result)
                try law(
                    (try? JSONLine.decode(Status.self, from: line.dropLast())) != nil,
                    "a status is not read back: \(String(decoding: line, as: UTF8.self))")
            }
        }
    }

    /// Lets time go by, in small steps.
    private func pass(ns: Int64) {
        let end = now + ns
        while now < end, steps < Self.mostSteps {
            steps += 1
            now = min(end, now + Self.stepNs)
            virtual_time_set(now)
            loop.advanceTime(to: .uptimeNanoseconds(UInt64(now)))
            follow()
        }
    }

    /// The real-time thread takes what was sent, and its reports are taken.
    private func follow() {
        engine.pass()
        conductor.takeReports()
        loop.run()
    }

    private func hold(_ check: () throws(BrokenLaw) -> Void) {
        do throws(BrokenLaw) { try check() } catch { broken = broken ?? error }
    }
}

/// A client that reads all that it is sent.
private final class SimulatedClient: Subscriber {
    /// The bytes of all lines that it was sent.
    private var lines = 0

    func deliver(_ messages: [EventMessage]) { for message in messages { lines += message.line.readableBytes } }
}
#endif
