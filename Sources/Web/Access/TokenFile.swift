// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import MetronomeLinux

/// The private file that the tokens are kept in: `metronomed/web.tokens` in the state folder of the user, mode 0600.
package struct TokenFile {
    /// Where it is.
    package let path: String
    private var known: (mark: Mark, tokens: Tokens?)?

    /// What changes with the file.
    private struct Mark: Equatable {
        let device, inode: UInt64
        let seconds, nanoseconds, size: Int
        let mode: UInt32
    }

    package init(path: String) { self.path = path }

    /// The place by `XDG_STATE_HOME` and `HOME`.
    ///
    /// - Throws: where neither is set.
    package init(environment: [String: String]) throws(SystemError) {
        guard let folder = BaseFolders(environment: environment).state else {
            throw SystemError("no place for the tokens: set XDG_STATE_HOME or HOME")
        }
        self.init(path: folder + "/metronomed/web.tokens")
    }

    /// The tokens, as the file has them now; new ones where there is no file.
    ///
    /// - Throws: where it cannot be read, is not private, or is broken.
    package func load() throws(SystemError) -> Tokens {
        guard let mark = mark() else {
            guard errno == ENOENT else { throw SystemError(.last, "cannot read \(path)") }
            return try renew()
        }
        let bytes = try FileContents.read(path, limit: 4096)
        guard mark.mode & 0o077 == 0 else {
            throw SystemError("\(path) can be read by others: chmod 600 it, then metroweb --renew")
        }
        guard let tokens = Tokens(fileText: String(decoding: bytes, as: UTF8.self)) else {
            throw SystemError("\(path) holds no tokens: metroweb --renew makes new ones")
        }
        return tokens
    }

    /// The tokens as the file has them now, read again only where it has changed; nil where it cannot be used.
    package mutating func current() -> Tokens? {
        guard let mark = mark() else { return nil }
        if let known, known.mark == mark { return known.tokens }
        let tokens = try? load()
        known = (mark, tokens)
        return tokens
    }

    /// Makes new tokens; those of before let nobody in any more.
    @discardableResult
    package func renew() throws(SystemError) -> Tokens {
        let tokens = Tokens.random()
        try DurableFile(path: path).replace(with: Array(tokens.fileText.utf8))
        return tokens
    }

    private func mark() -> Mark? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        return Mark(
            device: UInt64(status.st_dev), inode: UInt64(status.st_ino), seconds: status.st_mtim.tv_sec,
            nanoseconds: status.st_mtim.tv_nsec, size: Int(status.st_size), mode: status.st_mode)
    }
}
