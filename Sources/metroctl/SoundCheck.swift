// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import MetronomeLinux

/// What the daemon would say of a file of sound, asked of its program, which needs no daemon to run.
enum SoundCheck {
    /// Why the file at an absolute path cannot be played; nil where it can, and where the program cannot be asked.
    static func fault(of path: String) -> String? {
        let variables = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("METRONOMED_") }
        guard let complaints = try? MemoryFile([]) else { return nil }
        let flag = "--beat-sound"
        let line = [InstalledProgram("metronomed").path, "--check-config", "--config", "/dev/null", flag, path]
        let redirected = ["/bin/sh", "-c", #"exec "$@" 2> "$0""#, complaints.path] + line
        guard (try? ChildCommand(line, searchPath: variables["PATH"])) != nil,
            let running = try? ChildCommand(redirected, searchPath: nil).start(environment: variables, isQuiet: true)
        else { return nil }
        while running.end() == nil {
            PreciseWait.forInput(of: -1, untilNs: MonotonicClock.nowNs + 2_000_000)
        }
        let said = (try? FileContents.read(complaints.path, limit: 1 << 16)) ?? []
        // Other lines are of this shell and its folders.
        return String(decoding: said, as: UTF8.self).split(separator: "\n").lazy
            .compactMap { line in line.firstRange(of: "\(flag): sounds.beat: ").map { line[$0.upperBound...] } }
            .first.map { String($0) }
    }
}
