// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
import MetronomeRhythm
import Testing

@testable import Faces

@Suite struct MomentTests {
    @Test func `a moment knows its place in beat and bar`() throws {
        let moment = Moment(beats: 7.25, tempo: try Tempo(90), meter: try Meter(parsing: "3/4"))
        #expect(moment.beat == 7)
        #expect(moment.phase == 0.25)
        #expect(moment.bar == 3)
        #expect(moment.beatInBar == 2)
        let part = 1.25 / 3
        #expect(moment.barPhase == part)
        #expect(!moment.ringsBell)
    }

    @Test func `the tempo has its name, but where it counts eighths`() throws {
        let (tempo, meter) = (try Tempo(90), try Meter(parsing: "6/8"))
        #expect(Moment(beats: 0, tempo: tempo).tempoLine == "90 bpm · Andante")
        let eighths = Moment(beats: 0, tempo: tempo, meter: meter)
        #expect(eighths.tempoLine == "90 bpm" && eighths.tempoName == "90 bpm")
        let dotted = Moment(beats: 0, tempo: tempo, meter: meter, grid: BarGrid(beatsPerBar: 2))
        #expect(dotted.tempoName == "Andante")
    }

    @Test func `beats before the first count backwards`() throws {
        let moment = Moment(beats: -0.25, tempo: try Tempo(90))
        #expect(moment.beat == -1)
        #expect(moment.phase == 0.75)
        #expect(moment.bar == 0)
        #expect(moment.beatInBar == 4)
    }

    @Test func `the bell rings on the first beat of a bar, unless there is none`() throws {
        let tempo = try Tempo(90)
        #expect(Moment(beats: 4, tempo: tempo).ringsBell)
        #expect(!Moment(beats: 5, tempo: tempo).ringsBell)
        #expect(!Moment(beats: 4, tempo: tempo, bell: .some(nil)).ringsBell)
    }

    @Test func `a given value goes before what follows from the beat`() throws {
        var moment = Moment(beats: 0.5, tempo: try Tempo(90))
        #expect(moment.value("ring.progress") == 0.125)
        moment.values["ring.progress"] = 0.6
        #expect(moment.value("ring.progress") == 0.6)
    }

    @Test func `every property is what the choreography says of the beat, in any meter`() throws {
        for meter in [try Meter(parsing: "3/4"), .common] {
            for beats in [0, 1.25, 2.5, 7.75] {
                let moment = Moment(beats: beats, tempo: try Tempo(90), meter: meter)
                let beat = Beat(moment.beat, beatsPerBar: meter.beats, bpm: 90)
                for property in Choreography.properties {
                    #expect(moment.value(property.name) == property.value(in: beat, phase: moment.phase))
                }
            }
        }
    }

    @Test func `the accent follows the bell's own pattern`() throws {
        let bell = try BellPattern(every: 4, on: 3)
        for (beats, mix) in [(0.1, 0.5), (2.1, 1)] {
            let moment = Moment(beats: beats, tempo: try Tempo(90), bell: bell)
            #expect(abs(moment.value("colour.mix") - mix) < 1e-9, "at beat \(beats)")
        }
    }

    @Test func `at rest a property is where it rests, or stays where it is`() throws {
        let moment = Moment(beats: 2.25, tempo: try Tempo(90), isPlaying: false)
        #expect(moment.value("pendulum.angle") == 0)
        #expect(moment.value("heart.scale") == 1)
        #expect(moment.value("counter.value") == 90)
    }
}

@Suite struct FaceTableTests {
    @Test func `names are single words, and each names one face`() {
        #expect(Set(FaceTable.names).count == FaceTable.all.count)
        for face in FaceTable.all {
            #expect(!face.name.isEmpty && face.name.allSatisfy { $0.isLowercase && $0.isASCII })
            #expect(!face.summary.isEmpty && !face.summary.hasSuffix("."))
            #expect(FaceTable.face(named: face.name)?.name == face.name)
        }
        #expect(FaceTable.face(named: "nothing") == nil)
    }

    @Test func `every face is the same again after its cycle`() throws {
        let tempo = try Tempo(120)
        for meter in [try Meter(beats: 4, unit: 4), try Meter(beats: 3, unit: 4)] {
            for face in FaceTable.all {
                guard let bars = face.barsPerCycle(beatsPerBar: meter.beats) else { continue }
                let size = Size(width: 60, height: 60)
                let pictures = try [0.375, 0.375 + Double(bars * meter.beats)].map { beats in
                    let moment = Moment(beats: beats, tempo: tempo, meter: meter)
                    return try CairoRenderer.pixels(face.picture(at: moment, size: size, theme: .dark))
                }
                #expect(pictures[0] == pictures[1], "\(face.name) in \(meter)")
            }
        }
    }

    @Test func `every face can be drawn at any size and theme, in motion and at rest`() throws {
        for face in FaceTable.all {
            for theme in Theme.all {
                for size in [Size(width: 16, height: 16), Size(width: 300, height: 60), face.defaultSize] {
                    for isPlaying in [true, false] {
                        let moment = Moment(beats: 5.6, tempo: try Tempo(1000), isPlaying: isPlaying)
                        let pixels = try CairoRenderer.pixels(face.picture(at: moment, size: size, theme: theme))
                        #expect(Set(stride(from: 0, to: pixels.bgra.count, by: 4).map { pixels.bgra[$0] }).count > 1)
                    }
                }
            }
        }
    }
}
