// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import MetronomeLinux
import Programs

/// Another program of metronomed: the one beside this program, or else one of the search path.
struct InstalledProgram {
    private let name: String
    /// Its path, or its name.
    let path: String

    init(_ name: String) {
        self.name = name
        let this = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let beside = this.flatMap { path in path.lastIndex(of: "/").map { path[..<$0] + "/" + name } }
        path = beside.flatMap { unsafe access(String($0), X_OK) == 0 ? String($0) : nil } ?? name
    }

    /// Runs it in place of this program, which ends where that fails. Returns why that fails, with what helps.
    func become(_ words: [String], else help: String) -> ProgramFailure {
        var arguments = unsafe ([name] + words).map { unsafe strdup($0) } + [nil]
        unsafe execvp(path, &arguments)
        let error = Errno.last
        guard error.code != ENOENT else { return ProgramFailure.failed("\(name) is not installed: \(help)") }
        return ProgramFailure.failed("cannot run \(path): \(error)")
    }
}
