// SPDX-License-Identifier: Apache-2.0

import Rhythm
import Testing

@testable import Control

@Suite struct TempoCourseTests {
    @Test(arguments: [("linear_in_beats", TempoCurve.Shape.linearInBeats), ("linear_in_time", .linearInTime)])
    func `a client computes from a curve what the engine plays by`(name: String, shape: TempoCurve.Shape) throws {
        for (from, to, length) in [(60, 180, 32), (180, 60, 8), (100, 101, 400), (1, 1000, 3), (400, 399, 1)] {
            let course = try #require(
                TempoCourse(name, from: Double(from), to: Double(to), length: Double(length)))
            let segment = TimelineSegment(
                originPlace: FramePlace(frame: 0), originPosition: .zero,
                curve: TempoCurve(
                    from: try Tempo(Int64(from)), to: try Tempo(Int64(to)), shape,
                    length: try #require(Ratio(Int64(length)))), sampleRate: .hz48000)
            for beat in -4...(length + 8) {
                let seconds = segment.place(of: Position(whole: Int64(beat))).frames / 48000
                let minutes = course.minutes(at: Double(beat))
                #expect(abs(minutes * 60 - seconds) < 1e-6)
                #expect(abs(course.beats(atMinutes: minutes) - Double(beat)) < 1e-7)
                let tempo = segment.beatsPerMinute(at: Position(whole: Int64(beat)))
                #expect(abs(course.bpm(at: Double(beat)) - tempo) < 1e-6)
            }
        }
    }

    @Test func `a curve that is not known, and numbers that are none, are not calculated with`() {
        #expect(TempoCourse("constant", from: 60, to: 60, length: 1) == nil)
        #expect(TempoCourse("spline", from: 60, to: 70, length: 1) == nil)
        #expect(TempoCourse("linear_in_beats", from: 60, to: .nan, length: 1) == nil)
        #expect(TempoCourse("linear_in_time", from: 60, to: 70, length: 0) == nil)
    }
}
