// SPDX-License-Identifier: Apache-2.0

import Foundation
import MetronomeControl
import Testing

/// The journal, from a run to the chart and the picture.
@Suite(.waits, .serialized) struct JournalTests {
    /// What the files of the journal have, line by line.
    private func entries(_ home: Home) throws -> [JournalEntry] {
        let state = try #require(home.environment["XDG_STATE_HOME"])
        let folder = state + "/metronomed/journal"
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return try files.sorted().flatMap { name in
            try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8).split(separator: "\n").map {
                try JSONLine.decode(JournalEntry.self, from: Array($0.utf8))
            }
        }
    }

    private func metroctl(_ home: Home, _ words: String...) throws -> String {
        let child = try ChildProcess(Built.metroctl, words, environment: home.environment, in: home.folder)
        #expect(try child.end() == .exit(0), "\(child.stderr)")
        return child.stdout
    }

    @Test func `every run is a line, with its tempi, its bars and its score`() throws {
        var home = try Home()
        // On a busy machine the music may be over before all is asked for.
        try trials(3) { number in
            home = try Home()
            let (slow, fast) = number == 1 ? (300.0, 400.0) : (60, 80)
            try home.withDaemon(["--output", "clock", "--no-play"]) { daemon in
                let client = try daemon.connect()
                let listener = try daemon.connect()
                for words in ["tempo \(slow)", "meter 3/4", "score on", "start"] { try client.say(words) }
                try ensure((try? client.say("stop at @5")) != nil, "bar 5 is over")
                _ = try listener.subscribe("lead 100 beat")
                while true {
                    let beat = try listener.nextBeat()
                    if beat.beatIndex < 8 { try client.say("tap time \(beat.atNs)") }
                    if beat.beatIndex == 5 { try client.say("tempo \(fast)") }
                    if beat.beatIndex == 9 { break }
                }
                try ensure(client.status().playing, "the music is over")
                try poll(for: "the end") { try client.status().playing ? nil : true }
                try poll(for: "the line") { try entries(home).count == 1 ? true : nil }
                let run = try entries(home)[0]
                #expect(run.beats == 12 && run.bars == 4 && run.meter == "3/4")
                #expect(run.bpm == fast && run.minBpm == slow && run.maxBpm == fast)
                #expect((1.6...2.6).contains(run.seconds * slow / 300) && run.score?.taps ?? 0 > 3)
                #expect(run.start <= run.end && run.day != nil)
                // A run that plays when the daemon ends is there too.
                try client.say("start")
                var beat = try listener.nextBeat()
                while beat.run != 2 || beat.beatIndex < 3 { beat = try listener.nextBeat() }
                try daemon.end()
                #expect(try entries(home).count == 2)
            }
        }
        #expect(try metroctl(home, "journal").contains("2 sessions"))
        let json = try JSONLine.parse(Array(metroctl(home, "journal", "--days", "3", "--json").utf8))
        #expect(json["total"]?["runs"] == 2 && json["days"]?.array?.count == 3)
        let picture = try ChildProcess(
            Built.metroface, ["journal", "--png", "out.png", "--over", "7"], environment: home.environment,
            in: home.folder)
        #expect(try picture.end() == .exit(0), "\(picture.stderr)")
        let bytes = try Data(contentsOf: URL(filePath: home.folder("out.png")))
        #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) && bytes.count > 2000)
    }

    @Test func `no journal is kept where it is turned off`() throws {
        var home = try Home()
        home.environment["METRONOMED_JOURNAL"] = "false"
        try home.withDaemon(["--output", "clock", "--bpm", "600"]) { daemon in
            try daemon.waitForBeat(3)
            try daemon.connect().say("stop")
            try daemon.end()
        }
        #expect(try entries(home).isEmpty)
        #expect(try metroctl(home, "journal") == "nothing was played in the last 14 days\n")
    }

    @Test func `a journal that cannot be written is logged once, and the daemon goes on`() throws {
        let home = try Home()
        try home.folder.write("", to: "state/metronomed/journal")
        try home.withDaemon(["--output", "clock", "--bpm", "600"]) { daemon in
            let client = try daemon.connect()
            for _ in 0..<3 {
                try client.say("start")
                try daemon.waitForBeat(1)
                try client.say("stop")
            }
            try poll(for: "a warning") { daemon.child.stderr.contains("the journal has gaps") ? true : nil }
            #expect(try client.status().playing == false)
            #expect(daemon.child.stderr.components(separatedBy: "the journal has gaps").count == 2)
        }
    }

    @Test func `on a full disk no half of a line is left, and the music goes on`() throws {
        let home = try Home()
        // What is written past the limit of a file's size fails, as on a full disk.
        let script = "trap '' XFSZ; ulimit -f 1; exec '\(Built.metronomed)' --output clock --bpm 900"
        let daemon = DaemonProcess(
            home: home,
            child: try ChildProcess("/bin/sh", ["-c", script], environment: home.environment, in: home.folder))
        defer { daemon.child.kill() }
        try daemon.waitUntilItAnswers()
        let client = try daemon.connect()
        for _ in 0..<10 {
            try client.say("start")
            try daemon.waitForBeat(1)
            try client.say("stop")
        }
        try poll(for: "some lines") { try entries(home).count >= 2 ? true : nil }
        let state = try #require(home.environment["XDG_STATE_HOME"])
        let files = try FileManager.default.contentsOfDirectory(atPath: state + "/metronomed/journal")
        for file in files {
            let bytes = try Data(contentsOf: URL(filePath: "\(state)/metronomed/journal/\(file)"))
            #expect(bytes.count <= 1024 && bytes.last == UInt8(ascii: "\n"))
        }
        #expect(try entries(home).count < 10)
        #expect(try client.say("start")["playing"] == true)
    }
}
