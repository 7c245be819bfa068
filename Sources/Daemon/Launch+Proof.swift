// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import Rhythm
internal import Session
internal import Sound

/// What to render as fast as the machine can: into a file, to prove the engine, or both.
package struct RenderOrder: Sendable {
    /// How long it is.
    package enum Length: Sendable {
        /// So many bars of the meter.
        case bars(Int)
        /// So many hours.
        case hours(Double)
    }

    /// Where the sound goes; `nil`: nowhere.
    package var file: String?
    /// How long it is.
    package var length: Length
    /// Of the frames, in hertz.
    package var rateHertz: Int
    /// How often the tempo changes on the way, each time in mid-beat.
    package var tempoChanges: Int
    /// Which changes these are.
    package var seed: UInt64
    /// Whether every onset is to be compared with exact arithmetic.
    package var verifies: Bool

    /// An order whose values are in their ranges.
    package init(file: String?, length: Length, rateHertz: Int, tempoChanges: Int, seed: UInt64, verifies: Bool) {
        self.file = file
        self.length = length
        self.rateHertz = rateHertz
        self.tempoChanges = tempoChanges
        self.seed = seed
        self.verifies = verifies
    }
}

extension Launch {
    /// Renders through the live engine: into the order's file, and once more to prove it.
    ///
    /// Throws `LaunchError` when the file cannot be written, or when an onset is not where it belongs.
    /// - Parameter report: takes what the proof found, for a person.
    package func render(_ order: RenderOrder, report: (String) -> Void) throws(LaunchError) {
        do {
            if let file = order.file {
                let (pair, settings) = try sounds()
                try write(order, to: file, sounds: pair, settings: settings)
            }
            if order.verifies { try verify(order, report: report) }
        } catch let error as LaunchError {
            throw error
        } catch {
            throw LaunchError(error)
        }
    }

    private func write(_ order: RenderOrder, to file: String, sounds: SoundPair, settings: Settings) throws {
        let map = try tempoMap(of: order, settings: settings)
        let samples = try sounds.samples(at: map.sampleRate)
        let plan = Plan(
            revision: 1, run: 1, tempo: settings.tempo, beatsPerBar: settings.meter.beats, bell: settings.bellPattern,
            volume: Float(settings.volume), beatSound: samples.beat.view, bellSound: samples.bell.view)
        try withExtendedLifetime(samples) {
            try OfflineRender(plan: plan, sampleRate: map.sampleRate, changes: map.changes)
                .write(toFile: file, frames: map.frames)
        }
    }

    private func verify(_ order: RenderOrder, report: (String) -> Void) throws {
        let map = try tempoMap(of: order, settings: settings)
        let proof = Proof(map: map, beatsPerBar: settings.meter.beats, bell: settings.bellPattern)
        let clock = ContinuousClock()
        let start = clock.now
        let found = try proof.run()
        let elapsed = start.duration(to: clock.now)
        let changes =
            order.tempoChanges == 0 ? "" : ", then \(order.tempoChanges) tempo changes in mid-beat (seed \(order.seed))"
        report("rendered       \(map.frames) frames at \(order.rateHertz) Hz: \(settings.tempo) bpm\(changes)")
        report(found.text(elapsed: elapsed))
        guard found.isProven else {
            throw LaunchError(message: "the engine failed its proof: see what is off, missing or extra", exitCode: 1)
        }
    }

    private func tempoMap(of order: RenderOrder, settings: Settings) throws(LaunchError) -> TempoMap {
        guard let sampleRate = SampleRate(hertz: order.rateHertz) else {
            throw LaunchError(
                message: "a rate of \(order.rateHertz) Hz is out of range: use 8000...192000", exitCode: 2)
        }
        let length: TempoMap.Length =
            switch order.length {
            case .bars(let bars): .beats(Int64(bars) * Int64(settings.meter.beats))
            case .hours(let hours): .frames(Int64((hours * 3600 * Double(order.rateHertz)).rounded()))
            }
        guard Int64(order.tempoChanges) <= length.mostChanges else {
            let most = "\(length.mostChanges) tempo changes have room in it"
            throw LaunchError(
                message: "the render is too short for --tempo-changes \(order.tempoChanges): \(most)", exitCode: 2)
        }
        return TempoMap(
            tempo: settings.tempo, sampleRate: sampleRate, length: length, changes: order.tempoChanges, seed: order.seed
        )
    }
}

extension LaunchError {
    fileprivate init(message: String, exitCode: Int32) {
        description = message
        self.exitCode = exitCode
    }
}
