// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Who listens on the TCP ports of this machine.
package enum TCPListeners {
    /// The longest table that is read, in bytes: 50,000 sockets.
    private static let longest = 8 << 20

    /// Whether whoever listens on a port is this user. Throws where the system does not tell.
    package static func areOwn(onPort port: Int) throws(SystemError) -> Bool {
        var users = try users(ofPort: port, in: FileContents.read("/proc/net/tcp", limit: longest))
        // A machine without IPv6 has no such table.
        if unsafe access("/proc/net/tcp6", R_OK) == 0 {
            users.formUnion(try self.users(ofPort: port, in: FileContents.read("/proc/net/tcp6", limit: longest)))
        }
        return users == [getuid()]
    }

    /// The users that listen on a port, by a table of `/proc/net/tcp` (proc(5)).
    static func users(ofPort port: Int, in table: [UInt8]) -> Set<UInt32> {
        let listening = "0A"
        return table.split(separator: UInt8(ascii: "\n")).dropFirst().reduce(into: []) { users, line in
            let fields = String(decoding: line, as: UTF8.self).split(separator: " ")
            guard fields.count > 7, fields[3] == listening, let user = UInt32(fields[7]),
                let local = fields[1].split(separator: ":").last, Int(local, radix: 16) == port
            else { return }
            users.insert(user)
        }
    }
}
