// SPDX-License-Identifier: Apache-2.0

internal import MetronomeLinux

/// What the programs report about themselves.
public enum Product {
    /// The version of the sources: that of a release, or of the one to come with `-dev`.
    static let source = "0.1.0-dev"

    /// The version of the daemon and the tools, which are released together. What is no release has its commit, where that is
    /// known: `0.1.0-dev+1a2b3c4`.
    public static let version = version(source, commit: BuildCommit.name)

    /// What `--version` prints.
    public static func version(of program: String) -> String { "\(program) \(version)" }

    static func version(_ source: String, commit: String) -> String {
        source.hasSuffix("-dev") && !commit.isEmpty ? "\(source)+\(commit)" : source
    }
}
