// SPDX-License-Identifier: Apache-2.0

internal import CMetronomeLinux

/// The commit that this program was built from.
public enum BuildCommit {
    /// Short, with `-dirty` where files were changed; empty for a build that was not staged, or not made from a clone.
    public static let name = unsafe String(cString: linux_build_commit())
}
