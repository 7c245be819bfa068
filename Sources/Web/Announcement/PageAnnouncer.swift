// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import MetronomeLinux

/// Has avahi-daemon announce the page, wherever and as soon as one runs. ``Announcement`` decides; this performs.
struct PageAnnouncer {
    private let service: AvahiConnection.Service
    private let say: (String) -> Void
    private var announcement: Announcement
    private var avahi: AvahiConnection?
    /// When the system bus is looked for again; nil while there is one.
    private var retryNs: Int64?

    private static let retryEveryNs: Int64 = 10_000_000_000

    /// - Parameter say: takes a line for people.
    init(_ service: AvahiConnection.Service, name: String, say: @escaping (String) -> Void) {
        self.service = service
        self.say = say
        announcement = Announcement(name: name)
        retryNs = MonotonicClock.nowNs
    }

    /// To be waited on for input; negative where there is nothing.
    var descriptor: CInt { avahi?.descriptor ?? -1 }
    /// When ``turn()`` is to be called though nothing has come.
    var wakeNs: Int64? { retryNs ?? avahi?.wakeNs }

    /// Does what there is to do, and waits at most some seconds for avahi-daemon.
    mutating func turn() {
        do throws(Errno) {
            if avahi == nil {
                guard let due = retryNs, due <= MonotonicClock.nowNs else { return }
                avahi = try AvahiConnection()
                retryNs = nil
                look()
            }
            while let report = try avahi?.next() { take(report) }
        } catch {
            avahi = nil
            retryNs = MonotonicClock.nowNs + Self.retryEveryNs
            handle(.noBus(error.code == ENOSYS ? "libsystemd0 or libelogind0 is missing" : "there is no system bus"))
        }
    }

    private mutating func look() {
        do throws(AvahiConnection.Refusal) {
            if let state = try avahi?.serverState() { take(.server(state)) } else { handle(.absent) }
        } catch {
            refuse(error)
        }
    }

    private mutating func take(_ report: AvahiConnection.Report) {
        switch report {
        case .daemon(let isRunning): if isRunning { look() } else { handle(.absent) }
        // AVAHI_SERVER_REGISTERING, RUNNING, COLLISION, FAILURE.
        case .server(1), .server(3): handle(.unready)
        case .server(2): handle(.ready)
        case .server(4): handle(.refused("avahi-daemon has failed"))
        // AVAHI_ENTRY_GROUP_ESTABLISHED, COLLISION, FAILURE.
        case .group(2): handle(.established)
        case .group(3): handle(.taken)
        case .group(4): handle(.refused("avahi-daemon cannot announce it"))
        case .server, .group: break
        }
    }

    private mutating func refuse(_ refusal: AvahiConnection.Refusal) {
        switch refusal {
        case .taken: handle(.taken)
        case .other(let reason): handle(.refused(reason))
        }
    }

    private mutating func handle(_ report: Announcement.Report) {
        for action in announcement.handle(report) {
            switch action {
            case .say(let line): say(line)
            case .withdraw: avahi?.withdraw()
            case .publish(let name):
                do throws(AvahiConnection.Refusal) { try avahi?.announce(service, as: name) } catch { refuse(error) }
            }
        }
    }
}

extension AvahiConnection.Service {
    /// A page at an address and port; nil where only this machine reaches it.
    init?(page address: String, port: UInt16) {
        guard !MachineAddresses.isLoopback(address) else { return nil }
        // "::" takes both families.
        let family: Family = address == "::" ? .any : address.contains(":") ? .inet6 : .inet
        self.init(type: "_http._tcp", port: port, interface: MachineAddresses.interface(of: address), family: family)
    }
}
