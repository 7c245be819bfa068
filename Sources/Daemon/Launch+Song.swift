// SPDX-License-Identifier: Apache-2.0

internal import Linux
internal import Logging
internal import Rhythm
internal import Session
internal import Songs
internal import Sound

extension Launch {
    /// Renders a song into a file, which ends where the song does. Throws `LaunchError` if either cannot be used.
    func write(
        _ source: RenderRequest.SongSource, to file: String, rateHertz: Int, report: (String) -> Void
    ) throws {
        let song = try song(source)
        let (sounds, settings) = try sounds()
        let rate = try sampleRate(hertz: rateHertz)
        let samples = try sounds.samples(at: rate)
        guard let kits = samples.kits([settings.sounds]) else { return }
        let music = try arrangement(of: song, source)
        var frames: Int64 = 0
        try withExtendedLifetime(samples) {
            let render = try OfflineRender(
                music ?? Arrangement(tempo: Tempo()), kits: kits, volume: Float(settings.volume), sampleRate: rate)
            frames = music.map { render.frame(of: $0.end) } ?? 0
            guard frames <= Int64(rate.hertz) * 3600 * 1000 else {
                throw LaunchError(message: "\(source.path): it lasts longer than 1000 hours", exitCode: 2)
            }
            try render.write(toFile: file, frames: frames)
        }
        let place = source.from.map { " from \($0)" } ?? ""
        report("rendered       \(source.path)\(place): \(frames) frames at \(rateHertz) Hz")
        report(origins(of: ["volume", "sounds.beat", "sounds.bell"], settings))
    }

    /// The song of a file, with its notes in the log. Throws its first mistake.
    private func song(_ source: RenderRequest.SongSource) throws(LaunchError) -> Song {
        guard let format = source.format ?? SongFormat(path: source.path) else {
            throw LaunchError(message: "--song: \(SongFormat.unknownName(source.path))", exitCode: 2)
        }
        let bytes: [UInt8]
        do {
            bytes = try FileContents.read(source.path, limit: SongReading.limit, from: .filesAndPipes)
        } catch {
            throw LaunchError(message: "--song: \(error.message)", exitCode: 2)
        }
        let reading = SongReading(bytes, format: format)
        guard let song = reading.song else {
            let mistakes = reading.mistakes
            let more =
                mistakes.count > 1 ? "; metroctl song check tells all \(mistakes.count) mistakes" : ""
            throw LaunchError(message: (mistakes.first?.text(path: source.path) ?? source.path) + more, exitCode: 2)
        }
        for remark in reading.remarks { log.warning("\(remark.text(path: source.path))") }
        return song
    }

    /// What is played of it; nil if it is empty.
    private func arrangement(of song: Song, _ source: RenderRequest.SongSource) throws(LaunchError) -> Arrangement? {
        guard !song.sections.isEmpty || source.from != nil else { return nil }
        do {
            let place = try source.from.map { from throws(RhythmError) in try SongMap(song).distance(of: from) }
            return try song.arrangement(from: place ?? .zero)
        } catch {
            throw LaunchError(
                message: (source.from == nil ? source.path : "--from") + ": \(error.message)", exitCode: 2)
        }
    }
}
