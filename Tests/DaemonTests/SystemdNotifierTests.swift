// SPDX-License-Identifier: Apache-2.0

import Glibc
import MetronomeLinux
import Testing

@testable import Daemon

@Suite struct SystemdNotifierTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `messages arrive in the form of the protocol`() throws {
        let path = folder.path + "/notify"
        let listener = try NotifyListener(UnixAddress(path: path))
        let notifier = SystemdNotifier(environment: ["NOTIFY_SOCKET": path])
        #expect(notifier.ready())
        #expect(listener.next() == "READY=1")
        notifier.watchdog()
        #expect(listener.next() == "WATCHDOG=1")
        notifier.stopping()
        #expect(listener.next() == "STOPPING=1")
        #expect(listener.next() == nil)
    }

    @Test func `a reload carries the monotonic clock in microseconds`() throws {
        let path = folder.path + "/notify"
        let listener = try NotifyListener(UnixAddress(path: path))
        SystemdNotifier(environment: ["NOTIFY_SOCKET": path]).reloading()
        let fields = (listener.next() ?? "").split(separator: "\n")
        #expect(fields.first == "RELOADING=1")
        let stamp = try #require(fields.last?.split(separator: "=").last.flatMap { Int64($0) })
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        #expect(fields.last?.hasPrefix("MONOTONIC_USEC=") == true)
        #expect(stamp > 0 && stamp <= Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000)
    }

    @Test func `an abstract socket is reached too`() throws {
        let name = "metronomed-test-\(getpid())-\(folder.path)"
        let listener = try NotifyListener(UnixAddress(abstract: name))
        #expect(SystemdNotifier(environment: ["NOTIFY_SOCKET": "@\(name)"]).ready())
        #expect(listener.next() == "READY=1")
    }

    @Test(arguments: ["", "relative", "@", "/nowhere/notify", String(repeating: "/x", count: 100)])
    func `where no manager listens nothing happens`(path: String) {
        let notifier = SystemdNotifier(environment: ["NOTIFY_SOCKET": path, "WATCHDOG_USEC": "abc"])
        #expect(!notifier.ready())
        #expect(notifier.watchdogInterval == nil)
        #expect(!SystemdNotifier(environment: [:]).ready())
    }

    @Test func `a manager that does not read is not waited for`() throws {
        let path = folder.path + "/notify"
        let listener = try NotifyListener(UnixAddress(path: path))
        let notifier = SystemdNotifier(environment: ["NOTIFY_SOCKET": path])
        var sent = 0
        while sent < 100_000, notifier.watchdog() { sent += 1 }
        #expect(sent > 0 && sent < 100_000)
        #expect(listener.next() == "WATCHDOG=1")
    }

    @Test func `the watchdog's interval is half of what the manager asks, for the process that it names`() {
        var environment = ["NOTIFY_SOCKET": "/run/notify", "WATCHDOG_USEC": "10000000"]
        #expect(SystemdNotifier(environment: environment).watchdogInterval == .seconds(5))
        environment["WATCHDOG_PID"] = "41"
        #expect(SystemdNotifier(environment: environment, processID: 42).watchdogInterval == nil)
        #expect(SystemdNotifier(environment: environment, processID: 41).watchdogInterval == .seconds(5))
        environment["WATCHDOG_USEC"] = "0"
        #expect(SystemdNotifier(environment: environment, processID: 41).watchdogInterval == nil)
        #expect(SystemdNotifier(environment: ["WATCHDOG_USEC": "10000000"]).watchdogInterval == nil)
    }
}
