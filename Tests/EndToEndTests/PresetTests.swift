// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import MetronomeControl
import Testing

/// Presets and set lists, and their files.
@Suite(.waits, .serialized) struct PresetTests {
    private func song(_ bpm: Int, bars: Int) -> String {
        "title = \"Song\"\ntempo = \(bpm)\n[[section]]\nlabel = \"verse\"\nbars = \(bars)\n"
    }

    @Test func `a preset is kept in a file, and what it brings over a restart; a set list that is saved is followed`()
        throws
    {
        let home = try Home()
        try home.withDaemon { daemon in
            let client = try daemon.connect()
            try client.say("set bpm=137.3 meter=7/8 accents=XxxAxAx swing=2:1 subdivision=2")
            try client.say("lanes kick x...x... | hat x.x.x.x. gain=50%")
            try client.say("trainer gap 3 1")
            let file = try client.say("preset save odd")
            #expect(file["replaced"]?.bool == false)
            #expect(try client.say("preset save odd")["replaced"]?.bool == true)
            let saved = try client.status().settings.others
            try client.say("set bpm=60 meter=4/4")
            #expect(try client.say("preset load odd")["bpm"]?.number == 137.3)
            #expect(try client.status().settings.others == saved)
            for name in ["a", "b"] { try client.say("preset save \(name)") }
            try client.say("setlist add friday a b")
            try client.say("setlist load friday")
            try home.folder.write("title = 't'\nentries = ['b', 'a']", to: "data/metronomed/setlists/friday.toml")
            _ = try poll(for: "the new version") { try client.status().setList?.title == "t" ? true : nil }
            for name in ["a", "b"] { try client.say("preset remove \(name)") }
            try daemon.end()
        }
        try home.withDaemon { daemon in
            let (status, client) = (try daemon.status(), try daemon.connect())
            #expect(status.bpm == 137.3 && status.meter == "7/8")
            let list = try client.say("preset list")["presets"]?.array ?? []
            #expect(list.map { $0["name"]?.string } == ["odd"])
        }
    }

    @Test(.enabled(if: getuid() != 0)) func `a folder that cannot be written is told`() throws {
        let home = try Home()
        chmod(home.folder("data"), 0o500)
        defer { chmod(home.folder("data"), 0o700) }
        try home.withDaemon(["--no-play"]) { daemon in
            let client = try daemon.connect()
            let error = try client.refusal(of: "preset save waltz")
            #expect(error.reason == "unusable_file" && error.message.contains("Permission denied"), "\(error.message)")
            #expect(try client.say("preset list")["presets"] == .array([]))
        }
    }

    /// What is written past the limit of a file's size fails, as on a full disk.
    @Test func `on a full disk the preset that was there stays`() throws {
        let home = try Home()
        let child = try ChildProcess(
            "/bin/sh", ["-c", "trap '' XFSZ; ulimit -f 1; exec \(Built.metronomed) --no-play"],
            environment: home.environment, in: home.folder)
        let daemon = DaemonProcess(home: home, child: child)
        defer { child.kill() }
        try daemon.waitUntilItAnswers()
        let client = try daemon.connect()
        try client.say("preset save waltz")
        let before = try home.folder.bytes("data/metronomed/presets/waltz.toml")
        // Longer than the limit.
        let pattern = String(repeating: "x.", count: 250)
        let lanes = (1...4).map { "l\($0) \(pattern) over 64 bars" }.joined(separator: " | ")
        _ = try client.call("lanes.set", params: ["lanes": .string(lanes)], timeout: patience).get()
        let error = try client.refusal(of: "preset save waltz")
        #expect(error.reason == "unusable_file" && error.message.contains("waltz.toml"), "\(error.message)")
        #expect(try home.folder.bytes("data/metronomed/presets/waltz.toml") == before)
    }

    @Test func `every command of the guide to presets and set lists works`() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Docs/Setlists.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let blocks = text.components(separatedBy: "```sh\n").dropFirst().map { $0.components(separatedBy: "\n```")[0] }
        #expect(blocks.count >= 3)
        let home = try Home()
        try home.folder.write(song(900, bars: 400), to: "evening.toml")
        let files = text.components(separatedBy: "```toml\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
        try home.folder.write(
            try #require(files.first { $0.hasPrefix("bpm") }), to: "data/metronomed/presets/shuffle.toml")
        try home.withDaemon(["--no-play"]) { daemon in
            let programs = URL(filePath: Built.metroctl).deletingLastPathComponent().path
            let environment = home.environment.merging(["PATH": "\(programs):/usr/bin:/bin"]) { $1 }
            for block in blocks {
                let child = try ChildProcess(
                    "/bin/sh", ["-c", "set -e\n" + Built.patientShell + block], environment: environment,
                    in: home.folder)
                #expect(try child.end() == .exit(0), "\(block): \(child.stderr)")
                #expect(child.stderr.isEmpty, "\(block): \(child.stderr)")
            }
            let list = try #require(files.first { $0.hasPrefix("title") })
            try home.folder.write(
                list.replacing("songs/evening.toml", with: home.folder("evening.toml")),
                to: "data/metronomed/setlists/written.toml")
            let shown = try daemon.connect().say("setlist show written")
            #expect(shown["entries"]?.array?.allSatisfy { $0["trouble"] == nil } == true, "\(shown.text)")
        }
    }
}
