// SPDX-License-Identifier: Apache-2.0

import Foundation
import Motion
import Rhythm
import Testing

/// The samples of `Docs/Motion.md`, which are copied from here.
@Suite struct MotionGuideTests {
    @Test func `every sample of the guide stands here, and so compiles and holds`() throws {
        let here = URL(fileURLWithPath: #filePath)
        let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let guide = try String(contentsOf: root.appending(path: "Docs/Motion.md"), encoding: .utf8)
        func lines(_ text: Substring) -> [String] {
            text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        }
        let source = lines(try String(contentsOf: here, encoding: .utf8)[...])
        let samples = guide.components(separatedBy: "```swift\n").dropFirst().map {
            $0.components(separatedBy: "```")[0]
        }
        #expect(samples.count >= 7)
        for sample in samples {
            let wanted = lines(sample[...])
            let stands = source.indices.contains { source[$0...].starts(with: wanted) }
            #expect(stands, "not in the tests: \(sample)")
        }
    }

    @Test func schedules() throws {
        let quarter = try #require(Ratio(1, over: 4)), half = try #require(Ratio(1, over: 2))
        let heart = try CyclicSchedule(from: BeatPosition(whole: 0), offsets: [quarter, quarter, half])
        let entry = heart.entry(atOrBefore: BeatPosition(whole: 7))
        let next = heart.next(after: BeatPosition(whole: 7))
        #expect(entry?.id == 20 && next?.instant.beats == 7.25)
    }

    @Test func animations() {
        let spring = Animation.spring(response: 0.1, dampingFraction: 0.24)
        let scale = spring.value(from: 1.0, to: 1.6, time: 0.05)
        let speed = spring.velocity(from: 1.0, to: 1.6, time: 0.05)
        #expect(abs(scale - (1 + 0.6 * 1.457842)) < 1e-6 && speed > 0)
    }

    @Test func segments() {
        let swing = Segment(from: 30, to: -30, begin: 0, duration: 1, curve: .easeInOut)
        let angle = swing.value(at: 0.25)
        let rest = swing.tail(from: 0.25)
        let turned = swing.retargeted(to: 10, at: 0.25, spring: .smooth)
        #expect(abs(angle - 22.250284) < 1e-6)
        #expect(abs(rest.value(at: 0.5)) < 1e-9 && turned.velocity(at: 0.25) == swing.velocity(at: 0.25))
    }

    @Test func severalSegments() {
        let nod = [
            Segment(from: 0, to: 10, begin: 0, duration: 1, curve: .easeInOut),
            Segment(from: 4, to: 0, begin: 0.4, duration: 0.2, curve: .easeOut),
        ]
        let turn = nod.value(at: 0.5)
        let left = nod.tail(from: 0.5)
        let (whole, rest) = (nod.value(at: 0.55) ?? .nan, left.value(at: 0.55) ?? .nan)
        #expect(turn ?? 9 < 4 && left.count == 1 && abs(whole - rest) < 1e-9)
    }

    @Test func keyframes() {
        let jump = KeyframeTimeline(initialValue: 20.0) {
            KeyframeTrack {
                LinearKeyframe(-20, duration: 0.27)
                LinearKeyframe(-80, duration: 0.33, timingCurve: .easeOut)
                CubicKeyframe(20, duration: 0.4)
            }
        }
        let height = jump.value(time: 0.6)
        #expect(abs(height + 80) < 1e-9)
    }

    @Test func effects() {
        let size = Size(width: 265, height: 400)
        let card = FlipEffect(.degrees(120), axis: (x: 1, y: 5))
        let corner = Point.zero.applying(card.effectValue(size: size))
        let shown = card.isFlipped ? "back" : "front"
        #expect(shown == "back" && corner.x.isFinite)
    }

    @Test func properties() throws {
        let beat = Beat(5, beatsPerBar: 4, bpm: 120)
        let rod = try #require(Choreography.property(named: "pendulum.angle"))
        let there = rod.value(in: beat, phase: 0)
        let movements = rod.segments(in: beat)
        #expect(there == -30 && movements.count == 1)
    }

    @Test func web() {
        let heart = Segment(from: 1, to: 1.6, begin: 0, spring: Spring(response: 0.1, dampingRatio: 0.24))
        let css = WebAnimation(heart, maximumError: 0.001)
        #expect(css.easing.hasPrefix("linear(") && css.maximumError == 0.001)
    }
}
