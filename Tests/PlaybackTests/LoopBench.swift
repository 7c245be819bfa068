// SPDX-License-Identifier: Apache-2.0

import CMetronomeLinux
import Glibc
import MetronomeRhythm
import Sound
import Synchronization
import Testing

@testable import Playback

/// The real-time thread's loop and the control side's end of its rings, without the thread: a test makes every pass.
final class LoopBench {
    let link: UnsafeMutablePointer<RealtimeLink>
    var loop: PlaybackLoop
    var sender: CommandSender
    private let click: Sample
    private let bell: Sample
    private let kits: KitSet
    private var kept: [CompiledArrangement] = []
    private let reportDescriptor: Int32
    private let reportSignal: Int32
    private var plans: [UnsafeMutablePointer<Plan>] = []

    /// The bell has `bellLead` frames before its onset; the beat has none.
    init(bellLead: Int = 0) throws {
        (reportDescriptor, reportSignal) = try Self.pipe()
        link = .allocate(capacity: 1)
        link.initialize(
            to: RealtimeLink(
                timing: TimingCell(start: .now), fillMs: Atomic(30), fillInForceMs: Atomic(30),
                commandSignal: -1, reportSignal: reportSignal))
        loop = PlaybackLoop(link: link, sampleRate: .hz48000)
        sender = CommandSender(link)
        func sample(_ frames: [Float]) throws -> Sample {
            try Sample(DecodedAudio(sampleRate: 48_000, channels: 1, frames: frames), rate: 48_000, name: "click")
        }
        click = try sample([0.5])
        bell = try sample([Float](repeating: 0.02, count: bellLead) + [0.5])
        kits = KitSet([Kit(beat: click.view, bell: bell.view)])
    }

    private static func pipe() throws -> (Int32, Int32) {
        var (read, write): (Int32, Int32) = (-1, -1)
        try #require(linux_pipe(&read, &write) == 0)
        return (read, write)
    }

    deinit {
        link.deinitialize(count: 1)
        link.deallocate()
        plans.forEach { $0.deallocate() }
        close(reportDescriptor)
        close(reportSignal)
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

    /// Has the silence that is sent next wait for no device.
    func stopWaiting() { link.pointee.isStopping.store(true, ordering: .relaxed) }

    /// Tells the loop to end.
    func end() { link.pointee.isEnding.store(true, ordering: .releasing) }

    /// Whether the control side has been woken since this was asked last.
    func hasWoken() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 4096)
        return read(reportDescriptor, &bytes, bytes.count) > 0
    }

    /// Takes reports out of the ring, up to a number of them.
    func reports(atMost most: Int = .max) -> [EngineReport] {
        var reports: [EngineReport] = []
        while reports.count < most, case .report(let report)? = link.pointee.reports.pop() { reports.append(report) }
        return reports
    }
}
