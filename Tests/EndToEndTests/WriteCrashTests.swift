// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import MetronomeControl
import Testing

/// A daemon that is killed while it writes its files. `make soak-memory` kills it 500 times.
@Suite(.waits, .serialized) struct WriteCrashTests {
    private static let kills = ProcessInfo.processInfo.environment["METRONOMED_SOAK"] == nil ? 25 : 500
    private static let files: Set = ["state", "preset", "set list", "journal"]
    private let home: Home

    init() throws {
        var home = try Home()
        // Each start and each stop is saved at once then, and the next process begins by saving.
        home.environment["METRONOMED_RESUME"] = "true"
        self.home = home
    }

    private func text(_ file: String) -> String? {
        (try? home.folder.bytes(file)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The number behind a word and whatever stands between them.
    private func number(_ word: String, in text: String) throws -> Double {
        let start = try #require(text.firstRange(of: word)?.upperBound, "\(word) in \(text)")
        let digits = text[start...].drop { !$0.isNumber }.prefix { $0.isNumber || $0 == "." }
        return try #require(Double(digits), "\(word) in \(text)")
    }

    /// Files hold a tempo and a volume that were set together.
    private func expectPair(_ tempo: String, _ volume: String, in text: String) throws {
        let (bpm, gain) = (try number(tempo, in: text), try number(volume, in: text))
        #expect((gain * 1000).rounded() == bpm - 100, "\(bpm) bpm and \(gain) in \(text)")
    }

    /// What is on the disk now. Returns which of the files there are.
    private func check() throws -> Set<String> {
        var found: Set<String> = []
        if let state = text("state/metronomed/state.json") {
            found.insert("state")
            _ = try JSONSerialization.jsonObject(with: Data(state.utf8))
            try expectPair("\"bpm\"", "\"subdivision_volume\"", in: state)
        }
        if let preset = text("data/metronomed/presets/crash.toml") {
            found.insert("preset")
            try expectPair("bpm =", "subdivision_volume =", in: preset)
        }
        if let list = text("data/metronomed/setlists/crash.toml") {
            found.insert("set list")
            #expect(list.hasPrefix("entries = [\n    \"crash\",\n") && list.hasSuffix("]\n"))
        }
        let journal = home.folder("state/metronomed/journal")
        for name in (try? FileManager.default.contentsOfDirectory(atPath: journal)) ?? [] {
            found.insert("journal")
            let lines = try #require(text("state/metronomed/journal/\(name)"))
            // A file that was opened and has no line yet is whole too.
            #expect(lines.isEmpty || lines.hasSuffix("\n"))
            for line in lines.split(separator: "\n") { _ = try JSONLine.parse(Array(line.utf8)) }
        }
        return found
    }

    @Test func `whenever it is killed, every file is whole: the old one or the new one`() throws {
        var (found, drafts, kill) = (Set<String>(), 0, 0)
        // A busy machine may need more of them until each file was written before the end.
        while kill < Self.kills || (found != Self.files && kill < 8 * Self.kills) {
            try home.withDaemon { daemon in
                let client = try daemon.connect()
                let burst = (0..<20).flatMap { step in
                    let value = 1 + (kill * 20 + step) % 899
                    return [
                        "set bpm=\(100 + value) subdivision_volume=0.\(String(1000 + value).dropFirst())",
                        "preset save crash",
                        step % 10 == 9 ? "setlist remove crash" : "setlist add crash crash",
                        step % 2 == 0 ? "start" : "stop",
                    ]
                }
                for line in burst { try client.send(line) }
                for _ in 0..<Int.random(in: 0...burst.count) { _ = try client.next() }
                usleep(UInt32.random(in: 0...20_000))
                daemon.child.kill()
                #expect(!daemon.child.stderr.contains("remembered"), "\(daemon.child.stderr)")
            }
            kill += 1
            found.formUnion(try check())
            let names = (try? FileManager.default.contentsOfDirectory(atPath: home.folder("state/metronomed"))) ?? []
            drafts += names.count { $0.hasSuffix(".new") }
            for name in names where name.hasSuffix(".new") { unlink(home.folder("state/metronomed/\(name)")) }
        }
        #expect(found == Self.files)
        print("killed \(kill) times, \(drafts) times in the midst of writing the state")
        try home.withDaemon { daemon in
            let client = try daemon.connect()
            for entry in try client.say("preset list")["presets"]?.array ?? [] {
                #expect(entry["trouble"] == nil || entry["trouble"]?.isNull == true, "\(entry)")
            }
            // The last that was done before the last end may have been to remove it.
            if text("data/metronomed/setlists/crash.toml") != nil { _ = try client.say("setlist show crash") }
        }
    }
}
