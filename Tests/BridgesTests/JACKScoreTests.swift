// SPDX-License-Identifier: Apache-2.0

import Bridges
import MetronomeRhythm
import SeededRandom
import SongSamples
import Testing

@Suite struct JACKScoreTests {
    /// Bars and beats as a reader counts them: every beat of the meter as it is written, in its order.
    private struct Reader {
        /// Of each fourth of a beat.
        var fourths: [Double] = []
        /// Of each beat.
        var frames: [Double] { stride(from: 0, to: fourths.count, by: 4).map { fourths[$0] } }
        var places: [(bar: Int, beat: Int)] = []
        var barStarts: [Int] = []

        /// By the arrangement, which knows nothing of felt beats.
        init(_ song: Song, _ course: SongCourse, scale: Double) throws {
            let passes = try song.arrangement(countsIn: false).passes(at: .hz48000)
            var (bar, total) = (1, 0)
            for stretch in course.stretches {
                let (beats, unit) = stretch.writtenMeter
                let count = Int(stretch.end - stretch.begin) * beats / stretch.beatsPerBar
                for index in 0..<count {
                    for fourth in 0..<4 {
                        let quarters = try #require(
                            Ratio(Int64(index * 4 + fourth), over: Int64(unit))?.adding(stretch.written.begin))
                        let position = Position(units: quarters)
                        let pass = passes.last { $0.begin <= position } ?? passes[0]
                        fourths.append(pass.segment.place(of: position).frames / scale)
                    }
                    places.append((bar + index / beats, index % beats + 1))
                    barStarts.append(total + index / beats * beats)
                }
                bar += count / beats
                total += count
            }
        }
    }

    @Test func `bars, beats and ticks of a song are those that a reader counts, at any frame`() throws {
        var random = SeededGenerator(seed: 3)
        var ramps = 0
        for turn in 0..<80 {
            var song = try Song.random(&random)
            // Where quarters make up the bar, they are beats of the meter, whatever is felt.
            for index in song.sections.indices where turn.isMultiple(of: 2) {
                let quarters = try song.sections[index].part.barLength.value
                song.sections[index].part.meter = try? Meter(beats: Int(quarters), unit: 4)
            }
            let course = try SongCourse(song)
            let scale = Double.random(in: 0.5...2, using: &random)
            let score = JACKScore(course, scale: scale, rate: 48000)
            let reader = try Reader(song, course, scale: scale)
            let segments = score.segments
            ramps += segments.count
            #expect(score.length == course.map.length.value)
            #expect(segments.allSatisfy { $0.framesPerBeat > 0 })
            for _ in 0..<100 {
                let fourth = Int.random(in: 0..<reader.fourths.count, using: &random)
                let place = score.place(atFrame: reader.fourths[fourth] + 0.01)
                let index = fourth / 4
                #expect((place.bar, place.beat) == reader.places[index], "\(fourth)")
                // Also on a ramp, which is cut into such fourths.
                #expect(abs(place.part - Double(fourth % 4) / 4) < 0.001)
                let segment = segments[place.segment]
                let start = segment.barStart + Double((place.bar - segment.bar) * segment.beatsPerBar)
                #expect(start == Double(reader.barStarts[index]))
            }
        }
        #expect(ramps > 80)
    }

    @Test func `where a beat begins, its frame is that of a render to a hundredth, and back`() throws {
        var random = SeededGenerator(seed: 4)
        for _ in 0..<80 {
            let song = try Song.random(&random)
            let course = try SongCourse(song)
            let score = JACKScore(course, scale: 1, rate: 48000)
            let reader = try Reader(song, course, scale: 1)
            for stretch in course.stretches {
                let begin = stretch.written.begin.value
                let place = score.place(atFrame: score.frame(ofQuarters: begin) + 0.01)
                let index = try #require(reader.frames.firstIndex { $0 >= score.frame(ofQuarters: begin) - 0.01 })
                #expect((place.bar, place.beat) == reader.places[index] && place.beat == 1)
                #expect(abs(score.frame(ofQuarters: begin) - reader.frames[index]) < 0.01)
                #expect(abs(score.quarters(atFrame: reader.frames[index] + 0.001) - begin) < 0.01)
            }
        }
    }

    @Test func `a beat is the note of the meter: 6/8 at 60 dotted quarters has 180 a minute`() throws {
        let score = JACKScore(quarterBPM: 90, meter: try Meter(parsing: "6/8"), rate: 48000)
        let segment = try #require(score.segments.first)
        #expect(segment.bpm == 180 && segment.beatsPerBar == 6 && segment.beatType == 8)
        #expect(segment.framesPerBeat == 16000)
        let place = score.place(atFrame: 16000 * 13)
        #expect(place.bar == 3 && place.beat == 2 && place.part < 1e-9)
        #expect(score.quarters(atFrame: 16000 * 13) == 6.5)
        // A frame that rounding puts before a beat is on it.
        #expect(score.place(atFrame: 16000 * 12 - 1e-6).bar == 3)
    }

    @Test func `another tempo goes on where the former was, and another meter with the bar line`() throws {
        var score = JACKScore(quarterBPM: 120, meter: .common, rate: 48000)
        score.setTempo(quarterBPM: 60, atFrame: 36000)
        #expect(score.place(atFrame: 35999).beat == 2)
        let half = score.place(atFrame: 36000)
        #expect(half.bar == 1 && half.beat == 2 && abs(half.part - 0.5) < 1e-9)
        #expect(score.place(atFrame: 36000 + 24001).beat == 3)
        #expect(abs(score.quarters(atFrame: 36000 + 24000) - 2) < 1e-9)
        #expect(abs(score.frame(ofQuarters: 2) - 60000) < 1e-6)
        score.setMeter(try Meter(parsing: "7/8"), fromFrame: 60000)
        // Bar 2 begins at quarter 4, frame 156000.
        let before = score.place(atFrame: 155_999)
        let after = score.place(atFrame: 156_001)
        #expect((before.bar, before.beat) == (1, 4) && (after.bar, after.beat) == (2, 1))
        let eighth = score.place(atFrame: 156_001 + 24000 * 7)
        #expect((eighth.bar, eighth.beat) == (3, 1))
        #expect(score.segments.last?.bpm == 120 && score.segments.last?.barStart == 4)
        // On a bar line, at once.
        score.setMeter(try Meter(parsing: "3/4"), fromFrame: 156_000 + 24000 * 7)
        let frame = try #require(score.segments.last?.frame)
        #expect(abs(frame - 324_000) < 1e-6)
    }

    @Test func `a tempo that holds is one segment, however often it changes`() throws {
        let lane = Lane(id: 0, pattern: try Pattern(beats: [.bell, .normal, .normal, .normal]))
        let tempi = try (0..<20_000).map { SongTempo.Step(try Tempo(Int64(60 + $0 % 2)), length: .one) }
        let part = SongPart(bars: 5000, bar: [.one, .one, .one, .one], tempo: .steps(tempi), lanes: [lane])
        let course = try SongCourse(Song(sections: [SongSection(part: part)]))
        let score = JACKScore(course, scale: 1, rate: 48000)
        #expect(score.segments.count == 20_000)
        // 10,000 beats of a second, and 10,000 of 60/61.
        let end: Double = 480_000_000 * (1 + 60.0 / 61)
        #expect(abs(score.frame(ofQuarters: 20_000) - end) < 1)
        #expect(abs(score.quarters(atFrame: end / 2) - 10_000) < 1e-3)
    }

    @Test func `a ramp of any length has a bounded number of segments, and ends where it ends`() throws {
        let lane = Lane(id: 0, pattern: try Pattern(beats: [.bell, .normal, .normal, .normal]))
        let part = SongPart(
            bars: 100_000, bar: [.one, .one, .one, .one],
            tempo: .ramp(from: try Tempo(60), to: try Tempo(240), .linearInBeats), lanes: [lane])
        let course = try SongCourse(Song(sections: [SongSection(part: part, times: 1000)]))
        let score = JACKScore(course, scale: 1, rate: 48000)
        #expect(score.segments.count <= Int(JACKScore.mostPieces) + 1000)
        let (begin, end) = (score.frame(ofQuarters: 0), score.frame(ofQuarters: 400_000))
        #expect(abs((end - begin) / 48000 - course.seconds / 1000) < 0.01)
        #expect(score.place(atFrame: end + 0.01).bar == 100_001)
    }

    @Test(arguments: [0, -1, 1e-300, 1e300, .infinity, .nan] as [Double])
    func `whatever tempo and scale a daemon tells, a beat has a length`(number: Double) throws {
        var score = JACKScore(quarterBPM: number, meter: .common, rate: 48000)
        score.setTempo(quarterBPM: number, atFrame: 100)
        score.setMeter(try Meter(parsing: "7/8"), fromFrame: 200)
        let part = SongPart(
            bars: 1, bar: [.one], tempo: .constant(Tempo()), lanes: [Lane(id: 0, pattern: try Pattern(beats: [.bell]))])
        let song = JACKScore(try SongCourse(Song(sections: [SongSection(part: part)])), scale: number, rate: 48000)
        for segment in score.segments + song.segments {
            #expect(segment.framesPerBeat > 0 && segment.framesPerBeat.isFinite && segment.bpm > 0)
        }
        #expect(score.place(atFrame: 300).bar >= 1)
    }
}
