// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Sound
import Testing
import Waveforms

/// Lanes as they are written, rendered, beside places that are computed by their definition.
struct LaneRenderTests {
    private static let four = [Ratio](repeating: .one, count: 4)

    /// The frames of a lane's onsets.
    private func render(
        _ text: String, tempo: Tempo, seconds: Int, bar: [Ratio] = four, seed: UInt64 = 0, rate: SampleRate = .hz48000
    ) throws -> [Int64] {
        let written = try WrittenPattern(parsing: text)
        var lane = Lane(id: 2, pattern: try written.pattern(inBarsOf: bar), anchor: .run)
        if let plan = try written.schedule?.plan(inBarsOf: bar, tempo: tempo, beat: .one) {
            lane = Lane(id: 2, pattern: plan.pattern, anchor: .position(.zero), onsets: plan.onsets)
        }
        let music = Arrangement(passages: [Passage(curve: TempoCurve(tempo), bar: bar, lanes: [lane])], seed: seed)
        let sample = try Sample.impulse(0.5, rate: rate)
        return try withExtendedLifetime(sample) {
            let render = try OfflineRender(music, kits: KitSet([Kit(Kit.Sound(sample.view))]), sampleRate: rate)
            let memory = try render.memory(frames: seconds * rate.hertz)
            return memory.frames().map(Int64.init)
        }
    }

    /// Places in quarter notes up to a time, by counting voices out, in frames.
    private func places(_ bars: (Int) -> [Double], tempo: Double, seconds: Int) -> [Double] {
        let frames = 48_000 * 60 / tempo
        var places: [Double] = []
        for bar in 0... {
            for quarters in bars(bar) where quarters * frames < Double(seconds * 48_000) - 0.5 {
                places.append(quarters * frames)
            }
            if Double(bar) * 4 * frames > Double(seconds * 48_000) { break }
        }
        return places.sorted()
    }

    private func agree(_ frames: [Int64], _ places: [Double]) -> Bool {
        frames.count == places.count && zip(frames, places).allSatisfy { abs(Double($0) - $1) <= 0.5 + 1e-6 }
    }

    @Test func `each beat of a bar is played with a kit of its own, also where a pattern begins in the midst of a bar`()
        throws
    {
        let rate = SampleRate.hz48000
        let bar = [Ratio](repeating: .one, count: 3)
        var lane = Lane(
            id: 0, pattern: try Pattern(accents: [.normal, .normal, .normal], inBarsOf: bar).rotated(by: .one), kit: 3)
        lane.beatKits = [0, 1, 2]
        let levels: [Float] = [0.1, 0.2, 0.3, 0.4]
        let samples = try levels.map { try Sample.impulse($0, rate: rate) }
        let heard = try withExtendedLifetime(samples) {
            let music = Arrangement(passages: [Passage(curve: TempoCurve(try Tempo(600)), bar: bar, lanes: [lane])])
            let kits = KitSet(samples.map { Kit(Kit.Sound($0.view)) })
            let memory = try OfflineRender(music, kits: kits, sampleRate: rate).memory(frames: 7 * 4800)
            return (0..<7).map { (memory[$0 * 4800 * 2] * 10).rounded() }
        }
        #expect(heard == [2, 3, 1, 2, 3, 1, 2])
    }

    @Test func `each of the 64 lanes is heard, beside those of the metronome`() throws {
        let rate = SampleRate.hz48000
        // Lane k strokes once in each pass, k sixty-sixths of a quarter note after its begin.
        func lane(_ id: Int, passage: Int) throws -> Lane {
            let onset = Pattern.Onset(place: Int32(id), accent: .normal)
            return Lane(
                id: id, pattern: try Pattern(cycle: Lane.most * 2, denominator: Lane.most, onsets: [onset]),
                anchor: .passage)
        }
        let tempo = try Tempo(60)
        let passages = try (0..<2).map { number in
            Passage(
                length: Ratio(2), times: 2, curve: TempoCurve(tempo), bar: Self.four,
                lanes: try (0..<Lane.most).map { try lane($0, passage: number) })
        }
        let sample = try Sample.impulse(0.5, rate: rate)
        try withExtendedLifetime(sample) {
            let render = try OfflineRender(
                Arrangement(passages: passages), kits: KitSet([Kit(Kit.Sound(sample.view))]), sampleRate: rate)
            let memory = try render.memory(frames: 8 * rate.hertz)
            let heard = memory.frames().map(Double.init)
            let expected = (0..<4).flatMap { pass in
                (0..<Lane.most).map { Double(pass * 2 * rate.hertz) + Double($0 * rate.hertz) / Double(Lane.most) }
            }
            #expect(heard.count == expected.count)
            #expect(zip(heard, expected).allSatisfy { abs($0 - $1) <= 0.5 })
        }
    }

    @Test(arguments: [[3, 2], [5, 4, 3], [7, 4]], [97.3, 120, 311.7])
    func `every onset of a polyrhythm is within half a frame of its place`(voices: [Int], bpm: Double) throws {
        let text = voices.map(String.init).joined(separator: ":")
        let expected = places(
            { bar in
                // Of equal places one; fractions are told apart by whole numbers.
                let parts = voices.flatMap { voice in (0..<voice).map { $0 * 420 / voice } }
                return Set(parts).map { Double(bar * 4) + 4 * Double($0) / 420 }
            }, tempo: bpm, seconds: 60)
        #expect(agree(try render(text, tempo: try Tempo(beatsPerMinute: bpm), seconds: 60), expected))
    }

    @Test(arguments: [97.3, 120, 123.456])
    func `the cycle of 0.2, 0.2 and 0.4 seconds for three loops is on its times to half a frame`(bpm: Double) throws {
        let frames = try render("cycle 0.2 0.2 0.4 s 3 times", tempo: try Tempo(beatsPerMinute: bpm), seconds: 5)
        let expected = [0.2, 0.4, 0.8, 1.0, 1.2, 1.6, 1.8, 2.0].map { $0 * 48_000 }
        #expect(agree(frames, expected))
    }

    @Test func `a cycle in seconds is on its times through an hour, at a tempo of six decimals`() throws {
        let tempo = try Tempo(123_456_789, over: 1_000_000)
        let frames = try render(
            "cycle 0.217 0.183 0.401 s", tempo: tempo, seconds: 3600, rate: try #require(SampleRate(hertz: 8000)))
        var time = 0.0
        var expected: [Double] = []
        for index in 0... {
            time = Double(index / 3) * 0.801 + [0.217, 0.4, 0.801][index % 3]
            if time >= 3600 - 0.001 { break }
            expected.append(time * 8000)
        }
        #expect(agree(frames, expected))
    }

    @Test func `a groove with chances is the same for the same seed, on its places, and about as often as it says`()
        throws
    {
        let tempo = try Tempo(137)
        let text = "x%30xx%30x%30"
        let once = try render(text, tempo: tempo, seconds: 600, seed: 5)
        #expect(try render(text, tempo: tempo, seconds: 600, seed: 5) == once)
        #expect(try render(text, tempo: tempo, seconds: 600, seed: 6) != once)
        // Four steps a bar are the beats; the second is always there.
        let beat = 48_000 * 60 / 137.0
        var played = [0, 0, 0, 0]
        for frame in once {
            let number = (Double(frame) / beat).rounded()
            #expect(abs(Double(frame) - number * beat) <= 0.5 + 1e-6)
            played[Int(number) % 4] += 1
        }
        let bars = Double(600 * 137) / 60 / 4
        #expect(played[1] == Int(bars.rounded(.up)) || played[1] == Int(bars))
        for step in [0, 2, 3] { #expect((0.22...0.38).contains(Double(played[step]) / bars), "\(step)") }
    }

    @Test func `a lane on channel three is heard there and nowhere else`() throws {
        let lanes = [
            Lane(id: 0, pattern: try Pattern(beats: [.normal])), Lane(id: 2, pattern: try Pattern(beats: [.normal])),
        ]
        let music = Arrangement(passages: [Passage(curve: TempoCurve(Tempo()), bar: Self.four, lanes: lanes)])
        let sample = try Sample.impulse(0.5, rate: .hz48000)
        try withExtendedLifetime(sample) {
            let render = try OfflineRender(
                music, kits: KitSet([Kit(Kit.Sound(sample.view))]), sampleRate: .hz48000,
                mixes: [2: LaneMix(gain: 0.5, channel: 2)], channels: 4)
            let memory = try render.memory(frames: 10)
            #expect(Array(memory[0..<4]) == [0.5, 0.5, 0.25, 0.25])
        }
    }
}
