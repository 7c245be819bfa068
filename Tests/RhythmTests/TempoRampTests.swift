// SPDX-License-Identifier: Apache-2.0

import Glibc
import MetronomeRhythm
import SeededRandom
import Testing

/// Where the tempo changes along the way: compared with the formulas in `Double`, and with what they must fulfil.
@Suite struct TempoRampTests {
    private func segment(_ curve: TempoCurve, rate: SampleRate = .hz48000, beat: Ratio = .one) -> TimelineSegment {
        TimelineSegment(
            originPlace: FramePlace(frame: 0), originPosition: .zero, curve: curve, beat: beat, sampleRate: rate)
    }

    private func ramp(_ from: Int64, _ to: Int64, _ shape: TempoCurve.Shape, quarters: Int64) throws -> TempoCurve {
        TempoCurve(from: try Tempo(from), to: try Tempo(to), shape, length: try #require(Ratio(quarters)))
    }

    @Test(
        arguments: [
            (TempoCurve.Shape.linearInBeats, 60, 180, 32, 17.577_796_618_689_757), (.linearInTime, 60, 180, 32, 16),
            (.linearInBeats, 180, 60, 32, 17.577_796_618_689_757), (.linearInTime, 180, 60, 32, 16),
            (.linearInBeats, 1000, 1, 32, 13.276_166_301_947_65), (.linearInTime, 100, 140, 8, 4),
        ] as [(TempoCurve.Shape, Int64, Int64, Int64, Double)])
    func `the whole of a ramp takes the time that its formula says`(
        shape: TempoCurve.Shape, from: Int64, to: Int64, quarters: Int64, seconds: Double
    ) throws {
        let segment = segment(try ramp(from, to, shape, quarters: quarters))
        #expect(abs(segment.place(of: Position(whole: quarters)).frames / 48_000 - seconds) < 1e-11)
    }

    /// Seconds up to a part of the way, by the integrals of 1 / tempo.
    private func seconds(_ curve: TempoCurve, part: Double, quarters: Double) -> Double {
        let (start, end) = (curve.start.beatsPerMinute / 60, curve.end.beatsPerMinute / 60)
        switch curve.shape {
        case .constant: return part * quarters / start
        case .linearInBeats: return quarters / (end - start) * log1p((end - start) / start * part)
        case .linearInTime:
            return 2 * part * quarters / (start + (start * start + (end * end - start * start) * part).squareRoot())
        }
    }

    private func anyRamp(_ random: inout SeededGenerator) throws -> (curve: TempoCurve, quarters: Double) {
        let shape: TempoCurve.Shape = Bool.random(using: &random) ? .linearInBeats : .linearInTime
        let longest = Int64(1) << Int64.random(in: 1...12, using: &random)
        let length = try #require(
            Ratio(Int64.random(in: 1...longest, using: &random), over: Int64.random(in: 1...64, using: &random)))
        let start = try random.tempo()
        // Also ramps that hardly rise, where a difference of logarithms would be nothing but its error.
        let near =
            start < (try Tempo(999))
            ? try Tempo(start.numerator * 1_000_000 / start.denominator + 1, over: 1_000_000) : try Tempo(1)
        let end = Bool.random(using: &random) ? try random.tempo() : near
        let curve = TempoCurve(from: start, to: end, shape, length: length)
        return (curve, Double(length.numerator) / Double(length.denominator))
    }

    @Test(arguments: [TempoCurve.Shape.linearInBeats, .linearInTime])
    func `places and positions that are too far from a ramp are as far as can be told`(shape: TempoCurve.Shape) throws {
        let far: Int64 = 1 << 54
        let segment = TimelineSegment(
            originPlace: FramePlace(frame: 7), originPosition: Position(whole: far / 2),
            curve: try ramp(60, 180, shape, quarters: 32), curveBegin: Position(whole: -far), sampleRate: .hz48000)
        let near = self.segment(try ramp(60, 180, shape, quarters: 32))
        #expect(near.place(of: Position(whole: far)) > near.place(of: Position(whole: 1 << 40)))
        #expect(near.place(of: Position(whole: -far)) < near.place(of: Position(whole: -1 << 40)))
        for segment in [segment, near] {
            #expect(segment.place(of: Position(whole: -far)) <= segment.place(of: Position(whole: far)))
            let places = [Int128.min, -1 << 120, 1 << 120, .max].map { FramePlace(ticks: $0) }
            let positions = places.map { segment.position(at: $0) }
            #expect(positions == positions.sorted() && positions[0] == positions[1])
        }
    }

    @Test func `any place on a ramp is the integral of the time that each beat takes`() throws {
        var random = SeededGenerator(seed: 21)
        for _ in 0..<5000 {
            let (curve, quarters) = try anyRamp(&random)
            let segment = segment(curve, rate: try random.sampleRate())
            for _ in 0..<4 {
                let part = Double.random(in: 0...1, using: &random)
                let position = Position(ticks: Int128(part * quarters * 0x1p40) << 24)
                let expected = seconds(curve, part: position.units / quarters, quarters: quarters)
                let frames = expected * Double(segment.sampleRate.hertz)
                #expect(
                    abs(segment.place(of: position).frames - frames) <= max(1e-9, 1e-9 * frames), "\(curve) \(part)")
            }
        }
    }

    @Test func `position and frame are each other's inverse`() throws {
        var random = SeededGenerator(seed: 22)
        for _ in 0..<500 {
            let (curve, _) = try anyRamp(&random)
            let segment = segment(curve, rate: try random.sampleRate())
            let end = segment.frame(of: Position(units: curve.length))
            for _ in 0..<4 {
                let frame = Int64.random(in: -1000...end + 1000, using: &random)
                let position = segment.position(atFrame: frame)
                #expect(segment.place(of: position) <= FramePlace(frame: frame))
                #expect(segment.place(of: Position(ticks: position.ticks + 1)) > FramePlace(frame: frame))
                let first = segment.firstPosition(atOrAfterFrame: frame)
                #expect(segment.frame(of: first) >= frame)
                #expect(segment.frame(of: Position(ticks: first.ticks - 1)) < frame)
            }
        }
    }

    @Test func `later positions have later places`() throws {
        var random = SeededGenerator(seed: 23)
        for _ in 0..<300 {
            let (curve, quarters) = try anyRamp(&random)
            let segment = segment(curve)
            var last = FramePlace(ticks: .min)
            for step in 0...50 {
                let position = Position(ticks: Int128(Double(step - 5) / 40 * quarters * 0x1p40) << 24)
                let place = segment.place(of: position)
                #expect(last < place, "\(curve) \(step)")
                last = place
            }
        }
    }

    @Test func `before its begin a ramp has its first tempo, and after its end its last`() throws {
        for shape in [TempoCurve.Shape.linearInBeats, .linearInTime] {
            let segment = segment(try ramp(60, 120, shape, quarters: 4))
            #expect(segment.frame(ofBeat: -3) == -144_000)
            let end = segment.place(of: Position(whole: 4)).ticks
            #expect((segment.place(of: Position(whole: 7)).ticks - end - (72_000 << 64)).magnitude <= 1)
            #expect(segment.beatsPerMinute(at: Position(whole: -1)) == 60)
            #expect(abs(segment.beatsPerMinute(at: Position(whole: 9)) - 120) < 1e-12)
        }
    }

    @Test func `half-way in beats the tempo is the mean, half-way in time too`() throws {
        let inBeats = segment(try ramp(60, 180, .linearInBeats, quarters: 32))
        #expect(abs(inBeats.beatsPerMinute(at: Position(whole: 16)) - 120) < 1e-12)
        let inTime = segment(try ramp(60, 180, .linearInTime, quarters: 32))
        #expect(abs(inTime.beatsPerMinute(at: inTime.position(atFrame: 8 * 48_000)) - 120) < 1e-4)
    }

    @Test func `an hour in beats is exact to 2⁻³⁰ frame: cut into minutes it comes out the same`() throws {
        // Each part's tempi are exact, so only rounding differs; 60 parts of it may add up.
        let whole = segment(try ramp(60, 180, .linearInBeats, quarters: 7200))
        var parts = self.segment(try ramp(60, 62, .linearInBeats, quarters: 120))
        for part: Int64 in 1..<60 {
            let next = try ramp(60 + 2 * part, 62 + 2 * part, .linearInBeats, quarters: 120)
            parts = parts.changing(to: next, at: Position(whole: part * 120))
        }
        let difference = parts.place(of: Position(whole: 7200)).ticks - whole.place(of: Position(whole: 7200)).ticks
        #expect(difference.magnitude < 1 << 34, "\(difference)")
        let inTime = segment(try ramp(60, 180, .linearInTime, quarters: 7200))
        let exact = Int128(3600 * 48_000) << 64
        #expect((inTime.place(of: Position(whole: 7200)).ticks - exact).magnitude < 1 << 34)
    }

    @Test func `a tempo counts the note that it is given for`() throws {
        // Dotted quarters at 60 a minute are quarters at 90.
        let dotted = segment(TempoCurve(try Tempo(60)), beat: try #require(Ratio(3, over: 2)))
        #expect(dotted.frame(ofBeat: 90) == 60 * 48_000)
        let eighths = segment(try ramp(60, 180, .linearInTime, quarters: 16), beat: try #require(Ratio(1, over: 2)))
        #expect(eighths.frame(ofBeat: 16) == 16 * 48_000)
    }

    @Test func `the tempo within a song is that of its ramp, however far the ramp goes and however little it changes`()
        throws
    {
        let (slow, fast) = (try Tempo(100), try Tempo(200))
        for quarters in [8, 20_000_000_000] as [Int64] {
            let (half, length) = (try #require(Ratio(quarters / 2)), try #require(Ratio(quarters)))
            let inTime = SongTempo.ramp(from: slow, to: fast, .linearInTime).tempo(at: half, of: length)
            #expect(abs(inTime.beatsPerMinute - 25_000.0.squareRoot()) < 1e-6)
            #expect(
                SongTempo.ramp(from: slow, to: fast, .linearInBeats).tempo(at: half, of: length) == (try Tempo(150)))
            #expect(SongTempo.ramp(from: slow, to: slow, .linearInTime).tempo(at: half, of: length) == slow)
        }
    }
}
