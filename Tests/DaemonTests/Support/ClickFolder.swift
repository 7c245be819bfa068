// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import MetronomeSession
import Sound

@testable import Daemon

/// Sounds of one frame each, which tell by their level which they are; and the presets, set lists and songs of a test.
struct ClickFolder {
    private let folder: TemporaryFolder
    var path: String { folder.path }

    /// The level of each sound, of full scale.
    static let levels: [String: Float] = ["beat": 0.25, "bell": 0.5, "soft": 0.125, "clear": 0.375].merging(
        (1...16).map { ("voice-\($0)", Float($0) / 100) }
    ) { $1 }

    init() throws {
        folder = try TemporaryFolder()
        for (name, level) in Self.levels { try folder.write(Self.click(level), to: "\(name).wav") }
        for name in ["presets", "setlists", "grooves"] { try folder.makeFolder("metronomed/\(name)") }
    }

    /// Writes a file, and returns its path.
    @discardableResult func write(_ text: String, to name: String) throws -> String { try folder.write(text, to: name) }

    /// Writes the file of a sound of one frame.
    func write(_ level: Float, to name: String) throws { try folder.write(Self.click(level), to: name) }

    /// The sounds of some settings, and samples of them.
    func sounds(_ settings: Settings) throws -> (SoundSet, SampleSet) {
        let sounds = try SoundSet(settings.soundChoices, from: SoundLibrary(directories: [path]))
        return (sounds, try sounds.samples(at: .hz48000))
    }

    /// An audio file of 32-bit floats.
    private static func click(_ level: Float) -> [UInt8] {
        func bytes(_ number: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: number.littleEndian, Array.init) }
        let frames = [level, 0, 0, 0].flatMap { bytes($0.bitPattern) }
        let format = bytes(UInt16(3)) + bytes(UInt16(1)) + bytes(UInt32(48_000)) + bytes(UInt32(192_000))
        let chunks =
            Array("WAVEfmt ".utf8) + bytes(UInt32(16)) + format + bytes(UInt16(4)) + bytes(UInt16(32))
            + Array("data".utf8) + bytes(UInt32(frames.count)) + frames
        return Array("RIFF".utf8) + bytes(UInt32(chunks.count)) + chunks
    }
}
