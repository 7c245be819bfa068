// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import MetronomeLinux

/// A new folder for what is needed for a while, for its owner alone. It stays until ``remove()``.
struct TemporaryFolder {
    let path: String

    /// One beside what lies in another folder, hidden; the present folder has the empty path.
    init(in folder: String) throws(Errno) {
        let prefix = folder.isEmpty || folder.hasSuffix("/") ? folder : folder + "/"
        var template = Array((prefix + ".metronomed-XXXXXX").utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw Errno.last }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Removes it with all that is in it, but not what links in it lead to.
    func remove() { try? FileManager.default.removeItem(atPath: path) }
}
