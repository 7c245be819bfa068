// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import FoundationEssentials
internal import Glibc

@main
struct Bench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Measures metronomed, and the metronomes that are installed, on a sound card that is a program.",
        subcommands: [Measure.self, Soak.self, Load.self], defaultSubcommand: Measure.self)

    /// Reports progress on stderr; only the results go to stdout.
    static func say(_ words: String) {
        let line = Array("bench: \(words)\n".utf8)
        _ = unsafe line.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}

/// The daemon to measure, and a place for recordings.
struct Subject: ParsableArguments {
    @Option(help: "The program to measure.")
    var metronomed = ".build/release/metronomed"

    /// Its absolute path.
    func program() throws -> String {
        let path =
            metronomed.hasPrefix("/") ? metronomed : FileManager.default.currentDirectoryPath + "/" + metronomed
        guard unsafe access(path, X_OK) == 0 else { throw BenchError("there is no \(path); use `make bench`") }
        return path
    }

    /// The absolute path of another program beside it.
    func program(beside name: String) throws -> String {
        let path = try program().split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/\(name)"
        guard unsafe access(path, X_OK) == 0 else { throw BenchError("there is no \(path); use `make bench`") }
        return path
    }

    /// Calls a function with a folder in memory, so that the card never waits for a disk, and removes it. Takes so long at
    /// most.
    func withFolder<Result>(within seconds: Int, _ body: (String) throws -> Result) throws -> Result {
        let parent = unsafe access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        let folder = "\(parent)/metronome-bench-\(getpid())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        Interruption.clears(folder, within: seconds)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        return try body(folder)
    }
}
