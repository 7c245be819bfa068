// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
internal import MetronomeRhythm
internal import MetronomeSession
internal import Proofs
internal import Sound

extension Launch {
    /// The run that a render plays, and how many frames it has: as many bars or hours as were asked for, after a count-in; fewer
    /// where a trainer or a timer ends it.
    func practised(
        _ request: RenderRequest, _ map: TempoMap, _ settings: Settings, _ samples: SampleSet
    ) throws -> (PlannedMusic, Int64) {
        guard !settings.practice.isEmpty || settings.countIn > 0 else { return (PlannedMusic(settings), map.frames) }
        guard request.tempoChanges == 0 else {
            throw LaunchError(message: "--tempo-changes cannot be rendered with a trainer or a count-in", exitCode: 2)
        }
        let beats = Int64(settings.countedMeter.beats)
        let begin = Int64(settings.countIn) * beats
        let fastest = max(settings.tempo.beatsPerMinute, settings.practice.fastest)
        let last: Int64 =
            switch request.length {
            case .bars(let bars): begin + Int64(bars) * beats
            case .hours(let hours): Int64(clamping: min(hours * 60 * fastest, Self.mostPractisedBeats + 1)) + beats
            case .song: 0
            }
        guard last <= Int64(clamping: Self.mostPractisedBeats) else {
            let bars = (Int64(clamping: Self.mostPractisedBeats) - begin).quotient(by: beats)
            throw LaunchError(
                message:
                    "with a trainer, a timer, prompts or a count-in at most \(bars) bars are rendered: make it shorter",
                exitCode: 2)
        }
        func render(of music: PlannedMusic) throws -> OfflineRender {
            let choices = music.parts.flatMap(\.choices)
            guard let kits = samples.kits(choices) else {
                throw LaunchError(message: "there is no sound to play", exitCode: 1)
            }
            return try OfflineRender(music.arrangement(kits: choices), kits: kits, sampleRate: map.sampleRate)
        }
        var music = PlannedMusic(settings, throughBeat: last + beats)
        if let timer = music.course(atBeat: last).timed, let seconds = timer.trainer.rules.seconds {
            // Through a music of the same tempi that a time does not end.
            let render = try render(of: music)
            let rate = Double(map.sampleRate.hertz)
            let end =
                render.frame(of: Position(units: Ratio(timer.begin.beat) ?? .zero))
                + Int64(clamping: (Double(seconds) - PracticeTimer.nearness) * rate)
            let first = timer.begin.beat.quotient(by: beats)
            // The first bar line that is not before the end of the time.
            let bar = (first..<max(first, last.quotient(by: beats) + 1)).first(meeting: { bar in
                render.frame(of: Position(units: Ratio(bar * beats) ?? .zero)) >= end
            })
            music = PlannedMusic(settings, throughBeat: last + beats, timedEnd: bar * beats)
        }
        let render = try render(of: music)
        func frame(ofBeat beat: Int64) -> Int64 { render.frame(of: Position(units: Ratio(beat) ?? .zero)) }
        let asked =
            switch request.length {
            case .hours: map.frames
            default: frame(ofBeat: min(last, music.endBeat ?? last))
            }
        return (music, min(asked, music.endBeat.map(frame) ?? asked))
    }

    /// Each of them may be a passage of its own.
    private static let mostPractisedBeats = 100_000.0
}
