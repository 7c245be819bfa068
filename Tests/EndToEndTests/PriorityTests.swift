// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import MetronomeControl
import Testing
import VirtualDevice

/// The priority of the real-time thread: by the limits, by RealtimeKit, by a nice level, or none.
@Suite(.waits) struct PriorityTests {
    /// No real-time priority and no nice level by the limits.
    private static let noLimits = ["--rtprio=0:0", "--nice=0:0"]

    private static let isAllowed = {
        var limit = rlimit()
        // RLIMIT_RTPRIO
        getrlimit(__rlimit_resource_t(14), &limit)
        return geteuid() == 0 || limit.rlim_cur > 0
    }()

    /// Starts a daemon that plays, and calls `body` once it answers.
    private func withDaemon(
        _ home: Home, limits: [String] = noLimits, isPrivileged: Bool = false, _ body: (DaemonProcess) throws -> Void
    ) throws {
        let child = try home.metronomed(["--bpm", "600"], limits: limits, isPrivileged: isPrivileged)
        defer { child.kill() }
        let daemon = DaemonProcess(home: home, child: child)
        try daemon.waitUntilItAnswers()
        try body(daemon)
    }

    private func waitUntil(_ daemon: DaemonProcess, says words: String) throws {
        try poll(for: "'\(words)' in the log") { daemon.child.stderr.contains(words) ? true : nil }
    }

    @Test(.enabled(if: isAllowed, "no real-time priority here"))
    func `what the limits allow is taken`() throws {
        let home = try Home()
        try withDaemon(home, limits: [], isPrivileged: true) { daemon in
            #expect(try daemon.status().audio.realtime == "fifo")
            try waitUntil(daemon, says: "real-time priority by the limits (SCHED_FIFO 40)")
            // A daemon that needs no bus loads no library for it.
            let file = try FileHandle(forReadingFrom: URL(filePath: "/proc/\(daemon.child.pid)/maps"))
            let maps = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
            #expect(maps.contains("libasound") && !maps.contains("libsystemd"))
        }
    }

    @Test(.enabled(if: PrivateBus.isInstalled, "dbus-daemon is not installed"))
    func `RealtimeKit is asked by its rules`() throws {
        var home = try Home()
        let bus = try SystemBus(in: &home, wish: .grant)
        try withDaemon(home) { daemon in
            try waitUntil(daemon, says: "real-time priority by RealtimeKit (SCHED_RR \(SystemBus.highestPriority))")
            #expect(try daemon.status().audio.realtime == "rtkit")
            let requests = try bus.requests()
            try #require(requests.map(\.method) == ["realtime"])
            #expect(requests[0].process == Int64(daemon.child.pid))
            #expect(requests[0].isOwn && requests[0].thread != requests[0].process)
            #expect(requests[0].level == SystemBus.highestPriority)
            #expect(requests[0].resetsOnFork)
            // Between the signal at the soft limit and the kill at the hard one there is time to step down.
            let (soft, hard) = (try #require(requests[0].softLimit), try #require(requests[0].hardLimit))
            #expect(0 < soft && soft < hard && hard <= SystemBus.longestUs)
            try daemon.waitForBeat(3)
            #expect(try daemon.end() == .exit(0))
        }
    }

    @Test(.enabled(if: PrivateBus.isInstalled, "dbus-daemon is not installed"))
    func `refused real-time priority, it takes a nice level`() throws {
        var home = try Home()
        let bus = try SystemBus(in: &home, wish: .nice)
        try withDaemon(home) { daemon in
            try waitUntil(daemon, says: "no real-time priority, but nice \(SystemBus.lowestNice)")
            #expect(try daemon.status().audio.realtime == "nice")
            let requests = try bus.requests()
            #expect(requests.map(\.method) == ["realtime", "nice"])
            #expect(requests.last?.level == SystemBus.lowestNice)
            #expect(requests.last?.isOwn == true)
        }
    }

    @Test(.enabled(if: PrivateBus.isInstalled, "dbus-daemon is not installed"))
    func `refused everything, it plays with ordinary priority and says what to do`() throws {
        var home = try Home()
        let bus = try SystemBus(in: &home, wish: .refuse)
        try withDaemon(home) { daemon in
            try waitUntil(daemon, says: "write '@audio - rtprio 40' to /etc/security/limits.d/")
            #expect(daemon.child.stderr.contains("RealtimeKit: Permission denied"))
            #expect(try daemon.status().audio.realtime == "none")
            #expect(try bus.requests().map(\.method) == ["realtime", "nice"])
            try daemon.waitForBeat(3)
        }
    }

    @Test func `without a bus it plays with ordinary priority`() throws {
        var home = try Home()
        home.useBus(at: home.folder("nobody"))
        try withDaemon(home) { daemon in
            try waitUntil(daemon, says: "RealtimeKit: there is no system bus")
            #expect(try daemon.status().audio.realtime == "none")
        }
    }

    /// What does not answer.
    private enum Silence: CaseIterable {
        case bus, realtimeKit
    }

    @Test(.enabled(if: PrivateBus.isInstalled, "dbus-daemon is not installed"), arguments: Silence.allCases)
    private func `nothing waits for a bus that never answers`(silence: Silence) throws {
        var home = try Home()
        var keeper: AnyObject?
        switch silence {
        case .bus:
            keeper = try StreamListener(path: home.folder("bus"))
            home.useBus(at: home.folder("bus"))
        case .realtimeKit: keeper = try SystemBus(in: &home, wish: .silent)
        }
        try withExtendedLifetime(keeper) {
            var begin = ContinuousClock.now
            // On a busy machine the time limit may be over before anything is asked.
            func isWaiting() -> Bool { ContinuousClock.now - begin < .seconds(3) }
            try withDaemon(home) { daemon in
                try daemon.waitForBeat(1)
                #expect(!daemon.child.stderr.contains("priority") || !isWaiting())
                // It stops waiting after its time limit.
                try waitUntil(daemon, says: "playing with ordinary priority")
                #expect(try daemon.status().audio.realtime == "none")
            }
            try trials(3) { _ in
                begin = .now
                try withDaemon(home) { daemon in
                    try daemon.waitForBeat(1)
                    daemon.child.signal(SIGTERM)
                    #expect(try daemon.child.end() == .exit(0))
                    try ensure(isWaiting(), "its end waits, or the machine is late")
                    #expect(!daemon.child.stderr.contains("priority"))
                }
            }
        }
    }

    /// What has granted the priority that is taken back.
    private enum Giver: CaseIterable {
        case limits, realtimeKit
    }

    @Test(
        .enabled(if: PrivateBus.isInstalled && geteuid() == 0, "needs dbus-daemon, and root to grant priority"),
        arguments: Giver.allCases)
    private func `a thread that runs on steps down, says so, and plays on`(giver: Giver) throws {
        var home = try Home(.capture)
        let card = try VirtualCard(in: &home)
        let bus = giver == .realtimeKit ? try SystemBus(in: &home, wish: .grant) : nil
        let limits = giver == .limits ? ["--rttime=50000:5000000"] : Self.noLimits
        try withDaemon(home, limits: limits, isPrivileged: giver == .limits) { daemon in
            try poll(for: "priority") {
                try daemon.status().audio.realtime == (giver == .limits ? "fifo" : "rtkit") ? true : nil
            }
            try card.waitUntilPlayed(0.3)
            let listener = try daemon.connect()
            _ = try listener.subscribe("state audio")
            // Shorter than RealtimeKit's hard limit, at which the program would be killed.
            card.control.pointee.spin_ms = 120
            try waitUntil(daemon, says: "the audio thread ran on without a pause")
            #expect(try daemon.status().audio.realtime == "none")
            let beat = try #require(try daemon.status().position?.beatIndex)
            try daemon.waitForBeat(beat + 5)
            #expect(try daemon.end() == .exit(0))
            let told = try events(of: listener)
            let states = told.compactMap { event -> AudioState? in
                guard case .state(let event) = event, event.changed.contains("audio") else { return nil }
                return event.state.audio
            }
            let audios = told.compactMap { if case .audio(let event) = $0 { event.audio } else { nil } }
            #expect(states.contains { $0.realtime == "none" } && audios.contains { $0.realtime == "none" })
            #expect(states.count == audios.count, "a change was told twice")
        }
        withExtendedLifetime(bus) {}
    }

    /// The events until the daemon ended.
    private func events(of listener: ControlClient) throws -> [Event] {
        var events: [Event] = []
        while true {
            do {
                events.append(try listener.nextEvent())
            } catch ClientError.closed {
                return events
            }
        }
    }
}
