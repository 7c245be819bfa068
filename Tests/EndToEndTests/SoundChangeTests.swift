// SPDX-License-Identifier: Apache-2.0

import Control
import Testing

/// Sounds that are changed while it plays.
@Suite(.waits, .serialized) struct SoundChangeTests {
    /// The level of the sound that plays from a beat on.
    private struct Change {
        let beat: Double
        let level: Float
    }

    /// A home with two more sounds, each of its own level.
    private func home() throws -> Home {
        let home = try Home(.capture)
        try home.folder.write(WAVFile.click(level: Self.softLevel).bytes, to: "sounds/soft.wav")
        try home.folder.write(WAVFile.click(level: Self.clearLevel).bytes, to: "sounds/clear.wav")
        return home
    }

    private static let softLevel: Float = 0.125
    private static let clearLevel: Float = 0.375

    /// Checks the level of every onset but the last one, which may be fading.
    private func check(_ onsets: [Capture.Onset], level: (Int) -> Float) throws {
        try #require(onsets.count >= 12)
        for (beat, onset) in onsets.dropLast().enumerated() {
            #expect(abs(onset.level / level(beat) - 1) < 0.02, "beat \(beat) has the level \(onset.level)")
        }
    }

    @Test func `a changed sound is heard from the place that its answer names`() throws {
        let home = try home()
        var changes = [Change(beat: 0, level: Capture.beatLevel)]
        try home.withDaemon(["--bpm", "600", "--volume", "1", "--bell-every", "off"]) { daemon in
            let client = try daemon.connect()
            for (name, level) in [("soft", Self.softLevel), ("bell", Capture.bellLevel), ("beat", Capture.beatLevel)] {
                try daemon.waitForBeat(Int(changes[changes.count - 1].beat) + 4)
                let answer = try client.say("sound beat \(name)")
                changes.append(Change(beat: try #require(answer["at_beat"]?.number), level: level))
            }
            try daemon.waitForBeat(Int(changes[changes.count - 1].beat) + 4)
            try daemon.end()
        }
        let onsets = try home.captured().onsets
        try #require(Double(onsets.count) > changes[changes.count - 1].beat + 2)
        try check(onsets) { beat in changes.last { $0.beat <= Double(beat) }?.level ?? 0 }
    }

    @Test func `two clients who change the two sounds at once are both heard`() throws {
        let home = try home()
        /// The levels of beat and bell from beat `to` on. Between `from` and `to` only one of them has changed.
        var rounds: [(from: Double, to: Double, beat: Float, bell: Float)] = [
            (0, 0, Capture.beatLevel, Capture.bellLevel)
        ]
        try home.withDaemon(["--bpm", "600", "--volume", "1", "--bell-every", "2"]) { daemon in
            let (one, other) = (try daemon.connect(), try daemon.connect())
            for round in 0..<6 {
                try daemon.waitForBeat(Int(rounds[round].to) + 6)
                let isNew = round % 2 == 0
                try one.send("sound beat \(isNew ? "soft" : "beat")")
                try other.send("sound bell \(isNew ? "clear" : "bell")")
                let places = try [one, other].map { try #require(try $0.next()["result"]?["at_beat"]?.number) }
                rounds.append(
                    (
                        min(places[0], places[1]), max(places[0], places[1]),
                        isNew ? Self.softLevel : Capture.beatLevel, isNew ? Self.clearLevel : Capture.bellLevel
                    ))
                let sounds = try one.status().sounds
                let expected =
                    isNew
                    ? SoundNames(beat: "soft", bell: "clear", subdivision: "auto")
                    : SoundNames(beat: "beat", bell: "bell", subdivision: "auto")
                #expect(sounds == expected)
            }
            try daemon.waitForBeat(Int(rounds[rounds.count - 1].to) + 6)
            try daemon.end()
        }
        let onsets = try home.captured().onsets
        try #require(Double(onsets.count) > rounds[rounds.count - 1].to + 3)
        for (beat, onset) in onsets.dropLast().enumerated() {
            guard let round = rounds.last(where: { $0.from <= Double(beat) }), round.to <= Double(beat) else {
                continue
            }
            let level = beat % 2 == 0 ? round.bell : round.beat
            #expect(abs(onset.level / level - 1) < 0.02, "beat \(beat) has the level \(onset.level), not \(level)")
        }
    }

    @Test func `two clients who change a sound each at once both get theirs`() throws {
        try withDaemon("--bpm", "300") { daemon in
            let (one, other) = (try daemon.connect(), try daemon.connect())
            for _ in 0..<20 {
                try one.say("sound beat beat")
                try one.say("sound bell bell")
                try one.send("sound beat bell")
                try other.send("sound bell beat")
                #expect(try one.next()["result"] != nil)
                #expect(try other.next()["result"] != nil)
                let sounds = try one.status().sounds
                try #require(sounds == SoundNames(beat: "bell", bell: "beat", subdivision: "auto"))
            }
        }
    }
}
