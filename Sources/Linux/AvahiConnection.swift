// SPDX-License-Identifier: Apache-2.0

internal import CMetronomeLinux
internal import Glibc

/// A connection to avahi-daemon, by which one service is announced in the network (mDNS, DNS-SD) as long as it is open.
///
/// Each call waits at most 2 s for its answer. Not to be shared between threads.
@safe package final class AvahiConnection {
    /// What is announced.
    package struct Service: Sendable, Hashable {
        /// The address families by which it is reached.
        package enum Family: Int32, Sendable {
            case any = 0
            case inet = 4
            case inet6 = 6
        }

        /// Such as `_http._tcp`.
        package var type: String
        package var port: UInt16
        /// The index of a network interface; nil for all.
        package var interface: Int32?
        package var family: Family

        package init(type: String, port: UInt16, interface: Int32?, family: Family) {
            (self.type, self.port, self.interface, self.family) = (type, port, interface, family)
        }
    }

    /// What has changed.
    package enum Report: Sendable, Hashable {
        /// avahi-daemon runs, or does so no longer.
        case daemon(isRunning: Bool)
        /// It has another `AvahiServerState`.
        case server(Int32)
        /// What it announces has another `AvahiEntryGroupState`.
        case group(Int32)
    }

    /// Why it does not announce.
    package enum Refusal: Error, Sendable, Hashable {
        /// Another program of this machine has the name.
        case taken
        /// For people.
        case other(String)
    }

    private let avahi: OpaquePointer

    /// Connects to the system bus. Throws where there is none, ENOSYS where there is no library to do it.
    package init() throws(Errno) {
        var opened: OpaquePointer?
        let result = unsafe linux_avahi_open(&opened)
        guard result == 0, let opened = unsafe opened else { throw Errno(-result) }
        unsafe avahi = opened
    }

    deinit { unsafe linux_avahi_close(avahi) }

    package var descriptor: CInt { unsafe linux_avahi_descriptor(avahi) }
    /// When ``next()`` has something to do though nothing has come, CLOCK_MONOTONIC.
    package var wakeNs: Int64 { unsafe linux_avahi_wake_ns(avahi) }

    /// The `AvahiServerState` of avahi-daemon, which the query does not start; nil where it does not run.
    package func serverState() throws(Refusal) -> Int32? {
        let result = unsafe linux_avahi_server_state(avahi)
        return result == -ESRCH ? nil : try checked(result)
    }

    /// Takes what has come; nil where nothing is left. Throws where the bus is gone.
    package func next() throws(Errno) -> Report? {
        while true {
            var report = linux_avahi_report()
            let result = unsafe linux_avahi_process(avahi, &report)
            guard result >= 0 else { throw Errno(-result) }
            guard result > 0 else { return nil }
            switch report.kind {
            case linux_avahi_came: return .daemon(isRunning: true)
            case linux_avahi_went: return .daemon(isRunning: false)
            case linux_avahi_server: return .server(report.state)
            case linux_avahi_group: return .group(report.state)
            default: break
            }
        }
    }

    /// Announces a service with the TXT record `path=/`, in place of the one before. A report says what becomes of it.
    package func announce(_ service: Service, as name: String) throws(Refusal) {
        _ = try checked(
            unsafe linux_avahi_announce(
                avahi, service.interface ?? -1, service.family.rawValue, name, service.type, service.port))
    }

    /// Takes the announcement back. Where avahi-daemon does not answer it has gone, and a report says so.
    package func withdraw() { _ = unsafe linux_avahi_withdraw(avahi) }

    private func checked(_ result: Int32) throws(Refusal) -> Int32 {
        guard result < 0 else { return result }
        throw result == -EEXIST ? .taken : .other(unsafe String(cString: linux_avahi_reason(avahi)))
    }
}
