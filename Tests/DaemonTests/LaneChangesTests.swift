// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeRhythm
import SeededRandom
import Testing

@testable import Daemon
@testable import MetronomeSession
@testable import Proofs
@testable import Sound

/// What clients are told of the lanes, beside what the engine plays of them.
struct LaneChangesTests {
    /// A run that is played by the engine and told as the daemon tells it.
    private final class Stage {
        static let rate = SampleRate(hertz: 11_025) ?? .hz48000
        static let unit: Float = 0.8 / 65_536
        let player: SplicePlayer
        private let samples: [Sample]
        private let choices: [SoundChoice]
        var settings = Settings()
        private var music: PlannedMusic
        private var record: RunRecord
        private var revision: UInt64 = 1
        /// Where each timeline that was told begins to hold, and it.
        var told: [(frame: Int64, timeline: TimelineState)] = []

        /// A lane `n3` has the sound `s3`, and is heard as bit 3; the beats are bit 0.
        init(_ settings: Settings) throws {
            self.settings = settings
            samples = try (0..<13).map { bit in
                try Sample(
                    DecodedAudio(
                        sampleRate: Self.rate.hertz, channels: 1, frames: [Self.unit * Float(1 << bit)]),
                    rate: Self.rate.hertz, name: "bit")
            }
            choices =
                [settings.sounds] + (1..<13).map { SoundChoice(beat: "s\($0)", bell: "s\($0)", bellVolume: 2) }
            player = SplicePlayer(kits: KitSet(samples.map { Kit(Kit.Sound($0.view)) }), rate: Self.rate)
            music = PlannedMusic(settings)
            let adoption = try player.start(music.arrangement(kits: choices), after: 100)
            record = RunRecord(
                AdoptedPlan(adoption, grid: music.parts[0].grid, nextBeat: 0), accents: settings.beatAccents,
                rules: music.rules, tempi: music.tempi, lanes: music.laneRules)
            tell(adoption.frame)
        }

        /// Heard time: a frame is heard when it would be at the nominal rate.
        private var clock: HeardClock {
            HeardClock(
                DeviceClock(
                    frame: 0, time: ClockTime(nanoseconds: 0), framesPerSecond: Double(Self.rate.hertz),
                    writtenFrame: player.frame), offsetMilliseconds: 0)
        }

        private func tell(_ frame: Int64) {
            let run = HeardRun(record, clock)
            let now = ClockTime(nanoseconds: Int64(Double(frame) / Double(Self.rate.hertz) * 1e9))
            let heard = HeardTimeline(run, at: now)
            var timeline = TimelineState(heard, lanes: nil)
            timeline.lanes = heard.lanes.isEmpty ? nil : heard.lanes.map { TimelineState.Lanes($0) }
            told.append((frame, timeline))
        }

        /// Puts other settings in force, as the conductor does; none where they are refused.
        func change(_ edit: Edit) throws -> Bool {
            guard let new = try? edit.applied(to: settings) else { return false }
            let nextBeat = max(0, record.timeline.beat(atFrame: player.frame) + 1)
            var wanted = music
            let step = wanted.change(to: new, pending: [], nextBeat: nextBeat, gestures: [.tempo])
            let adoption = try player.adopt(wanted.arrangement(kits: choices), cue: step.position)
            guard !adoption.isLate else { return false }
            (settings, music) = (new, wanted)
            revision += 1
            let next = adoption.position.nextWhole
            let present = music.parts.last { $0.fromBeat <= next } ?? music.parts[0]
            record.adopt(
                AdoptedPlan(adoption, grid: present.grid, nextBeat: next), accents: present.accents,
                rules: music.rules, tempi: music.tempi, lanes: music.laneRules)
            tell(adoption.frame)
            return true
        }

        /// The onsets of a lane that were told, in frames with their fraction: of each timeline those up to the next.
        func expected() -> [String: [Double]] {
            var places: [String: [Double]] = [:]
            let ends = told.dropFirst().map(\.frame) + [player.frame]
            let ns = 1e9 / Double(Self.rate.hertz)
            for (told, end) in zip(told, ends) where told.frame < end {
                let begin = ClockTime(nanoseconds: Int64(((Double(told.frame) - 0.5) * ns).rounded(.up)))
                let until = ClockTime(nanoseconds: Int64(((Double(end) - 0.5) * ns).rounded(.up)))
                for onset in HeardTimeline(told.timeline)?.onsets(from: begin, before: until) ?? [] {
                    places[onset.lane, default: []].append(Double(onset.time.nanoseconds) / ns)
                }
            }
            return places
        }
    }

    private static let patterns = [
        "x...x...", "x.x.x", "xxxxxxxx", "x%30xx%70x", "3 per beat", "5 per bar", "7:4", "x..x. 4 per beat",
        "x.x over 3 beats", "x..x..x...x.x... over 2 bars", "every 3/4 beats", "every bar", "every 0.3 s",
        "cycle 0.2 0.2 0.4 s 3 times", "cycle 0.217 0.183 0.401 s", "moments 0 0.1 0.7 s canon 3 by 0.05 s",
        "xX.o from=bar", "x.x.x from=passage", "Xo.x 5 per bar from=run",
    ]

    private func edit(_ random: inout SeededGenerator, _ settings: Settings) throws -> Edit {
        let number = Int.random(in: 1...12, using: &random)
        switch Int.random(in: 0...9, using: &random) {
        case 0...5:
            var lane = try LaneEdit(name: "n\(number)")
            try lane.read(Self.patterns.randomElement(using: &random) ?? "x")
            try lane.read("sound=s\(number)")
            return .lanes([.set(lane)])
        case 6, 7: return .lanes([.remove("n\(number)")])
        case 8: return .tempo(.to(try Tempo(Int64.random(in: 400...2400, using: &random), over: 10)))
        default:
            let meter = try Meter(parsing: ["3/4", "4/4", "7/8", "5/4"].randomElement(using: &random) ?? "4/4")
            return Edit([try #require(Key.named("meter")): .meter(meter)])
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `through 1,000 changes of lanes, tempo and meter every onset is where it was told, none lost and none doubled`(
        seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        var settings = Settings()
        settings.volume = 1
        let stage = try Stage(settings)
        var changes = 0
        while changes < 1000 {
            stage.player.render(Int.random(in: 1...3000, using: &random))
            if try stage.change(try edit(&random, stage.settings)) { changes += 1 }
        }
        stage.player.render(20_000)
        let heard = stage.player.onsets(Array(0..<13), unit: Stage.unit)
        let expected = stage.expected()
        var count = 0
        for lane in 1..<13 {
            var report = SpliceProof.Report()
            SpliceProof.compare(heard[lane] ?? [], with: expected["n\(lane)"] ?? [], in: "lane \(lane)", &report)
            #expect(report.missing == 0 && report.extra == 0 && report.off == 0, "\(report)")
            count += report.onsets
        }
        #expect(count > 3000)
    }
}
