// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import Logging
internal import MetronomeLinux
internal import MetronomeRhythm
internal import MetronomeSession
internal import Sound

extension Launch {
    /// Renders a song into a file, which ends where the song does. Throws `LaunchError` if either cannot be used.
    func write(
        _ source: RenderRequest.RenderedSong, to file: String, _ request: RenderRequest, report: (String) -> Void
    ) throws {
        var song = try song(source)
        song.countIn = song.countIn(usually: settings.countIn)
        var (music, lanes) = try arrangement(of: song, source)
        try scale(&music, by: source.scale)
        let (sounds, settings) = try sounds(with: lanes, of: source)
        let rate = try sampleRate(hertz: request.rateHertz)
        let samples = try sounds.samples(at: rate)
        let own = [settings.sounds.unspoken] + lanes.soundChoices
        let ofBeats = settings.sounds.ofBeats
        let counted = song.countIn == nil ? nil : settings.countInSounds?.ofEachBeat
        guard let kits = samples.kits(own + ofBeats + (counted ?? [])) else { return }
        for passage in music?.passages.indices ?? 0..<0 {
            music?.passages[passage].setBeatKits(ofBeats.indices.map { own.count + $0 })
        }
        // The count-in is the first passage.
        if let counted, music?.passages.isEmpty == false {
            music?.passages[0].setBeatKits(counted.indices.map { own.count + ofBeats.count + $0 })
        }
        var frames: Int64 = 0
        var drafts: [AudioFileWriter] = []
        try withExtendedLifetime(samples) {
            let stems = stems(of: music, lanes, isAsked: request.isInStems)
            try check(stems.compactMap { $0.name.map(file.stem) })
            for (name, music) in stems {
                let render = try OfflineRender(
                    music ?? Arrangement(tempo: Tempo()), kits: kits, volume: Float(settings.volume), sampleRate: rate,
                    channels: lanes.channels)
                frames = music.map { render.frame(of: $0.end) } ?? 0
                guard frames <= Int64(rate.hertz) * 3600 * 1000 else {
                    throw LaunchError(message: "\(source.path): it lasts longer than 1000 hours", exitCode: 2)
                }
                drafts.append(try render.draft(ofFile: file.stem(name), frames: frames))
            }
        }
        try publish(drafts, request, report: report)
        let place = source.from.map { " from \($0)" } ?? ""
        report("rendered       \(source.path)\(place): \(frames) frames at \(request.rateHertz) Hz")
        report(origins(of: ["volume", "sounds.beat", "sounds.bell"], settings))
    }

    /// Has music played faster or slower. Throws where it cannot be.
    private func scale(_ music: inout Arrangement?, by scale: Ratio) throws(LaunchError) {
        guard var scaled = music, scale != .one else { return }
        do throws(RhythmError) {
            for index in scaled.passages.indices {
                guard let beat = scaled.passages[index].beat.multiplied(by: scale) else {
                    throw .invalid("it cannot be played \(scale) times as fast")
                }
                scaled.passages[index].beat = beat
                try scaled.passages[index].checkLimits()
            }
        } catch { throw LaunchError(message: "--scale: \(error.message)", exitCode: 2) }
        music = scaled
    }

    /// A song that is to be played. Throws its first mistake.
    func loadedSong(_ source: RenderRequest.RenderedSong) throws(LaunchError) -> LoadedSong {
        let folder = FileManager.default.currentDirectoryPath
        let path = source.path.hasPrefix("/") ? source.path : folder + "/" + source.path
        let song = try song(source)
        do {
            let course = try SongCourse(song)
            let start = try source.from.map { from throws(RhythmError) in try course.beat(ofPlace: from) }
            try course.checkLimits(scale: source.scale)
            return LoadedSong(
                course, path: path, format: source.format?.rawValue, start: start ?? 0, scale: source.scale)
        } catch {
            throw LaunchError(
                message: (source.from == nil ? source.path : "--from") + ": \(error.message)", exitCode: 2)
        }
    }

    /// The song of a file, with its notes in the log. Throws its first mistake.
    private func song(_ source: RenderRequest.RenderedSong) throws(LaunchError) -> Song {
        do {
            let (song, notes) = try SongSource(path: source.path, format: source.format).read(.filesAndPipes)
            for note in notes { log.warning("\(note)") }
            return song
        } catch {
            throw LaunchError(message: (error.isMistake ? "" : "--song: ") + error.message, exitCode: 2)
        }
    }

    /// The sounds of the settings, and those of the lanes of a song. Throws where one of them cannot be used.
    func sounds(
        with lanes: SongLanes, of source: RenderRequest.RenderedSong?
    ) throws(LaunchError) -> (SoundSet, Settings) {
        let (sounds, settings) = try sounds()
        guard !lanes.sounds.isEmpty else { return (sounds, settings) }
        do {
            return (
                try SoundSet(settings.soundChoices + lanes.soundChoices, from: library, keeping: sounds), settings
            )
        } catch {
            throw LaunchError(message: "\(source?.path ?? ""): \(error)", exitCode: 2)
        }
    }

    /// What is played of it, nil if it is empty; and its named lanes.
    private func arrangement(
        of song: Song, _ source: RenderRequest.RenderedSong
    ) throws(LaunchError) -> (Arrangement?, SongLanes) {
        guard !song.sections.isEmpty || source.from != nil else { return (nil, .none) }
        do {
            let map = try SongMap(song)
            let place = try source.from.map { from throws(RhythmError) in try map.distance(of: from) }
            return (try song.arrangement(from: place ?? .zero), map.lanes)
        } catch {
            throw LaunchError(
                message: (source.from == nil ? source.path : "--from") + ": \(error.message)", exitCode: 2)
        }
    }
}
