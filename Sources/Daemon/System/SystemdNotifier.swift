// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import MetronomeLinux

/// Reports the state of the service to systemd, by the protocol of sd_notify(3); does nothing where no manager listens.
///
/// Every message is one datagram, sent without waiting and on a socket of its own.
package struct SystemdNotifier: Sendable {
    private let address: UnixAddress?

    /// How often to call `watchdog()`: half of what the manager allows; nil where it has no watchdog.
    package let watchdogInterval: Duration?

    /// Reads `NOTIFY_SOCKET`, a path or an `@abstract` name, and `WATCHDOG_USEC` unless `WATCHDOG_PID` names
    /// another process.
    package init(environment: [String: String], processID: Int32 = getpid()) {
        let name = environment["NOTIFY_SOCKET"] ?? ""
        if name.hasPrefix("@") {
            address = UnixAddress(abstract: String(name.dropFirst()))
        } else {
            address = name.hasPrefix("/") ? UnixAddress(path: name) : nil
        }
        let isForUs = environment["WATCHDOG_PID"].map { Int32($0) == processID } ?? true
        let limit = environment["WATCHDOG_USEC"].flatMap(Int64.init) ?? 0
        watchdogInterval = address != nil && isForUs && limit > 0 ? .microseconds(limit / 2) : nil
    }

    /// The service is up: its socket answers. Ends a reload that was begun. False if the message could not be sent.
    @discardableResult
    package func ready() -> Bool {
        send(["READY=1"])
    }

    /// The configuration is being read again, until `ready`.
    @discardableResult
    package func reloading() -> Bool {
        send(["RELOADING=1", "MONOTONIC_USEC=\(MonotonicClock.nowNs / 1000)"])
    }

    /// The service is about to end.
    @discardableResult
    package func stopping() -> Bool {
        send(["STOPPING=1"])
    }

    /// The service is alive.
    @discardableResult
    package func watchdog() -> Bool {
        send(["WATCHDOG=1"])
    }

    private func send(_ fields: [String]) -> Bool {
        guard let address, let descriptor = try? UnixAddress.socket(SOCK_DGRAM) else { return false }
        defer { close(descriptor) }
        guard (try? address.connect(descriptor)) != nil else { return false }
        let message = Array(fields.joined(separator: "\n").utf8)
        let sent = unsafe message.withUnsafeBytes { bytes in
            unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL))
        }
        return sent == message.count
    }
}
