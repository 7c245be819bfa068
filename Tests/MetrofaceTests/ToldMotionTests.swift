// SPDX-License-Identifier: Apache-2.0

import Faces
import MetronomeControl
import MetronomeMotion
import MetronomeRhythm
import Testing

@testable import metroface

@Suite struct ToldMotionTests {
    private static let second: Int64 = 1_000_000_000

    private func segment(
        _ from: Double, _ to: Double, at seconds: Double, for duration: Double, _ curve: MotionCurve = .linear
    ) -> MotionSegment {
        MotionSegment {
            ($0.from, $0.to, $0.curve) = (from, to, curve)
            ($0.beginNs, $0.durationNs) = (Int64(seconds * 1e9), Int64(duration * 1e9))
        }
    }

    /// The moment that a face is drawn from, in the third quarter of a bar while it plays.
    private func moment(_ motion: ToldMotion, at seconds: Double, bpm: Double = 60, isPlaying: Bool = true) throws
        -> Moment
    {
        let heard = HeardMoment(
            position: BeatPosition(beats: 2.5), bpm: bpm, grid: BarGrid(beatsPerBar: 4), ringsBell: false,
            isPlaying: isPlaying, angle: 0)
        return Moment(
            heard, atNs: Int64(seconds * 1e9), .silent, motion, else: Moment(beats: 0, tempo: try Tempo(90)))
    }

    @Test func `after a new tempo the digits roll to it, as it is announced`() throws {
        var motion = ToldMotion(["counter.value": [segment(60, 60, at: 10, for: 1)]])
        #expect(try moment(motion, at: 10.2).value("counter.value") == 60)
        motion.take(["counter.value": [segment(60, 200, at: 10.4, for: 0.9, .spring(.smooth, initialVelocity: 0))]])
        let rolling = try moment(motion, at: 10.5, bpm: 200).value("counter.value")
        #expect(rolling > 61 && rolling < 199)
        #expect(try moment(motion, at: 10.3).value("counter.value") == 60)
        // After its end the tempo says it.
        #expect(try moment(motion, at: 12, bpm: 200).value("counter.value") == 200)
    }

    @Test func `at a stop nothing jumps, and all frames are drawn until it rests`() throws {
        var motion = ToldMotion(["ring.progress": [segment(0.5, 0.75, at: 10, for: 1)]])
        let playing = try moment(motion, at: 10.4).value("ring.progress")
        motion.take(["ring.progress": [segment(playing, 0, at: 10.4, for: 0.5, .easeOut)]])
        let stopped = try moment(motion, at: 10.4001, isPlaying: false).value("ring.progress")
        #expect(abs(playing - 0.6) < 1e-9 && abs(stopped - playing) < 0.01)
        #expect(motion.isMoving(atNs: 10_800_000_000) && !motion.isMoving(atNs: 10_900_000_000))
        #expect(try moment(motion, at: 10.95, isPlaying: false).value("ring.progress") == 0)
    }

    @Test func `where the daemon is lost everything comes to rest within half a second, without a jump`() throws {
        var motion = ToldMotion()
        let beat = Beat(2)
        motion.take(
            Dictionary(
                uniqueKeysWithValues: ToldMotion.properties.map { property in
                    let told = property.segments(in: beat).map {
                        segment($0.from, $0.to, at: 10 + $0.begin, for: $0.duration, $0.curve)
                    }
                    return (property.name, told)
                }))
        let before = motion.values(atNs: 10_350_000_000)
        motion.stop(atNs: 10_350_000_001)
        for property in ToldMotion.properties where !property.followsTempo {
            let span = property.range.upperBound - property.range.lowerBound
            let rest = try moment(motion, at: 10.851, isPlaying: false).value(property.name)
            #expect(rest == property.rest ?? rest)
            guard property.rest != nil, let value = before[property.name] else { continue }
            let after = try moment(motion, at: 10.350001, isPlaying: false).value(property.name)
            #expect(abs(after - value) < 1e-3 * span, "\(property.name)")
        }
        #expect(before.count > 20 && motion.isMoving(atNs: 10_800_000_000) && !motion.isMoving(atNs: 11_000_000_000))
    }

    @Test func `what is announced again replaces what was, from its beginning on`() {
        var motion = ToldMotion()
        for beat in 0..<400 { motion.take(["beat.phase": [segment(0, 1, at: Double(beat), for: 1)]]) }
        motion.take(["beat.phase": [segment(0.5, 1, at: 398.5, for: 0.25)]])
        #expect(motion.values(atNs: 398_250_000_000) == ["beat.phase": 0.25])
        #expect(motion.values(atNs: 398_625_000_000) == ["beat.phase": 0.75])
        #expect(motion.values(atNs: 399_500_000_000).isEmpty && motion.values(atNs: 1_500_000_000).isEmpty)
    }

    @Test func `the movement under way is kept, however many are announced ahead of it`() throws {
        let property = try #require(Choreography.property(named: "canon.3.y"))
        var motion = ToldMotion()
        // At 1000 bpm, with all that an offset of a second lets be announced.
        for index in 0...40 {
            let begin = 0.06 * Double(index)
            let segments = property.segments(in: Beat(Int64(index), bpm: 1000)).map {
                segment($0.from, $0.to, at: begin + $0.begin, for: $0.duration, $0.curve)
            }
            motion.take([property.name: segments])
            guard begin >= 1.2 else { continue }
            #expect(motion.values(atNs: Int64((begin - 1.2 + 0.001) * 1e9))[property.name] != nil, "beat \(index)")
        }
    }

    @Test(arguments: [(0, 200), (20.5, 221), (1000, 1200), (-1000, 200), (1e9, 10_000)])
    func `what a face shows ahead of its time is announced by then`(offsetMs: Double, leadMs: Int64) {
        #expect(ToldMotion.subscription(offsetMs: offsetMs)["lead_ms"] == .integer(leadMs))
    }

    @Test(arguments: [1e300, -1e300, .infinity])
    func `no announcement leads a property out of its range`(number: Double) {
        let curves: [MotionCurve] = [.linear, .spring(.bouncy, initialVelocity: number)]
        for curve in curves {
            let motion = ToldMotion(["cards.image": [segment(number, -number, at: 1, for: 5, curve)]])
            let range = MotionProperty.cardsImage.range
            #expect(motion.values(atNs: 2 * Self.second).values.allSatisfy { range.contains($0) })
        }
    }
}
