// SPDX-License-Identifier: Apache-2.0

import CLinux
import Rhythm
import Sound
import Synchronization

@testable import Playback

/// The real-time thread's loop and the control side's end of its rings, without the thread: a test makes every pass.
final class LoopBench {
    let link: UnsafeMutablePointer<RealtimeLink>
    var loop: PlaybackLoop
    var sender: CommandSender
    private let click: Sample
    private let kits: KitSet
    private var kept: [CompiledArrangement] = []
    private var plans: [UnsafeMutablePointer<Plan>] = []

    init() throws {
        link = .allocate(capacity: 1)
        link.initialize(
            to: RealtimeLink(
                timing: TimingCell(startNs: linux_monotonic_ns()), fillMs: Atomic(30), fillInForceMs: Atomic(30),
                commandSignal: -1, reportSignal: -1))
        loop = PlaybackLoop(link: link, sampleRate: .hz48000)
        sender = CommandSender(link)
        let audio = DecodedAudio(sampleRate: 48_000, channels: 1, frames: [0.5])
        click = try Sample(audio, rate: 48_000, name: "click")
        kits = KitSet([Kit(beat: click.view, bell: click.view)])
    }

    deinit {
        link.deinitialize(count: 1)
        link.deallocate()
        plans.forEach { $0.deallocate() }
    }

    /// A plan; revisions count from 1.
    func plan(bpm: Int64, run: UInt64?) throws -> UnsafePointer<Plan> {
        let music = try CompiledArrangement(Arrangement(tempo: Tempo(bpm)))
        kept.append(music)
        let plan = UnsafeMutablePointer<Plan>.allocate(capacity: 1)
        plan.initialize(
            to: Plan(revision: UInt64(plans.count + 1), run: run, volume: 1, music: music, kits: kits))
        plans.append(plan)
        return UnsafePointer(plan)
    }

    /// What the thread does once, between two waits.
    func pass() -> Int64? { loop.pass() }

    /// Tells the loop to end.
    func end() { link.pointee.isEnding.store(true, ordering: .releasing) }

    /// Takes at most so many reports out of the ring.
    func reports(atMost most: Int = .max) -> [EngineReport] {
        var reports: [EngineReport] = []
        while reports.count < most, case .report(let report)? = link.pointee.reports.pop() { reports.append(report) }
        return reports
    }
}
