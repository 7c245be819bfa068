// SPDX-License-Identifier: Apache-2.0

import ALSAConfiguration
import Glibc
import Testing

/// An ALSA configuration of the tests' own: devices that need no sound card, and nothing of the system's.
///
/// One for the process, because alsa-lib reads it from the environment. Whoever opens a device first calls `use()` or
/// asks for a `capture`.
enum PrivateALSA {
    private static let folder: String? = {
        var template = Array("/tmp/metronomed-alsa-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { return nil }
        let folder = String(cString: made)
        let captures = (0..<mostCaptures).map { number in
            """
            pcm.capture\(number) {
                type file
                slave.pcm { type null }
                file "\(folder)/\(number).raw"
                format "raw"
            }

            """
        }
        // alsa-lib's own configuration has such a reference for each name of a card's outputs.
        let others = """
            pcm.null { type null }
            pcm.hdmi cards.pcm.hdmi
            pcm.arguments {
                @args [ DEV ]
                @args.DEV {
                    type integer
                    default 0
                }
                type null
            }

            """
        let text = others + captures.joined()
        guard let file = fopen("\(folder)/asound.conf", "w") else { return nil }
        fputs(text, file)
        fclose(file)
        ALSAConfiguration.add("\(folder)/asound.conf")
        // The last test of the process may be any.
        atexit { PrivateALSA.clean() }
        return folder
    }()

    private static let mostCaptures = 8

    /// Puts the configuration in force.
    static func use() throws { try #require(folder != nil) }

    /// The device that writes what it plays to a file, and that file.
    static func capture(_ number: Int) throws -> (device: String, path: String) {
        precondition(number < mostCaptures)
        return ("capture\(number)", "\(try #require(folder))/\(number).raw")
    }

    /// The left channel of what was captured.
    static func frames(of path: String) throws -> [Float] {
        let file = try #require(fopen(path, "r"))
        defer { fclose(file) }
        var frames: [Float] = []
        var stereo = [Float](repeating: 0, count: 8192)
        while true {
            let count = fread(&stereo, 8, 4096, file)
            guard count > 0 else { return frames }
            frames += (0..<count).map { stereo[2 * $0] }
        }
    }

    private static func clean() {
        guard let folder else { return }
        for number in 0..<mostCaptures { unlink("\(folder)/\(number).raw") }
        unlink("\(folder)/asound.conf")
        rmdir(folder)
    }
}
