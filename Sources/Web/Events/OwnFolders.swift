// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import MetronomeLinux

/// Where the files of the user lie: what pages are not told.
package enum OwnFolders {
    /// The home folder and those of the XDG base directory specification, with and without symbolic links.
    package static func all(_ environment: [String: String]) -> [String] {
        let base = BaseFolders(environment: environment)
        let named = [base.home, listedHome, base.configuration, base.state, base.data, base.runtime].compactMap { $0 }
        return named + named.compactMap(resolved)
    }

    /// The home folder by the system's list of users.
    private static var listedHome: String? {
        guard let entry = unsafe getpwuid(getuid()), let folder = unsafe entry.pointee.pw_dir else { return nil }
        return unsafe String(cString: folder)
    }

    private static func resolved(_ path: String) -> String? {
        guard let bytes = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(bytes) }
        return unsafe String(cString: bytes)
    }
}
