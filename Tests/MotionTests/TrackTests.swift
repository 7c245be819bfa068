// SPDX-License-Identifier: Apache-2.0

import Foundation
import Motion
import SeededRandom
import Testing

@Suite struct TrackTests {
    /// A log of what a metronome tells of some beats: revisions of each, some of them taken back.
    static func log(_ random: inout SeededGenerator) -> [SegmentMessage] {
        var log: [SegmentMessage] = []
        for property in ["pendulum.angle", "heart.scale"] {
            for index in 0..<Int64.random(in: 1...8, using: &random) {
                for revision in 0..<Int64.random(in: 1...4, using: &random) {
                    let segment = Segment(
                        from: .random(in: -30...30, using: &random), to: .random(in: -30...30, using: &random),
                        begin: Double(index) + .random(in: -0.7...0.7, using: &random),
                        duration: .random(in: 0...2, using: &random),
                        curve: .hermite(startVelocity: .random(in: -9...9, using: &random), endVelocity: 0))
                    let none = Int.random(in: 0..<5, using: &random) == 0
                    log.append(
                        SegmentMessage(
                            property: property, index: index, revision: revision, segment: none ? nil : segment))
                }
            }
        }
        return log
    }

    @Test func `repeats, late ones and reorderings of messages change nothing`() {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<300 {
            let log = Self.log(&random)
            let state = MotionState(log)
            for _ in 0..<5 {
                let repeats = log.filter { _ in Bool.random(using: &random) }
                let shuffled = (log + repeats + repeats.prefix(3)).shuffled(using: &random)
                #expect(MotionState(shuffled) == state)
            }
            var again = state
            for message in log {
                let changed = again.apply(message)
                #expect(!changed)
            }
            #expect(again == state)
        }
    }

    @Test func `the newest revision of every segment counts, and of those the last that has begun`() {
        var random = SeededGenerator(seed: 2)
        for _ in 0..<300 {
            let log = Self.log(&random)
            let state = MotionState(log.shuffled(using: &random))
            var newest: [Int64: SegmentMessage] = [:]
            for message in log where message.property == "heart.scale" {
                if message.revision >= newest[message.index]?.revision ?? 0 { newest[message.index] = message }
            }
            let segments = newest.values.compactMap { message in message.segment.map { (message.index, $0) } }
                .sorted { ($0.1.begin, $0.0) < ($1.1.begin, $1.0) }.map(\.1)
            #expect(state.tracks["heart.scale"]?.segments == segments)
            for _ in 0..<20 {
                let time = Double.random(in: -2...12, using: &random)
                let expected = (segments.last { $0.begin <= time } ?? segments.first)?.value(at: time)
                #expect(state.value(of: "heart.scale", at: time) == expected)
            }
        }
    }

    @Test func `forgetting the past leaves the present, and what was told before it stays forgotten`() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<300 {
            let beats = (0..<10).map { index in
                SegmentMessage(
                    property: "p", index: Int64(index), revision: 1,
                    segment: Segment(
                        from: Double(index), to: -1, begin: Double(index), duration: 0.7, curve: .easeInOut))
            }
            var state = MotionState(beats)
            let whole = state
            let now = Double.random(in: 0...12, using: &random)
            state.forget(before: now)
            for late in beats.shuffled(using: &random).prefix(4) {
                let changed = state.apply(late)
                #expect(!changed)
            }
            for _ in 0..<20 {
                let time = Double.random(in: now...14, using: &random)
                #expect(state.value(of: "p", at: time) == whole.value(of: "p", at: time))
            }
            #expect(state.tracks["p"]?.segments.count == 10 - min(9, Int(now)))
        }
    }

    @Test func `a track before its first segment is where that one starts, and an empty one is nowhere`() {
        #expect(Track().value(at: 0) == nil && Track().velocity(at: 0) == 0 && Track().segment(at: 0) == nil)
        let track = Track([Segment(from: 3, to: 4, begin: 10, duration: 1, curve: .linear)])
        #expect(track.value(at: 0) == 3 && track.value(at: 100) == 4 && track.velocity(at: 10.5) == 1)
        #expect(MotionState().value(of: "p", at: 0) == nil && MotionState().velocity(of: "p", at: 0) == 0)
    }

    @Test func `a later segment cuts off what its predecessor would still have done`() {
        let track = Track([
            Segment(from: 0, to: 10, begin: 0, duration: 10, curve: .linear),
            Segment(from: 4, to: 0, begin: 4, duration: 1, curve: .linear),
        ])
        #expect(track.value(at: 3) == 3 && track.value(at: 4.5) == 2 && track.value(at: 9) == 0)
    }

    @Test func `a segment whose times are no numbers is refused`() {
        var track = Track()
        for (begin, duration) in [(Double.nan, 1.0), (.infinity, 1), (0, .nan), (0, .infinity)] {
            let bad = Segment(from: 0, to: 1, begin: begin, duration: duration, curve: .linear)
            let changed = track.apply(bad, index: 0, revision: 0)
            #expect(!changed)
        }
        #expect(track.segments.isEmpty)
    }

    @Test func `messages come back from JSON as they were`() throws {
        var random = SeededGenerator(seed: 4)
        for message in Self.log(&random) {
            let data = try JSONEncoder().encode(message)
            #expect(try JSONDecoder().decode(SegmentMessage.self, from: data) == message)
        }
    }
}
