// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm
internal import MetronomeSession
internal import Sound

/// What was accepted, played for a moment by the engine at a low rate, and dropped.
enum PlayedMusic {
    private static let rate = SampleRate(hertz: 8000) ?? .hz48000
    private static let click = try? Sample(
        DecodedAudio(sampleRate: 8000, channels: 1, frames: [0.5, 0.25]), rate: 8000, name: "click")

    /// Plays what settings say, or a song. Throws where what was accepted cannot be played.
    static func play(_ settings: Settings, song: LoadedSong? = nil, frames: Int = 4096) throws {
        let music = PlannedMusic(settings, song: song)
        _ = music.laneRules
        let choices = Array(Set(music.parts.flatMap(\.choices)))
        try play(
            music.arrangement(kits: choices), kits: choices.count, mixes: music.parts[0].mixes, frames: frames)
    }

    /// Plays an arrangement whose lanes have a number of kits.
    static func play(_ music: Arrangement, kits: Int, mixes: [Int: LaneMix] = [:], frames: Int = 4096) throws {
        guard let click else { throw BrokenLaw("there is no click") }
        do {
            let kits = KitSet(Array(repeating: Kit(Kit.Sound(click.view)), count: max(1, kits)))
            let render = try OfflineRender(music, kits: kits, sampleRate: rate, mixes: mixes)
            let sound = try withExtendedLifetime(click) { try render.memory(frames: frames) }
            try law(sound.allSatisfy(\.isFinite), "a frame is no finite number")
        } catch let error as RhythmError {
            throw BrokenLaw("what was accepted cannot be played: \(error)")
        }
    }
}
