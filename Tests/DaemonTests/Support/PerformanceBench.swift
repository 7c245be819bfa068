// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeRhythm
import MetronomeSession
import Sound
import Testing

@testable import Daemon

/// A performance alone, with the renderer in place of the real-time thread: no loop, no thread, no clock. Time goes by when a
/// test says so.
final class PerformanceBench {
    private(set) var performance: Performance
    /// What was answered to each ask, in the order in which it came.
    private(set) var answers: [Ask.ID: [Performance.Answer]] = [:]
    private(set) var asked: Ask.ID = 0
    /// How many plans were sent, and the last of them.
    private(set) var sentPlans = 0
    private(set) var lastOrder: PlayOrder?
    /// What was decided besides answers.
    private(set) var actions: [Performance.Action] = []
    /// All that was decided in the last turn.
    private(set) var lastTurn: [Performance.Action] = []
    /// Files that were asked for, until a test has them read.
    private(set) var loads: [(id: Ask.ID, load: Load)] = []

    /// Whether an output is ready as soon as it is asked for, and the runs that wait for one.
    var opensOutput = true
    private(set) var opening: [UInt64] = []
    /// Whether plans are on their way for as long as this is so, and how many came too late.
    var holdsPlans = false
    private(set) var latePlans = 0
    /// Where sounds, presets and set lists are, and whether what is asked for is read at once.
    private let clicks: ClickFolder?
    var readsAtOnce: Bool
    /// What was rendered of sounds of one frame each.
    private(set) var heard: [Onset] = []

    /// A sound of one frame.
    struct Onset {
        var frame: Int64
        var level: Float
    }

    private var now = ClockTime(nanoseconds: 1_000_000_000_000)
    private var renderer = Renderer(sampleRate: .hz48000)
    private let plans = PlanStore()
    private var orders: [PlayOrder] = []
    var fillFrames: Int64 = 1440
    private let clients = [Client(), Client(), Client()]

    private final class Client {}
    private var told: [ObjectIdentifier: [Event]] = [:]

    private static let sounds = Result {
        let sounds = try SoundSet([SoundChoice(beat: "beat", bell: "bell")], from: SoundLibrary(directories: []))
        return (sounds, try sounds.samples(at: .hz48000))
    }

    /// With a folder of clicks what is asked for is read there at once, and what is heard is noted. The card is fast by `ppm`. Runs
    /// are kept where the machine has a `boot`.
    init(_ settings: Settings = Settings(), clicks: ClickFolder? = nil, ppm: Double = 0, boot: String? = nil) throws {
        self.clicks = clicks
        framesPerNs = 48e-6 * (1 + ppm * 1e-6)
        readsAtOnce = clicks != nil
        let (sounds, samples) = try clicks?.sounds(settings) ?? Self.sounds.get()
        performance = Performance(
            settings: settings, sounds: sounds, samples: samples, channels: 2, boot: boot,
            at: Self.moment(now, 0, framesPerNs))
    }

    // MARK: what happens

    /// A client asks. Returns the number of the ask.
    @discardableResult func ask(_ call: Call, by client: Int = 0) -> Ask.ID {
        asked += 1
        take(.asked(asked, call, by: ObjectIdentifier(clients[client])))
        return asked
    }

    /// A client asks in words.
    @discardableResult func ask(_ words: String) throws -> Ask.ID {
        ask(try CommandTable.call(words: words.split(separator: " ").map(String.init)))
    }

    /// A song is to be played.
    @discardableResult func give(_ song: LoadedSong, at cue: Cue = .now) -> Ask.ID {
        asked += 1
        take(.given(asked, song, at: cue))
        return asked
    }

    /// A run of another process is to be played on.
    @discardableResult func resume(_ run: SavedRun) -> Ask.ID {
        asked += 1
        take(.begun(asked, resuming: run))
        return asked
    }

    /// The configuration states something else.
    @discardableResult func configure(_ edit: Edit) -> Ask.ID {
        asked += 1
        take(.configured(asked, edit))
        return asked
    }

    /// The daemon is to end. Returns the number of the ask.
    @discardableResult func end() -> Ask.ID {
        asked += 1
        take(.ending(asked))
        return asked
    }

    /// The output of the run that has waited longest is ready, or cannot be had.
    func openOutput(isRefused: Bool = false) {
        guard !opening.isEmpty else { return }
        let run = opening.removeFirst()
        take(isRefused ? .outputRefused(run: run, reason: "it is busy") : .outputOpened(run: run))
    }

    func take(_ event: Performance.Event) {
        lastTurn = performance.take(event, at: moment)
        for action in lastTurn {
            switch action {
            case .answer(let id, let answer): answers[id, default: []].append(answer)
            case .answerTiming(let id, let audio): answers[id, default: []].append(.success(audio))
            case .play(let order):
                orders.append(order)
                (sentPlans, lastOrder) = (sentPlans + 1, order)
            case .openOutput(let run):
                if opensOutput { take(.outputOpened(run: run)) } else { opening.append(run) }
            case .load(let id, let load):
                loads.append((id, load))
                if readsAtOnce { read(loads.count - 1) }
            case .tell(let announcement, let clients):
                for client in clients { told[client, default: []].append(announcement) }
                actions.append(action)
            default: actions.append(action)
            }
        }
    }

    /// A client goes.
    func leave(_ client: Int) { take(.left(ObjectIdentifier(clients[client]))) }

    /// Reads one of the files that were asked for: without a folder the sounds that are built in, and no others.
    func read(_ index: Int = 0) {
        let load = loads[index].load
        let result = Result { () throws(ControlError) in
            try load.content(
                SoundLibrary(directories: clicks.map { [$0.path] } ?? []),
                UserLibrary(environment: clicks.map { ["XDG_DATA_HOME": $0.path] } ?? [:]))
        }
        loaded(result, index)
    }

    /// One of the files that were asked for was read, or cannot be.
    func loaded(_ result: Result<Load.Content, ControlError>, _ index: Int = 0) {
        take(.loaded(loads.remove(at: index).id, result))
    }

    /// Time goes by, in steps of ten milliseconds.
    func pass(ms: Int) {
        for _ in 0..<max(1, ms / 10) {
            now = now + .milliseconds(10)
            render()
            take(.reported)
            if let next = performance.wakes.next, next <= now { take(.woke(at: next)) }
        }
    }

    /// What was asked for holds behind what is written.
    private func render() {
        withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * 480) { frames in
            while renderer.frame < heardFrame + fillFrames, let memory = frames.baseAddress {
                let begin = renderer.frame
                renderer.render(into: memory, count: 480)
                if clicks != nil { note(memory, from: begin) }
                retire()
            }
        }
        guard !holdsPlans else { return }
        let order = orders
        orders = []
        for order in order {
            guard let kits = order.samples.kits(order.choices) else { continue }
            var plan = Plan(
                revision: order.revision, run: order.run, cue: order.cue, volume: 1, music: order.music, kits: kits)
            for (lane, mix) in order.mixes { plan[mixOf: lane] = mix }
            let place = plans.place(plan, music: order.music, kits: kits, samples: order.samples)
            let adoption = renderer.adopt(place, startDelay: 0)
            retire()
            if adoption.isLate { latePlans += 1 }
            take(.adopted(adoption))
        }
    }

    private func note(_ frames: UnsafeMutablePointer<Float>, from begin: Int64) {
        for frame in 0..<480 where frames[2 * frame] != 0 {
            heard.append(Onset(frame: begin + Int64(frame), level: abs(frames[2 * frame])))
        }
    }

    private func retire() { while let plan = renderer.nextRetired() { plans.take(plan) } }

    // MARK: what is known

    private let framesPerNs: Double
    private var heardFrame: Int64 { Int64(Double(now.nanoseconds - 1_000_000_000_000) * framesPerNs) }

    /// When a frame is heard.
    func ns(ofFrame frame: Int64) -> Int64 { 1_000_000_000_000 + Int64((Double(frame) / framesPerNs).rounded()) }

    /// What the clock of the day is ahead of the monotonic one.
    var realtimeOffsetNs: Int64 = 0

    var moment: Performance.Moment { Self.moment(now, renderer.frame, framesPerNs, realtimeOffsetNs) }

    private static func moment(
        _ now: ClockTime, _ written: Int64, _ framesPerNs: Double, _ realtimeOffsetNs: Int64 = 0
    ) -> Performance.Moment {
        let frame = Double(now.nanoseconds - 1_000_000_000_000) * framesPerNs
        return Performance.Moment(
            now: now,
            device: DeviceClock(frame: frame, time: now, framesPerSecond: framesPerNs * 1e9, writtenFrame: written),
            output: OutputFacts(), realtimeOffsetNs: realtimeOffsetNs, secondsFromUTC: 0)
    }

    /// What a client was told, in order.
    func told(to client: Int) -> [Event] { told[ObjectIdentifier(clients[client])] ?? [] }

    /// The only answer to an ask.
    func answer(to id: Ask.ID) throws -> Performance.Answer {
        let given = answers[id] ?? []
        try #require(given.count == 1, "ask \(id) has \(given.count) answers")
        return given[0]
    }

    /// The change that an ask was answered with.
    func change(_ id: Ask.ID) throws -> Change { try #require(try answer(to: id).get() as? Change) }
}
