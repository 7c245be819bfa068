// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import FoundationEssentials
import MetronomeLinux
import MetronomeSession

/// The presets and set lists that there are, without asking the daemon: for completions.
enum PieceFiles {
    /// The names in one of the two folders, in their order.
    static func names(in folder: String) -> [String] {
        guard let data = BaseFolders(environment: ProcessInfo.processInfo.environment).data,
            let files = try? FileManager.default.contentsOfDirectory(atPath: "\(data)/metronomed/\(folder)")
        else { return [] }
        return files.compactMap { $0.hasSuffix(".toml") ? PieceName(String($0.dropLast(5)))?.text : nil }.sorted()
    }
}

extension CompletionKind {
    /// The names of presets.
    static let presets = CompletionKind.shellCommand("metroctl preset list --known")
    /// The names of set lists.
    static let setLists = CompletionKind.shellCommand("metroctl setlist list --known")
}
