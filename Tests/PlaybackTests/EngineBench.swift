// SPDX-License-Identifier: Apache-2.0

import Glibc
import MetronomeRhythm
import Playback
import Sound
import Testing

/// A running engine whose plans, sounds and reports a test can look at.
///
/// It waits for reports, and for conditions on the clock record, as long as it takes: a slow machine makes a test slow,
/// not red.
final class EngineBench {
    let engine: PlaybackEngine
    private(set) var reports: [EngineReport] = []
    private var plans: [UnsafeMutablePointer<Plan>] = []
    private let beat: Sample
    private let bell: Sample
    private var isStopped = false
    private var kept: [AnyObject] = []

    /// Impulses: 0.5 for the beat and 0.25 for the bell.
    init(sampleRate: SampleRate = .hz48000, fillMs: Int = 30) throws {
        func impulse(_ level: Float) throws -> Sample {
            try Sample(
                DecodedAudio(sampleRate: sampleRate.hertz, channels: 1, frames: [level]), rate: sampleRate.hertz,
                name: "impulse")
        }
        beat = try impulse(0.5)
        bell = try impulse(0.25)
        engine = try PlaybackEngine(sampleRate: sampleRate, fillMs: fillMs)
    }

    deinit {
        stop()
        plans.forEach { $0.deallocate() }
    }

    /// Ends the thread, as the deinitialiser does otherwise.
    func stop() {
        guard !isStopped else { return }
        isStopped = true
        engine.stop()
        while let report = engine.receive() { reports.append(report) }
    }

    /// Sends a plan; revisions count from 1.
    @discardableResult
    func adopt(bpm: Int64, run: UInt64? = 1, bell pattern: BellPattern? = nil) throws -> UInt64 {
        let revision = UInt64(plans.count + 1)
        let plan = UnsafeMutablePointer<Plan>.allocate(capacity: 1)
        plan.initialize(
            to: Plan(
                revision: revision, run: run, volume: 1,
                music: keep(try CompiledArrangement(Arrangement(tempo: Tempo(bpm), bell: pattern))),
                kits: keep(KitSet([Kit(beat: beat.view, bell: bell.view)]))))
        plans.append(plan)
        engine.send(.adopt(plan))
        return revision
    }

    private func keep<Kept: AnyObject>(_ object: Kept) -> Kept {
        kept.append(object)
        return object
    }

    /// Adopts a plan and waits until it has taken hold.
    func adopted(bpm: Int64, run: UInt64? = 1, bell pattern: BellPattern? = nil) async throws -> Adoption {
        let revision = try adopt(bpm: bpm, run: run, bell: pattern)
        return try await report { report in
            if case .adopted(let adoption) = report, adoption.revision == revision { adoption } else { nil }
        }
    }

    /// The first report, past or to come, in which something is found.
    func report<Found>(_ find: (EngineReport) -> Found?) async throws -> Found {
        var seen = 0
        return try await eventually {
            while let report = self.engine.receive() { self.reports.append(report) }
            defer { seen = self.reports.count }
            return self.reports[seen...].lazy.compactMap(find).first
        }
    }

    /// Waits until something is there.
    func eventually<Found>(_ find: () -> Found?) async throws -> Found {
        // A minute stands for never.
        for _ in 0..<30_000 {
            if let found = find() { return found }
            try await Task.sleep(for: .milliseconds(2))
        }
        throw Never.Happened()
    }

    func eventually(_ holds: () -> Bool) async throws {
        _ = try await eventually { holds() ? true : nil }
    }

    /// Waits until the clock has rendered up to a frame.
    func written(_ frame: Int64) async throws {
        try await eventually { engine.clock.writtenFrame >= frame }
    }

    /// The revisions of the plans handed back so far.
    var retired: [UInt64] {
        while let report = engine.receive() { reports.append(report) }
        return reports.compactMap { if case .retired(let plan) = $0 { plan.pointee.revision } else { nil } }
    }

    enum Never {
        struct Happened: Error {}
    }
}
