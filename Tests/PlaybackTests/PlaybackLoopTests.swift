// SPDX-License-Identifier: Apache-2.0

import CLinux
import Rhythm
import Sound
import Synchronization
import Testing

@testable import Playback

/// The real-time thread's loop, without its thread.
@Suite struct PlaybackLoopTests {
    @Test func `what passed while the program was stopped for long is not rendered`() throws {
        let link = UnsafeMutablePointer<RealtimeLink>.allocate(capacity: 1)
        link.initialize(
            to: RealtimeLink(
                timing: TimingCell(startNs: linux_monotonic_ns()), fillMs: Atomic(30), fillInForceMs: Atomic(30),
                commandSignal: -1, reportSignal: -1))
        defer {
            link.deinitialize(count: 1)
            link.deallocate()
        }
        let audio = DecodedAudio(sampleRate: 48_000, channels: 1, frames: [0.5])
        let click = try Sample(audio, rate: 48_000, name: "click")
        let plan = UnsafeMutablePointer<Plan>.allocate(capacity: 1)
        plan.initialize(
            to: Plan(
                revision: 1, run: 1, tempo: try Tempo(600), beatsPerBar: 4, bell: nil, volume: 1, beatSound: click.view,
                bellSound: click.view))
        defer { plan.deallocate() }
        var loop = PlaybackLoop(link: link, sampleRate: .hz48000, tempo: try Tempo(600))
        _ = loop.renderer.adopt(plan, startDelay: 0)
        let start = loop.clock.anchorNs

        let second: Int64 = 1_000_000_000
        var beats: [UInt64] = []
        for time in [1, 2, 602, 603] as [Int64] {
            loop.runOn(by: 1440, at: start + time * second)
            beats.append(link.pointee.timing.record.pointee.snapshot(at: start + time * second).sinceStart.beats)
            // And yet it is where it belongs.
            let heard = loop.renderer.frame - 1440
            #expect(abs(heard - time * 48_000) < 48)
            #expect(loop.renderer.nextBeat == loop.renderer.segment.firstBeat(atOrAfterFrame: loop.renderer.frame))
        }
        #expect((9...12).contains(beats[0]) && (9...11).contains(beats[1] - beats[0]))
        #expect(beats[2] - beats[1] < 200)
        #expect((9...11).contains(beats[3] - beats[2]))
    }
}
