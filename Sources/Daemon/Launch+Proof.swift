// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
internal import MetronomeControl
internal import MetronomeLinux
internal import MetronomeRhythm
internal import MetronomeSession
internal import Proofs
internal import Sound

extension Launch {
    /// Renders through the live engine: into the request's file, and once more to prove it.
    ///
    /// Throws `LaunchError` when the file cannot be written, or when an onset is not where it belongs.
    /// - Parameter report: is called with what the proof found, in words.
    package func render(_ request: RenderRequest, report: (String) -> Void) throws(LaunchError) {
        do {
            if let file = request.file, case .song(let source) = request.length {
                try write(source, to: file, request, report: report)
            } else if let file = request.file {
                let (sounds, settings) = try sounds()
                let stems = try Self.stems(of: settings, isAsked: request.isInStems)
                guard !stems.isEmpty else {
                    throw LaunchError(message: "all lanes are muted: there is no stem to write", exitCode: 1)
                }
                try check(stems.compactMap { $0.name.map(file.stem) })
                let drafts = try stems.compactMap { stem in
                    try draft(request, of: file.stem(stem.name), sounds: sounds, settings: stem.settings)
                }
                try publish(drafts, request, report: report)
                // What is off without being told to be is left out.
                let practice = Key.practice.filter {
                    $0.form != .sound && $0.value(in: settings) != $0.value(in: Settings())
                }
                report(
                    origins(
                        of: [
                            "bpm", "meter", "beat", "bell.every", "accents", "subdivision", "swing", "lanes",
                        ] + practice.map(\.name) + ["volume", "sounds.beat", "sounds.bell"], settings))
            }
            if request.verifies { try verify(request, report: report) }
        } catch let error as LaunchError {
            throw error
        } catch {
            throw LaunchError(error)
        }
    }

    /// Throws where a stem is to be written to a device or a pipe, which may make all of them wait.
    func check(_ stems: [String]) throws(SoundError) {
        for path in stems where DurableFile.isSpecial(DurableFile(path: path).target) {
            throw .unwritable(path: path, reason: "it is not an ordinary file")
        }
    }

    /// Has files take their places, once all of them are whole, and tells those of stems.
    func publish(_ drafts: [AudioFileWriter], _ request: RenderRequest, report: (String) -> Void) throws(SoundError) {
        for draft in drafts {
            try draft.publish()
            if request.isInStems { report(RenderReport.line(of: draft.path)) }
        }
    }

    private func draft(
        _ request: RenderRequest, of file: String, sounds: SoundSet, settings: Settings
    ) throws -> AudioFileWriter? {
        let map = try tempoMap(of: request, settings: settings)
        guard request.tempoChanges == 0 || !settings.hasLanesInSeconds else {
            throw LaunchError(message: "--tempo-changes cannot be rendered with a lane in seconds", exitCode: 2)
        }
        let samples = try sounds.samples(at: map.sampleRate)
        let (planned, frames) = try practised(request, map, settings, samples)
        let choices = planned.parts.flatMap(\.choices)
        guard let kits = samples.kits(choices) else { return nil }
        let music = planned.arrangement(kits: choices)
        return try withExtendedLifetime(samples) {
            try OfflineRender(
                music, kits: kits, volume: 1, sampleRate: map.sampleRate,
                edits: map.edits(of: music), mixes: planned.parts[0].mixes, channels: settings.lanes.channels
            ).draft(ofFile: file, frames: frames)
        }
    }

    private func verify(_ request: RenderRequest, report: (String) -> Void) throws {
        let map = try tempoMap(of: request, settings: settings)
        let proof = Proof(map: map, beatsPerBar: settings.countedMeter.beats, bell: settings.bellPattern)
        let clock = ContinuousClock()
        let start = clock.now
        let found = try proof.run()
        let elapsed = start.duration(to: clock.now)
        let splices = try SpliceProof(seed: request.seed, runs: Self.spliceRuns(for: map)).run()
        let changes =
            request.tempoChanges == 0
            ? "" : ", then \(request.tempoChanges) tempo changes (seed \(request.seed))"
        report("rendered       \(map.frames) frames at \(request.rateHertz) Hz: \(settings.tempo) bpm\(changes)")
        report(origins(of: ["bpm", "meter", "beat", "bell.every"], settings))
        let others = ["accents", "subdivision", "lanes"].compactMap(Key.named) + Key.practice
        let left = others.filter { $0.form != .sound && $0.value(in: settings) != $0.value(in: Settings()) }
        let names = left.map(\.name).joined(separator: ", ")
        if !left.isEmpty { report("left out       \(names): the proof is of the beats alone") }
        report(found.text(elapsed: elapsed))
        report(splices.text)
        guard found.isProven, splices.isProven else {
            throw LaunchError(message: "the engine failed its proof: see what is off, missing or extra", exitCode: 1)
        }
    }

    /// Some settings and who decides them: `meter 7/8 (METRONOMED_METER), bell.every bar (default)`.
    func origins(of names: [String], _ settings: Settings) -> String {
        "settings       "
            + names.compactMap(Key.named).map { key in
                "\(key.name) \(key.text(in: settings) ?? "") (\(sources.origin(of: key)))"
            }.joined(separator: ", ")
    }

    /// As long a proof of splicing as the render asks for: a run for each minute of it, from 4 to 320.
    private static func spliceRuns(for map: TempoMap) -> Int {
        Int(max(4, min(map.frames.quotient(by: Int64(60 * map.sampleRate.hertz)), 320)))
    }

    /// A rate of frames. Throws if it is out of range.
    func sampleRate(hertz: Int) throws(LaunchError) -> SampleRate {
        guard let sampleRate = SampleRate(hertz: hertz) else {
            throw LaunchError(message: "a rate of \(hertz) Hz is out of range: use 8000...192000", exitCode: 2)
        }
        return sampleRate
    }

    private func tempoMap(of request: RenderRequest, settings: Settings) throws(LaunchError) -> TempoMap {
        let sampleRate = try sampleRate(hertz: request.rateHertz)
        let length: TempoMap.Length =
            switch request.length {
            case .bars(let bars): .beats(Int64(bars) * Int64(settings.countedMeter.beats))
            case .hours(let hours): .frames(Int64(clamping: (hours * 3600 * Double(request.rateHertz)).rounded()))
            case .song: .frames(0)
            }
        guard Int64(request.tempoChanges) <= length.mostChanges else {
            let most = "\(length.mostChanges) tempo changes have room in it"
            throw LaunchError(
                message: "the render is too short for --tempo-changes \(request.tempoChanges): \(most)", exitCode: 2)
        }
        return TempoMap(
            tempo: settings.tempo, sampleRate: sampleRate, length: length, changes: request.tempoChanges,
            seed: request.seed
        )
    }
}
