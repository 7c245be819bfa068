// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import Glibc
import MetronomeControl
import MetronomeLinux
import Testing

/// What goes and comes: participants, networks, metrolink, the daemon.
@Suite(.serialized, .disabled(if: Networks.reason != nil, "\(Networks.reason ?? "")")) struct FaultTests {
    private func playing(bpm: Double = 120) throws -> Stage {
        let stage = try Stage()
        try stage.startDaemon("--no-play", "--bpm", "\(bpm)")
        try stage.say("start")
        try stage.startLink()
        // Its session is older than that of whoever joins.
        wait(seconds: 1)
        return stage
    }

    private func evenness(_ beats: [BeatEvent], bpm: Double) -> Double {
        zip(beats, beats.dropFirst()).map { abs(Double($1.atNs - $0.atNs) / (60e9 / bpm) - 1) }.max() ?? 1
    }

    @Test func `a peer that dies takes nothing with it, and the tempo is ours again`() throws {
        let stage = try playing()
        let peer = try stage.peer()
        try stage.waitForPeers(1)
        try peer.say("tempo 150")
        try stage.waitUntil("150 bpm") { $0.bpm == 150 && abs($0.sync?.errorUs ?? 1e9) < 1000 }
        peer.program.kill()
        // Others are missed after 5 s.
        #expect(evenness(try stage.beats(for: 7), bpm: 150) < 0.006)
        try stage.waitForPeers(0)
        try stage.waitUntil("no clock to follow") { $0.sync == nil && $0.bpm == 150 }
        #expect(try stage.say("tempo 90")["bpm"] == 90)
        #expect(try stage.metroctl("link") == "on, 0 peers\n")
    }

    @Test func `a network that goes and comes: the beat goes on, and all are together again`() throws {
        let stage = try playing()
        let peer = try stage.peer()
        try stage.waitForPeers(1)
        try stage.networks.connect(false)
        try stage.waitForPeers(0)
        #expect(try stage.status().playing && stage.status().sync == nil)
        try stage.say("tempo 144")
        #expect(evenness(try stage.beats(for: 3), bpm: 144) < 0.006)
        try stage.networks.connect(true)
        try stage.waitForPeers(1, within: 40)
        // Whichever session is the older one, and the peer may be the last to join it.
        try poll(for: "one tempo and one beat", within: 30) {
            let (status, moment) = (try stage.status(), try peer.moment())
            return abs(status.bpm - moment.bpm) < 0.01 && abs(status.sync?.errorUs ?? 1e9) < 100 ? true : nil
        }
        let line = try stage.metroctl("link")
        #expect(line.hasPrefix("on, 1 peer, 0.") || line.hasPrefix("on, 1 peer, on time"), "\(line)")
    }

    @Test func `twenty peers are counted, and all have one beat`() throws {
        let stage = try playing(bpm: 132)
        var peers: [Peer] = []
        for number in 1...20 {
            // One after the other: of twenty that begin at once on a busy machine, some never find the others.
            let peer = try stage.peer()
            try poll(for: "peer \(number)", within: 40) { try peer.moment().peers > 0 ? true : nil }
            peers.append(peer)
        }
        try stage.waitForPeers(20, within: 60)
        #expect(try stage.metroctl("link").hasPrefix("on, 20 peers, "))
        #expect(try stage.status().sync?.peers == 20 && stage.status().bpm == 132)
        wait(seconds: 5)
        let now = MonotonicClock.nowNs
        let phases = try peers.map { try $0.moment(atNs: now).phase }
        // On a busy machine they measure each other's clocks to some milliseconds.
        for phase in phases { #expect(abs((phase - phases[0]).remainder(dividingBy: 4)) < 0.04, "\(phases)") }
        try peers[7].say("tempo 99")
        try stage.waitUntil("99 bpm") { $0.bpm == 99 }
        for peer in peers { peer.program.kill() }
        try stage.waitForPeers(0, within: 30)
    }

    @Test func `metrolink is killed or hangs: the beat goes on, and it finds its place again`() throws {
        let stage = try playing()
        let peer = try stage.peer()
        try stage.waitForPeers(1)
        try peer.say("tempo 133")
        try stage.waitUntil("133 bpm") { $0.bpm == 133 }
        stage.signalLink(SIGSTOP)
        try stage.waitUntil("silence") { $0.sync?.stale == true }
        #expect(evenness(try stage.beats(for: 2), bpm: 133) < 0.006)
        stage.signalLink(SIGCONT)
        try stage.waitUntil("lines again") { $0.sync?.stale == false }
        stage.killLink()
        try stage.waitUntil("the end of it") { $0.sync?.stale == true }
        #expect(try stage.metroctl("link") == "off: metrolink turns it on\n")
        #expect(evenness(try stage.beats(for: 2), bpm: 133) < 0.006)
        try stage.startLink()
        try stage.waitUntil("it") { $0.sync?.peers ?? 0 >= 1 && abs($0.sync?.errorUs ?? 1e9) < 100 && $0.bpm == 133 }
    }

    @Test func `a daemon that is started again finds tempo and place in the session`() throws {
        let stage = try playing(bpm: 100)
        let peer = try stage.peer()
        try stage.waitForPeers(1)
        try peer.say("tempo 160")
        try stage.waitUntil("160 bpm") { $0.bpm == 160 }
        stage.killDaemon()
        try stage.startDaemon("--no-play", "--bpm", "80")
        try stage.waitForPeers(1)
        try stage.waitUntil("160 bpm") { $0.bpm == 160 }
        try stage.say("start")
        try stage.waitUntil("its place") { $0.position?.beatIndex ?? 0 > 1 && abs($0.sync?.errorUs ?? 1e9) < 100 }
        #expect(abs(try peer.moment().bpm - 160) < 0.01)
        #expect(stage.link?.said.contains("waiting for it") == true)
        #expect(stage.link?.said.contains("the daemon is there again") == true)
    }

    @Test func `another clock that is followed is named, and Link waits for its end`() throws {
        let stage = try playing()
        let owner = try stage.connect()
        func say() throws {
            _ = try owner.call(words: "follow other 0 \(MonotonicClock.nowNs) 120", timeout: .seconds(5)).get()
        }
        try say()
        let peer = try stage.peer()
        try poll(for: "the trouble") {
            try say()
            return try stage.report()?.trouble?.contains("other is followed already") == true ? true : nil
        }
        #expect(try stage.metroctl("link").hasPrefix("on, 1 peer: other is followed already"))
        _ = try owner.call(words: "follow end", timeout: .seconds(5)).get()
        try stage.waitUntil("Link") { $0.sync?.source == "link" }
        try poll(for: "no trouble") { try stage.report()?.trouble == nil ? true : nil }
        withExtendedLifetime(peer) {}
    }

    @Test func `it says what it connects, ends by a signal, and refuses what it does not know`() throws {
        let stage = try playing()
        #expect(stage.link?.said.contains("with Ableton Link on 10.77.0.1 (cable") == true)
        #expect(try stage.link?.end(by: SIGTERM) == 0)
        for (words, status, reason) in [
            (["--nosuch"], 2, "unknown option"), (["x"], 2, "unexpected argument"), (["--help"], 0, ""),
            (["--version"], 0, ""), (["--socket", String(repeating: "x", count: 200)], 2, "at most 107"),
            (["--generate-completion-script", "zsh"], 0, ""),
        ] as [([String], Int32, String)] {
            let program = try Program([Built.metrolink] + words, errors: stage.folder + "/refused")
            #expect(try program.status() == status, "\(words)")
            #expect(reason.isEmpty || program.said.hasPrefix("metrolink: ") && program.said.contains(reason))
        }
    }
}
