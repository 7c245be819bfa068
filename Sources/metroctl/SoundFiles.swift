// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import MetronomeBounds
import MetronomeLinux
import Programs

/// The sounds that can be chosen without asking the daemon, for completions, and the user's own.
enum SoundFiles {
    /// More is no click: half a minute of stereo in 32 bits at 192 kHz.
    private static let mostBytes = 50_000_000

    /// Where the user's own are; nil where the environment names no folder.
    private static var folder: String? {
        BaseFolders(environment: ProcessInfo.processInfo.environment).data.map { $0 + "/metronomed/sounds" }
    }

    /// The sounds that come with the daemon, but for `beat`, `bell` and what is counted aloud.
    private static let given = [
        "clave", "click", "click-high", "cowbell", "cowbell-high", "hihat", "hihat-open", "kick", "rim", "shaker",
        "snare", "surdo", "woodblock", "woodblock-high",
    ]

    /// The sounds that come with the daemon, but for `beat` and `bell`, and the user's own.
    static var names: [String] { given + ownNames() }

    /// What is said of the user's own sound that has the name of a given one; empty for other sounds.
    static func replaced(by name: String) -> String {
        let isCounted = (1...16).contains { name == "voice-\($0)" }
        guard isCounted || (given + ["beat", "bell"]).contains(name) else { return "" }
        return "\n(in place of the \(name) that comes with metronomed)"
    }

    /// The sounds of the user's own.
    static func ownNames(in folder: String? = folder) -> [String] {
        let files = (try? folder.map(FileManager.default.contentsOfDirectory)) ?? []
        return Set(files.compactMap(FileEnding.soundName)).sorted()
    }

    /// Whether a word is the name of a file of sound, and none of a sound.
    static func isFile(_ word: String) -> Bool {
        FileEnding.playedSounds.contains(FileEnding.of(word))
    }

    /// The sound among the user's own that has the name and the bytes of a file; nil for none.
    static func own(sameAs file: String, in folder: String? = folder) -> (name: String, path: String)? {
        guard let folder, let fileName = file.split(separator: "/").last,
            let name = FileEnding.soundName(ofFile: String(fileName)),
            let known = self.file(named: name, in: folder),
            let bytes = try? FileContents.read(file, limit: mostBytes),
            let own = try? FileContents.read("\(folder)/\(known)", limit: mostBytes)
        else { return nil }
        return own == bytes ? (name, "\(folder)/\(known)") : nil
    }

    /// The file in a folder that the daemon plays by a name; nil for none.
    private static func file(named name: String, in folder: String) -> String? {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return files.sorted().first { FileEnding.soundName(ofFile: $0) == name }
    }

    /// The first four bytes of files of sound: what the daemon reads, whatever their ending says. Of a Wave64 file they
    /// are small.
    private static let heads: Set = [
        "RIFF", "RIFX", "RF64", "riff", "FORM", "fLaC", "OggS", ".snd", "dns.", "caff", "fap ", " paf", "NIST", "Crea",
        "MATL",
        "PVF1", "2BIT", "Exte",
    ]
    /// How far into a file the first frame of MPEG may be.
    private static let longestLead = 1 << 16

    /// Whether bytes begin as a sound file does; the file may still be unplayable.
    static func isSound(_ bytes: [UInt8]) -> Bool {
        if bytes.starts(with: "ID3".utf8) || heads.contains(String(decoding: bytes.prefix(4), as: UTF8.self)) {
            return true
        }
        // The first frame of MPEG, and the two forms of IRCAM's mark.
        if bytes.count > 3, bytes[0] == 0x64 && bytes[1] == 0xA3 || bytes[2] == 0xA3 && bytes[3] == 0x64 { return true }
        let lead = bytes.prefix(longestLead)
        return zip(lead, lead.dropFirst()).contains { $0 == 0xFF && $1 & 0xE0 == 0xE0 }
    }

    /// Why a file cannot have a name by which another one is played.
    static func taken(_ name: String, by path: String) -> ProgramFailure {
        ProgramFailure.usage(
            "there is a sound \(name) already: \(path); sound add FILE NAME gives it another name".printable)
    }

    /// Whether two files hold other sounds; false where one of them cannot be read here.
    static func differ(_ path: String, _ other: String) -> Bool {
        guard let bytes = try? FileContents.read(path, limit: mostBytes),
            let others = try? FileContents.read(other, limit: mostBytes)
        else { return false }
        return bytes != others
    }

    /// Takes a file out that was added. Where that fails it stays.
    static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }

    /// Copies a file among the user's own, whole or not at all. Throws `ProgramFailure`.
    static func add(_ file: String, as name: String?, to folder: String? = folder) throws -> (
        name: String, path: String
    ) {
        let fileName = file.split(separator: "/").last.map(String.init) ?? file
        let ending = FileEnding.of(file)
        guard FileEnding.playedSounds.contains(ending) else {
            throw ProgramFailure.usage(
                "\(file.printable) has no ending of a sound: \(FileEnding.playedSounds.joined(separator: ", "))")
        }
        let name = name ?? String(fileName.dropLast(ending.count + 1))
        guard !name.isEmpty, !name.hasPrefix("."), !name.contains("/"), name.utf8.count <= 64 else {
            throw ProgramFailure.usage(
                "the name of a sound has 1 to 64 bytes, no slash, and no dot before it: sound add FILE NAME")
        }
        guard !SoundVerb.reserved.contains(name) else {
            throw ProgramFailure.usage(
                "metroctl sound \(name) means something else: sound add FILE NAME gives it another name"
            )
        }
        guard let folder else {
            throw ProgramFailure.failed("there is no place for a sound: neither XDG_DATA_HOME nor HOME is set")
        }
        if let other = self.file(named: name, in: folder) {
            throw taken(name, by: "\(folder)/\(other)")
        }
        let path = "\(folder)/\(name).\(ending)"
        do throws(SystemError) {
            let bytes = try FileContents.read(file, limit: mostBytes)
            guard isSound(bytes) else {
                throw SystemError("\(file) is no file of sound: WAV, AIFF, FLAC, Ogg and MP3 are")
            }
            try DurableFile.makeFolder(folder)
            try FileContents.write(bytes, to: path)
        } catch {
            throw ProgramFailure.failed(error.message)
        }
        return (name, path)
    }
}
