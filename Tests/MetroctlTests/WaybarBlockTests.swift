// SPDX-License-Identifier: Apache-2.0

import ControlSamples
import MetronomeControl
import MetronomeRhythm
import Testing

@testable import metroctl

@Suite struct WaybarBlockTests {
    @Test func `a bar shows tempo and beat, and stands out on the bell`() {
        let block = WaybarBlock(status: .allegro, heard: .init(bar: 103, beat: 1, bell: true))
        #expect(
            String(decoding: JSONLine.encode(block), as: UTF8.self) == """
                {"alt":"playing","class":"bell","percentage":25,"text":"137.3 · 1",\
                "tooltip":"137.3 bpm, Allegro, 4/4, bar 103, beat 1 of 4"}

                """)
        #expect(WaybarBlock(status: .allegro, heard: .init(bar: 103, beat: 4)).class == "beat")
        #expect(WaybarBlock(status: .allegro, heard: .init(bar: 0, beat: 4)).tooltip.hasSuffix("count-in, beat 4 of 4"))
    }

    @Test func `of a song that changes its tempo the one that is heard is told`() {
        var (status, heard) = (Status.allegro, HeardMoment(bar: 3, beat: 2))
        heard.bpm = 195.004
        #expect(WaybarBlock(status: status, heard: heard).text == "137.3 · 2")
        status.song = SongState { ($0.path, $0.bars, $0.startBar, $0.scale) = ("/etude.toml", 12, 1, 1) }
        let block = WaybarBlock(status: status, heard: heard)
        #expect(block.text == "195 · 2" && block.tooltip.hasPrefix("195 bpm, Presto, "), "\(block.tooltip)")
    }

    @Test func `the bar is that of the beat which is heard, and before the timeline of a run is told there is none`() {
        var heard = HeardMoment(
            position: .init(whole: 7), bpm: 137.3, grid: .init(originBeat: 7, beatsPerBar: 7), ringsBell: true,
            isPlaying: true, angle: 0)
        #expect(WaybarBlock(status: .allegro, heard: heard).class == "playing")
        #expect(WaybarBlock(status: .allegro, heard: heard).percentage == 0)
        #expect(WaybarBlock(status: .allegro, heard: heard).tooltip == "137.3 bpm, Allegro, 4/4")
        heard.beatLength = Ratio(1, over: 2)
        let block = WaybarBlock(status: .allegro, heard: heard)
        #expect(block.tooltip == "137.3 bpm, Allegro, 7/8, bar 1, beat 1 of 7" && block.percentage == 14)
    }

    @Test func `stopped and offline differ`() {
        let stopped = WaybarBlock(status: .stopped, heard: .init(bar: 1, beat: 1))
        #expect(stopped.alt == "stopped" && stopped.text == "137.3" && stopped.percentage == 0)
        #expect(WaybarBlock.offline.text.isEmpty && WaybarBlock.offline.alt == "offline")
    }

    @Test func `a percentage stays one, whatever the meter`() {
        var status = Status.allegro
        for meter in ["4/4", "1/4", "x", ""] {
            status.settings.meter = meter
            for beat in Int64(1)...9 {
                let percentage = WaybarBlock(status: status, heard: .init(bar: 1, beat: beat)).percentage
                #expect((0...100).contains(percentage))
            }
        }
    }
}
