// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
import ReferenceValues
import Testing

/// The properties against the sets of reference values that belong to their faces.
@Suite struct ChoreographyVectorsTests {
    /// The value of a property at a time in beats since the start, in 4/4 unless said otherwise.
    private func value(_ property: MotionProperty, at beats: Double, beatsPerBar: Int = 4) -> Double {
        let index = Int64(beats.rounded(.down))
        return property.value(in: Beat(index, beatsPerBar: beatsPerBar), phase: beats - Double(index))
    }

    @Test func `the heart beats as the vectors say, with the cycle of 0.8 s as a beat`() throws {
        let set = try VectorSet.named("heart.scale")
        for row in set.rows {
            let time = try set.number("t", in: row)
            // From rest; the sums of its tenths may lie a hair before a step.
            let beats = (time / 0.8 * 8).rounded() / 8
            let beat = Beat(Int64(beats))
            let phase = beats - Double(beat.index)
            let heart = MotionProperty.heartScale
            #expect(set.agrees(heart.value(in: beat, phase: phase), try set.number("scale", in: row)), "at \(time)")
            let velocity = heart.velocity(in: beat, phase: phase) / 0.8
            #expect(abs(velocity - (try set.number("velocity", in: row))) < 1e-7, "velocity at \(time)")
            #expect(heart.segments(in: beat).segment(at: phase)?.to == (try set.number("target", in: row)))
        }
    }

    @Test func `the jumping face has the keyframes of the vectors, from landing to landing`() throws {
        let set = try VectorSet.named("keyframes.emoji")
        // The first landing is 0.2 after the cycle's begin; before it the article comes from elsewhere.
        for row in set.rows where try set.number("t", in: row) >= 0.2 {
            let time = try set.number("t", in: row)
            let beats = (time - 0.2) / 1.5
            for (column, property) in zip(["y", "rotation", "yScale"], MotionProperty.bounce) {
                let value = value(property, at: beats)
                #expect(abs(value - (try set.number(column, in: row))) < 1e-9, "\(column) at \(time)")
            }
        }
    }

    @Test(arguments: ["pendulum.60", "pendulum.90"])
    func `the rod has the angles and velocities of the vectors`(id: String) throws {
        let set = try VectorSet.named(id)
        let bpm = try #require(set.params.bpm)
        for row in set.rows {
            let index = Int64(try set.number("beat", in: row))
            let phase = try set.number("t", in: row) * bpm / 60 - Double(index)
            let (rod, beat) = (MotionProperty.pendulumAngle, Beat(index, bpm: bpm))
            #expect(set.agrees(rod.value(in: beat, phase: phase), try set.number("theta", in: row)))
            let velocity = rod.velocity(in: beat, phase: phase) * bpm / 60
            #expect(abs(velocity - (try set.number("omega", in: row))) < 1e-7 || phase == 1)
        }
    }

    @Test func `cards turn, show their backs and change their pictures as the vectors say, in bars of four seconds`()
        throws
    {
        let set = try VectorSet.named("flip")
        for row in set.rows {
            let time = try set.number("t", in: row)
            let angle = value(.cardsAngle, at: time)
            #expect(abs(angle - (try set.number("angle", in: row))) < 1e-9)
            #expect(FlipEffect(.degrees(angle)).isFlipped == (try set.truth("flipped", in: row)))
            #expect(value(.cardsImage, at: time) == (try set.number("imageIndex", in: row)))
            #expect(abs(value(.cardsRotation, at: time) - (try set.number("planeRotation", in: row))) < 1e-9)
        }
    }

    @Test func `the banner leans as the vectors say, to the right in odd bars`() throws {
        let set = try VectorSet.named("skew")
        for row in set.rows {
            let progress = try set.number("pct", in: row)
            for (column, bar) in [("goingRight", 0.0), ("goingLeft", 1)] {
                let skew = value(.bannerSkew, at: 4 * (bar + progress))
                #expect(set.agrees(skew, try set.number(column, in: row)), "\(column) at \(progress)")
            }
        }
    }

    @Test func `the blob breathes without the kink, as the vectors say`() throws {
        let set = try VectorSet.named("blob")
        for row in set.rows {
            let time = try set.number("t", in: row)
            #expect(set.agrees(value(.blobPhase, at: time), try set.number("smooth", in: row)), "at \(time)")
        }
    }

    @Test func `ring, wave and plane go through the parts of the bar for which there are vectors`() throws {
        let labels = try VectorSet.named("ring.label")
        for row in labels.rows {
            let part = try labels.number("pct", in: row)
            let progress =
                part < 1 ? value(.ringProgress, at: 4 * part) : MotionProperty.ringProgress.value(in: Beat(3), phase: 1)
            let ring = ProgressRing(progress)
            #expect(abs(ring.endAngle.degrees - (try labels.number("arcEnd", in: row))) < 1e-9)
            #expect(ring.percent == Int(try labels.number("roundedLabel", in: row)))
        }
        for part in stride(from: 0, to: 1, by: 0.125) {
            #expect(value(.waveProgress, at: 4 * part) == part)
            #expect(value(.planeProgress, at: 4 * part) == part)
        }
    }

    @Test func `the counter shows the tempo, and the gradient runs from 40 to 208 bpm`() throws {
        let digits = try VectorSet.named("counter.generalised")
        for row in digits.rows {
            let bpm = try digits.number("value", in: row)
            let shown = RollingDigits(MotionProperty.counterValue.value(in: Beat(0, bpm: bpm), phase: 0.3))
            #expect(shown.digit(at: 0).digit == Int(try digits.number("units", in: row)))
            #expect(digits.agrees(shown.digit(at: 1).roll, try digits.number("tRoll", in: row)))
        }
        for (bpm, mix) in [(1.0, 0.0), (40, 0), (124, 0.5), (208, 1), (300, 1)] {
            #expect(MotionProperty.gradientMix.value(in: Beat(0, bpm: bpm), phase: 0.7) == mix)
        }
        #expect(MotionProperty.pendulumWeight.value(in: Beat(0, bpm: 60), phase: 0) == 260)
        #expect(MotionProperty.pendulumWeight.value(in: Beat(0, bpm: 120), phase: 0) == 184)
    }
}
