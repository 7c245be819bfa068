// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeRhythm
import MetronomeSession
import Testing

@testable import Daemon

/// The offset of a device: how much later it is heard than it says.
@Suite struct OffsetPerformanceTests {
    private static let ms: Int64 = 1_000_000

    private func playing(_ bpm: Int) throws -> PerformanceBench {
        let bench = try PerformanceBench()
        for words in ["tempo \(bpm)", "start"] { try bench.say(words) }
        return bench
    }

    @Test func `beats to come are told again, later by the offset, and nothing where it stays`() throws {
        let bench = try playing(30)
        bench.ask(.subscribe([.beat], leadMs: nil))
        bench.pass(ms: 2100)
        let told = try #require(bench.beats().last)
        let answer = try bench.json("offset +40")
        #expect(answer["offset_ms"] == 40)
        bench.pass(ms: 50)
        // The beat whose swing is under way is announced again too.
        let again = try #require(bench.beats().last)
        #expect(again.beatIndex == told.beatIndex && again.revision == told.revision + 1)
        #expect(abs(again.atNs - told.atNs - 40 * Self.ms) < 1000)
        #expect(abs(again.pendulum.beginNs - told.pendulum.beginNs - 40 * Self.ms) < 1000)
        let count = bench.told(to: 0).count
        try bench.ask("offset 40")
        bench.pass(ms: 50)
        #expect(bench.told(to: 0).count == count)
        bench.pass(ms: 2000)
        let next = try #require(bench.beats().last)
        #expect(next.beatIndex == told.beatIndex + 1 && abs(next.atNs - again.atNs - 2000 * Self.ms) < 1000)
    }

    @Test(arguments: [-300, 0, 700]) func `all times agree with each other`(offset: Int) throws {
        let bench = try playing(60)
        bench.pass(ms: 1100)
        try bench.ask("offset \(offset)")
        bench.ask(.subscribe([.beat], leadMs: nil))
        bench.pass(ms: 1500)
        let beat = try #require(bench.beats().last)
        #expect(beat.pendulum.beginNs == beat.atNs)
        let status = try bench.status()
        #expect(status.audio.offsetMs == Double(offset))
        let position = try #require(status.position)
        let age = Double(status.nowNs - beat.atNs) / 1e9
        let beats = Double(position.beatIndex - beat.beatIndex) + position.phase
        #expect(abs(beats - age) < 0.0001, "\(beats) beats in \(age) s")
        let swing = try #require(status.pendulum.segment)
        #expect(abs(status.pendulum.angle - swing.value(atNs: status.nowNs)) < 0.01)
        let change = try bench.say("tempo 120")
        let (atNs, atBeat) = (try #require(change.atNs), try #require(change.atBeat))
        #expect(abs(Double(atNs - beat.atNs) / 1e9 - (atBeat - Double(beat.beatIndex))) < 0.0001)
    }

    @Test func `a change of the offset answers when and where it is heard`() throws {
        let bench = try playing(60)
        bench.pass(ms: 1100)
        let answer = try bench.say("offset 300")
        #expect(abs(try #require(answer.atNs) - bench.moment.now.nanoseconds) < 50 * Self.ms)
        #expect(try #require(answer.atBeat) >= 0)
        try bench.say("stop")
        bench.pass(ms: 500)
        let less = try bench.say("offset by -5")
        #expect(less.run == 1 && less.atBeat == nil && less.atNs == nil && less.values["offset_ms"]?.number == 295)
        #expect(try bench.json("offset")["offset_ms"] == 295)
        let refusal = try bench.refusal(of: "offset by 1800")
        #expect(refusal.reason == "out_of_range" && refusal.param == "by_ms" && refusal.max == 1705)
        #expect(throws: ControlError.self) { try bench.ask("offset -1001") }
    }
}
