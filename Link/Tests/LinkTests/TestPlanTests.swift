// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import MetronomeControl
import MetronomeLinux
import Testing

/// Ableton's test plan for programs with Link, against a participant that is built from its library alone.
@Suite(.serialized, .disabled(if: Networks.reason != nil, "\(Networks.reason ?? "")")) struct TestPlanTests {
    /// A daemon that plays at a tempo, metrolink, and another participant that has joined it.
    private func joined(bpm: Double, peerBPM: Double = 120, _ words: String...) throws -> (Stage, Peer) {
        let stage = try Stage()
        try stage.startDaemon("--no-play", "--bpm", "\(bpm)")
        try stage.startLink()
        if !words.isEmpty { for word in words { try stage.say(word) } } else { try stage.say("start") }
        // Its session is older than that of whoever joins.
        wait(seconds: 1)
        let peer = try stage.peer(bpm: peerBPM)
        try stage.waitForPeers(1)
        return (stage, peer)
    }

    private func waitForTempo(_ bpm: Double, of peer: Peer) throws {
        try poll(for: "\(bpm) bpm at the peer") { abs(try peer.moment().bpm - bpm) < 0.01 ? true : nil }
    }

    /// How far the beats that are told are from those of the peer, in µs.
    private func distances(_ stage: Stage, _ peer: Peer, seconds: Double) throws -> [Double] {
        try stage.beats(for: seconds).map { try peer.lateUs($0.atNs) }
    }

    @Test func `TEMPO-1: a tempo goes from either side to the other`() throws {
        let (stage, peer) = try joined(bpm: 120)
        try peer.say("tempo 97.25")
        try stage.waitUntil("97.25 bpm") { $0.bpm == 97.25 && $0.playing }
        #expect(try stage.say("tempo 143")["bpm"] == 143)
        try waitForTempo(143, of: peer)
        #expect(try stage.say("tempo +7")["bpm"] == 150)
        try waitForTempo(150, of: peer)
        #expect(try stage.status().sync?.peers == 1 && stage.status().sync?.proposal == nil)
    }

    @Test func `TEMPO-2: whoever joins a session takes its tempo`() throws {
        let stage = try Stage()
        let peer = try stage.peer(bpm: 130)
        // Link takes a session for the older one where it is so by half a second.
        wait(seconds: 2)
        try stage.startDaemon("--no-play", "--bpm", "100")
        try stage.say("start")
        try stage.startLink()
        try stage.waitForPeers(1)
        try stage.waitUntil("130 bpm") { $0.bpm == 130 }
        #expect(abs(try peer.moment().bpm - 130) < 0.01)
        // And the other way round.
        let other = try stage.peer(bpm: 90)
        try stage.waitForPeers(2)
        #expect(try stage.status().bpm == 130)
        #expect(abs(try other.moment().bpm - 130) < 0.01)
    }

    @Test func `TEMPO-3: a preset or a song that is loaded leaves the tempo of the session alone`() throws {
        let stage = try Stage()
        try stage.startDaemon("--no-play", "--bpm", "150")
        try stage.say("preset save fast")
        try stage.say("tempo 120")
        try stage.startLink()
        try stage.say("start")
        let peer = try stage.peer()
        try stage.waitForPeers(1)
        try peer.say("tempo 100")
        try stage.waitUntil("100 bpm") { $0.bpm == 100 }
        try stage.say("preset load fast")
        wait(seconds: 1)
        #expect(try stage.status().bpm == 100 && stage.status().sync?.proposal == nil)
        #expect(abs(try peer.moment().bpm - 100) < 0.01)
        let song = stage.folder + "/song.toml"
        try "[[section]]\nbars = 4\ntempo = 170\n".write(toFile: song, atomically: false, encoding: .utf8)
        try stage.say("song load \(song)")
        try stage.waitUntil("the song") { $0.sync?.notFollowed?.contains("song") == true }
        wait(seconds: 0.5)
        #expect(abs(try peer.moment().bpm - 100) < 0.01)
    }

    @Test func `TEMPO-4: from 20 to 999 bpm all stay together, and beyond by a multiple`() throws {
        let (stage, peer) = try joined(bpm: 120)
        for bpm in [20.0, 999] {
            try peer.say("tempo \(bpm)")
            try stage.waitUntil("\(bpm) bpm") { $0.bpm == bpm }
            try stage.waitUntil("beats in step", within: 40) { abs($0.sync?.errorUs ?? 1e9) < 100 }
            let distances = try distances(stage, peer, seconds: bpm < 100 ? 7 : 2)
            #expect(distances.most(of: 1) < 1000, "\(bpm): \(distances)")
        }
        // Half of 1000, and so on.
        #expect(try stage.say("tempo 1000")["bpm"] == 1000)
        try waitForTempo(500, of: peer)
        try stage.say("tempo 10")
        try waitForTempo(20, of: peer)
        #expect(try stage.status().bpm == 10)
        try stage.say("tempo 1.5")
        try waitForTempo(24, of: peer)
        // Another tempo of the session is multiplied as the last one was.
        try peer.say("tempo 240")
        try stage.waitUntil("15 bpm") { $0.bpm == 15 }
    }

    @Test func `TEMPO-5 and BEATTIME-1: alone, joining Link changes neither tempo nor beats`() throws {
        let stage = try Stage()
        try stage.startDaemon("--no-play", "--bpm", "137.3")
        try stage.say("start")
        let beats = try stage.beats(for: 5) { if stage.link == nil { try stage.startLink() } }
        #expect(beats.count >= 8 && beats.allSatisfy { $0.bpm == 137.3 })
        for (one, next) in zip(beats, beats.dropFirst()) {
            #expect(abs(Double(next.atNs - one.atNs) - 60e9 / 137.3) < 1000)
        }
        #expect(try stage.status().sync == nil)
        try stage.say("tempo 100")
        stage.killLink()
        #expect(try stage.status().bpm == 100)
    }

    @Test func `BEATTIME-2: when another joins, the beats stay, and it has their phase`() throws {
        let stage = try Stage()
        try stage.startDaemon("--no-play", "--bpm", "111", "--meter", "3/4")
        try stage.startLink()
        try stage.say("start")
        wait(seconds: 1.5)
        var peer: Peer?
        let beats = try stage.beats(for: 6) {
            if peer == nil { peer = try stage.peer(bpm: 90) }
        }
        for (one, next) in zip(beats, beats.dropFirst()) {
            // By half a hundredth at most, for what the clocks differ by.
            #expect(abs(Double(next.atNs - one.atNs) / (60e9 / 111) - 1) < 0.006, "beat \(next.beatIndex)")
        }
        try stage.waitForPeers(1)
        for beat in try stage.beats(for: 3) {
            let phase = try #require(try peer?.moment(atNs: beat.atNs, quantum: 3).phase)
            let distance = (phase - Double(beat.beat - 1)).remainder(dividingBy: 3)
            #expect(abs(distance) * 60e6 / 111 < 1000, "beat \(beat.beat) has phase \(phase)")
        }
    }

    @Test func `STARTSTOPSTATE-1: others start and stop the beat, on the bar`() throws {
        let (stage, peer) = try joined(bpm: 120, "stop")
        for _ in 0..<2 {
            try peer.say("play")
            try stage.waitUntil("a start") { $0.playing }
            let first = try #require(try stage.beats(for: 4).first)
            let phase = try peer.moment(atNs: first.atNs).phase
            #expect(abs((phase - Double(first.beat - 1)).remainder(dividingBy: 4)) < 0.01)
            try peer.say("stop")
            try stage.waitUntil("a stop") { !$0.playing }
        }
    }

    @Test func `STARTSTOPSTATE-2: a start and a stop here start and stop others`() throws {
        let (stage, peer) = try joined(bpm: 120, "stop")
        for _ in 0..<2 {
            let at = try #require(try stage.say("start")["at_ns"]?.integer)
            try poll(for: "a start at the peer") { try peer.moment().isPlaying ? true : nil }
            // So that it begins with the same bar.
            let moment = try peer.moment(atNs: Int64(at))
            #expect(abs(moment.phase.remainder(dividingBy: 4)) < 0.01)
            #expect((0...2_000_000_000).contains(Int64(at) - moment.playingNs))
            try stage.say("stop")
            try poll(for: "a stop at the peer") { try peer.moment().isPlaying ? nil : true }
        }
        #expect(try !stage.status().playing)
    }

    /// For how long what is heard is compared with each tempo; METROLINK_SECONDS says another.
    private static let seconds = ProcessInfo.processInfo.environment["METROLINK_SECONDS"].flatMap(Double.init) ?? 10

    @Test(arguments: [200, -200]) func `AUDIOENGINE-1: what is heard lies on the beats of others`(ppm: Int) throws {
        let stage = try Stage(cardPPM: ppm)
        // One joins a session, the other is joined.
        let older = ppm < 0 ? try stage.peer() : nil
        wait(seconds: 1)
        try stage.startDaemon("--no-play", "--bpm", "120", "--volume", "1")
        try stage.startLink()
        wait(seconds: 1)
        let peer = try older ?? stage.peer()
        try stage.waitForPeers(1)
        try stage.say("start")
        for bpm in [120.0, 177] {
            try peer.say("tempo \(bpm)")
            let from = MonotonicClock.nowNs + 5_000_000_000
            let beats = try stage.beats(for: 5 + Self.seconds)
            // Before the tempo changes again, for the peer knows but one line.
            let told = try beats.filter { $0.atNs > from }.map { try peer.lateUs($0.atNs) }
            let until = MonotonicClock.nowNs
            let heard = try stage.heard().filter { from..<until ~= $0 }.map { try peer.lateUs($0) }
            #expect(heard.count > 15 && heard.most(of: 0.99) < 200, "\(bpm): \(heard)")
            #expect(told.count > 15 && told.most(of: 0.99) < 100, "\(bpm): \(told)")
            print(
                "metrolink at \(bpm) bpm, card \(ppm) ppm, \(heard.count) clicks; half, 99 of 100 and all of them within,"
            )
            print("metrolink in µs: heard \(figures(heard)); told \(figures(told))")
        }
    }

    private func figures(_ distances: [Double]) -> String {
        [0.5, 0.99, 1].map { "\(Double(Int(distances.most(of: $0) * 10)) / 10)" }.joined(separator: ", ")
    }

    @Test(.enabled(if: Built.linkHut != nil, "LinkHut or jackd is missing"))
    func `LinkHut joins: it takes our tempo, and we take what is typed there`() throws {
        let stage = try Stage()
        try stage.startDaemon("--no-play", "--bpm", "132")
        try stage.startLink()
        try stage.say("start")
        let hut = try stage.linkHut(try #require(Built.linkHut))
        defer { hut.kill() }
        try stage.waitForPeers(1)
        #expect(try stage.status().bpm == 132)
        // Its keys for a beat a minute more and one less than it plays.
        try hut.type("e")
        try stage.waitUntil("133 bpm") { abs($0.bpm - 133) < 0.01 && $0.playing }
        try stage.say("tempo 101")
        wait(seconds: 1)
        try hut.type("w")
        try stage.waitUntil("100 bpm") { abs($0.bpm - 100) < 0.01 && abs($0.sync?.errorUs ?? 1e9) < 1000 }
        hut.kill()
        try stage.waitForPeers(0)
        #expect(try stage.status().playing)
    }

    @Test(
        .enabled(
            if: Built.linkHut != nil && ProcessInfo.processInfo.environment["METROLINK_SECONDS"] != nil,
            "LinkHut or jackd is missing, or no METROLINK_SECONDS"), arguments: [200, -200])
    func `LinkHut, for comparison`(ppm: Int) throws {
        let stage = try Stage(cardPPM: ppm)
        let peer = try stage.peer()
        try stage.startLinkHut(try #require(Built.linkHut))
        try poll(for: "LinkHut") { try peer.moment().peers == 1 ? true : nil }
        for bpm in [120.0, 177] {
            try peer.say("tempo \(bpm)")
            let from = MonotonicClock.nowNs + 5_000_000_000
            wait(seconds: 5 + Self.seconds)
            let until = MonotonicClock.nowNs
            let heard = try stage.heard().filter { from..<until ~= $0 }.map { try peer.lateUs($0) }
            #expect(heard.count > 15)
            print("LinkHut at \(bpm) bpm, card \(ppm) ppm, \(heard.count) clicks, in µs: heard \(figures(heard))")
        }
    }
}
