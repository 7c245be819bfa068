// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A symbolic link of the file system.
package enum SymbolicLink {
    /// What a link leads to, as it is written in it; nil for what is no link.
    package static func target(of path: String) -> String? {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink(path, &target, target.count)
        guard count > 0 else { return nil }
        return String(decoding: target.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
