// SPDX-License-Identifier: Apache-2.0

import Glibc
import MetronomeRhythm
import Sound
import Testing
import Waveforms

@Suite struct OfflineRenderTests {
    private let folder: TemporaryFolder
    private let sounds: (beat: Sample, bell: Sample)
    private let kits: KitSet
    private let render: OfflineRender

    init() throws {
        folder = try TemporaryFolder()
        let library = SoundLibrary(directories: [])
        let rate = SampleRate.hz44100
        sounds = (
            try Sample(library.load(named: "beat"), rate: rate.hertz, name: "beat"),
            try Sample(library.load(named: "bell"), rate: rate.hertz, name: "bell")
        )
        kits = KitSet([Kit(beat: sounds.beat.view, bell: sounds.bell.view)])
        render = try OfflineRender(
            Arrangement(tempo: Tempo(1373, over: 10), beatsPerBar: 3, bell: BellPattern(every: 3, on: 1)), kits: kits,
            volume: 0.8, sampleRate: rate)
    }

    @Test func `so many bars last up to the onset of the beat that would follow`() {
        // 6 · 60 · 44100 / 137.3 = 115630.0…
        #expect(render.frames(inBars: 2) == (6 * 60 * 44_100 * 10 + 1373 / 2) / 1373)
        #expect(render.frames(inBars: 0) == 0)
    }

    @Test func `memory holds as many frames as asked for`() throws {
        #expect(try render.memory(frames: 0) == [])
        let frames = try render.memory(frames: 10_001)
        #expect(frames.count == 20_002)
        #expect(try render.memory(frames: 5000) == Array(frames.prefix(10_000)))
    }

    @Test func `beat 0 is at frame 0, and every other on its frame`() throws {
        let impulse = try Sample.impulse(0.5, rate: render.sampleRate)
        let frames = try withExtendedLifetime(impulse) {
            try OfflineRender(
                render.arrangement, kits: KitSet([Kit(beat: impulse.view, bell: impulse.view)]),
                sampleRate: render.sampleRate
            ).memory(frames: 200_000)
        }
        let onsets = frames.frames().map(Int64.init)
        let segment = TimelineSegment(
            originFrame: 0, originPosition: .zero, tempo: try Tempo(1373, over: 10), sampleRate: render.sampleRate)
        #expect(onsets == (0..<11).map { segment.frame(ofBeat: $0) })
    }

    @Test(arguments: ["wav", "flac", "aiff", "aif", "WAV"])
    func `a file holds the same frames as memory, at 24 bits`(ending: String) throws {
        let path = folder.file("click.\(ending)")
        try render.write(toFile: path, bars: 1)
        let file = try DecodedAudio(path: path)
        let memory = try render.memory(frames: Int(render.frames(inBars: 1)))
        #expect(file.sampleRate == 44_100 && file.channels == 2)
        #expect(file.frames.count == memory.count)
        let error = zip(file.frames, memory).map { abs($0 - $1) }.max() ?? 1
        #expect(error <= 0x1p-23 * 1.01)
    }

    @Test(arguments: ["ogg", "oga"])
    func `Ogg files are written too`(ending: String) throws {
        let path = folder.file("click.\(ending)")
        try render.write(toFile: path, bars: 1)
        #expect(try DecodedAudio(path: path).frames.count == 2 * Int(render.frames(inBars: 1)))
    }

    @Test(arguments: ["click", "click.txt", "click.mp3", "click.wav.bak"])
    func `another ending is refused, and nothing is written`(name: String) {
        let path = folder.file(name)
        let error = SoundError.unwritable(path: path, reason: "the name must end in .wav, .flac, .aiff or .ogg")
        #expect(throws: error) { try render.write(toFile: path, bars: 1) }
        #expect(access(path, F_OK) != 0)
    }

    @Test(arguments: ["wav", "flac", ".wav", "no-such-folder/.ogg"])
    func `a name that is an ending alone has none`(name: String) {
        let error = SoundError.unwritable(path: name, reason: "the name must end in .wav, .flac, .aiff or .ogg")
        #expect(throws: error) { try render.draft(ofFile: name, frames: 100) }
    }

    @Test(arguments: [
        (96_001, 2, "a rate of at most 65535 Hz, or a multiple of 10"), (48_000, 9, "at most 8 channels"),
    ])
    func `what a FLAC file has no room for is said`(rate: Int, channels: Int, limit: String) throws {
        let path = folder.file("click.flac")
        let reason = "a .flac file has \(limit): write a .wav"
        let wide = try OfflineRender(
            Arrangement(tempo: Tempo(120), beatsPerBar: 4, bell: nil), kits: kits, volume: 1,
            sampleRate: try #require(SampleRate(hertz: rate)), channels: channels)
        #expect(throws: SoundError.unwritable(path: path, reason: reason)) { try wide.write(toFile: path, bars: 1) }
        #expect(access(path, F_OK) != 0)
    }

    @Test(arguments: ["wav", "flac", "aiff", "ogg"])
    func `a full disk is said to be, and a device is not removed`(ending: String) throws {
        let path = folder.file("click.\(ending)")
        try #require(symlink("/dev/full", path) == 0)
        #expect(throws: SoundError.unwritable(path: path, reason: "No space left on device")) {
            try render.write(toFile: path, bars: 1)
        }
        #expect(access(path, F_OK) == 0)
    }

    @Test func `a folder that is missing is said to be`() throws {
        let path = folder.file("none/click.wav")
        let error = #expect(throws: SoundError.self) { try render.write(toFile: path, bars: 1) }
        #expect(error?.description.hasPrefix("cannot write '\(path)': ") == true)
        #expect(error?.description.contains("No such file or directory") == true)
    }

    @Test(.disabled(if: geteuid() == 0, "root may write everywhere"))
    func `a folder that may not be written to is said to be`() throws {
        chmod(folder.path, 0o500)
        defer { chmod(folder.path, 0o700) }
        let error = #expect(throws: SoundError.self) { try render.write(toFile: folder.file("a.wav"), bars: 1) }
        #expect(error?.description.contains("Permission denied") == true)
    }
}
