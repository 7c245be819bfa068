// SPDX-License-Identifier: Apache-2.0

import MetronomeLinux
import MetronomeRhythm
import MetronomeSession
import Testing

@testable import Daemon

@Suite(.timeLimit(.minutes(10))) struct ReloadTests {
    /// The configuration file of a conductor, and who is told of each reading.
    private struct Reading {
        let folder: TemporaryFolder
        let manager: NotifyListener
        let reload: Reload

        init(_ bench: ConductorBench, _ launch: Launch, in folder: TemporaryFolder) throws {
            let path = folder.path + "/notify"
            self.folder = folder
            manager = try NotifyListener(UnixAddress(path: path))
            reload = Reload(
                loop: bench.loop, conductor: bench.conductor, launch: launch,
                notifier: SystemdNotifier(environment: ["NOTIFY_SOCKET": path]))
        }

        /// Has another text of the file read, up to its end.
        func take(_ text: String) async throws {
            try folder.write(text, to: "config.toml")
            reload.request()
            while manager.next()?.hasPrefix("READY=1") != true { try await Task.sleep(for: .milliseconds(2)) }
        }
    }

    @Test func `a request begins a reading, and those that come during it begin one more after it`() {
        var turns = ReloadTurns()
        let begun = [
            turns.request(), turns.request(), turns.request(), turns.finish(), turns.request(), turns.finish(),
            turns.finish(), turns.request(),
        ]
        #expect(begun == [true, false, false, true, false, true, false, true])
    }

    @Test func `what was written to the file during a reading is in force after the next, which systemd is told of`()
        async throws
    {
        let folder = try TemporaryFolder()
        let file = try folder.write("bpm = 90", to: "config.toml")
        let launch = try Launch(flags: ["--log-level": "critical"], file: file, remembers: false)
        try folder.write("bpm = 100", to: "config.toml")
        try await ConductorBench.with { bench in
            let reading = try Reading(bench, launch, in: folder)
            let (reload, manager) = (reading.reload, reading.manager)
            // The first text has been read, and is being taken into force.
            bench.conductor.remember = { settings, _ in
                if settings.tempo == (try? Tempo(100)) { _ = try? folder.write("bpm = 110", to: "config.toml") }
            }
            reload.request()
            reload.request()
            var messages: [Substring?] = []
            func hear(_ count: Int) async throws {
                while messages.count < count {
                    while let message = manager.next() { messages.append(message.split(separator: "\n").first) }
                    try await Task.sleep(for: .milliseconds(2))
                }
            }
            // What is sent in one turn of the loop is heard together.
            try await hear(2)
            try #require(messages.prefix(3) == ["RELOADING=1", "READY=1", "RELOADING=1"])
            try await hear(4)
            #expect(messages == ["RELOADING=1", "READY=1", "RELOADING=1", "READY=1"])
            #expect(bench.conductor.performance.settings.tempo == (try Tempo(110)))
        }
    }

    @Test func `a text of the file with which no daemon would start changes nothing, whatever holds by now`()
        async throws
    {
        let folder = try TemporaryFolder()
        let file = try folder.write("meter = \"4/4\"", to: "config.toml")
        let launch = try Launch(flags: ["--log-level": "critical"], file: file, remembers: false)
        try await ConductorBench.with { bench in
            let reading = try Reading(bench, launch, in: folder)
            /// The accents once the text has been read.
            func accents(_ text: String) async throws -> Int {
                try await reading.take(text)
                return bench.conductor.performance.settings.accents.count
            }
            bench.conductor.apply(Edit([try #require(Key.named("meter")): .meter(try Meter(beats: 3, unit: 4))])) { _ in
            }
            #expect(try await accents("meter = \"4/4\"\naccents = \"XxA\"") == 0)
            // A meter that is remembered fits.
            #expect(try await accents("accents = \"XxA\"") == 3)
            #expect(try await accents("meter = \"3/4\"\naccents = \"XxAx\"") == 3)
        }
    }

    @Test func `accents that fit the meter that the file states bring it back, where another was set live`()
        async throws
    {
        let folder = try TemporaryFolder()
        let stated = "meter = \"4/4\"\nbpm = 90\naccents = "
        let file = try folder.write(stated + "\"Xxxx\"", to: "config.toml")
        let launch = try Launch(flags: ["--log-level": "critical"], file: file, remembers: false)
        try await ConductorBench.with { bench in
            let reading = try Reading(bench, launch, in: folder)
            let live: [Key: SettingValue] = [
                try #require(Key.named("meter")): .meter(try Meter(beats: 3, unit: 4)),
                try #require(Key.named("volume")): .number(0.25),
            ]
            bench.conductor.apply(Edit(live)) { _ in }
            try await reading.take(stated.replacing("90", with: "96") + "\"XxoA\"")
            let settings = bench.conductor.performance.settings
            #expect(settings.meter.beats == 4 && settings.accents == [.bell, .normal, .ghost, .accent])
            #expect(settings.tempo == (try Tempo(96)))
            // What the file has not changed stays as it was set.
            #expect(settings.volume == 0.25)
        }
    }
}
