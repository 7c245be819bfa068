// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A process that another one can ask for after it has ended: its number, and when it was started, as `1234:56789`.
///
/// The number alone may belong to another process by then (proc(5), `/proc/PID/stat`, fields 1 and 22).
package enum ProcessIdentity {
    /// This process; nil where the system does not tell it.
    package static var current: String? { start(ofProcess: getpid()).map { "\(getpid()):\($0)" } }

    /// Whether a process is alive that is another than this one. False for what is no identity.
    package static func isAliveElsewhere(_ identity: String) -> Bool {
        let parts = identity.split(separator: ":")
        guard parts.count == 2, let number = Int32(parts[0]), number > 0, number != getpid() else { return false }
        return start(ofProcess: number).map { $0 == parts[1] } ?? false
    }

    /// When a process was started, in ticks since the boot; nil where there is none, and for one that has ended and was not asked for.
    private static func start(ofProcess number: Int32) -> String? {
        guard let bytes = try? FileContents.read("/proc/\(number)/stat", limit: 1 << 12),
            // A name may hold spaces and brackets.
            let name = bytes.lastIndex(of: UInt8(ascii: ")"))
        else { return nil }
        let fields = bytes[name...].dropFirst(2).split(separator: UInt8(ascii: " "))
        guard fields.count > 19, fields[0] != [UInt8(ascii: "Z")] else { return nil }
        return String(decoding: fields[19], as: UTF8.self)
    }
}
