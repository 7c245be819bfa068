// SPDX-License-Identifier: Apache-2.0

import ControlSamples
import MetronomeMotion
import Testing

@testable import MetronomeControl

@Suite struct StatusTests {
    @Test func `a status on the wire is exactly as documented`() {
        let line = String(decoding: JSONLine.encode(Status.allegro), as: UTF8.self)
        let documented = """
            {"audio":{"device":"default","fill_ms":30,"latency":"normal","latency_ms":21.3,"offset_ms":-5,"output":"alsa","period":480,"rate":48000,\
            "realtime":"fifo","reason":null,"state":"running","trying":null,"xruns":0},\
            "heard":{"accents":"","beats":0,"bell":{"every":4,"on":1},"bpm":137.3,"lanes":[],"meter":"4/4","section":null,"subdivision":1,"swing":"","volume":0.8},\
            "history":{"redo":0,"undo":2},\
            "now_ns":81234567890123,"pending":[],"pendulum":{"angle":-12.43,"segment":{"begin_ns":1,"curve":"easeInOut",\
            "duration_ns":500000000,"from":30,"to":-30},"velocity":88.1},"playing":true,\
            "position":{"bar":103,"beat":4,"beat_index":411,"bell":false,"phase":0.37},"practice":null,"run":3,"score":null,"setlist":null,\
            "settings":{"bell":{"every":4,"on":1},"bpm":137.3,"meter":"4/4","sounds":{"accent":"auto","beat":"beat","bell":"bell","ghost":"auto",\
            "subdivision":"auto"},"volume":0.8},"song":null,"sync":null,"uptime_s":12.5}

            """
        #expect(line == documented)
    }

    @Test func `a whole tempo has no fraction on the wire`() {
        var status = Status.allegro
        status.settings.bpm = 120
        #expect(String(decoding: JSONLine.encode(status), as: UTF8.self).contains(#""bpm":120,"#))
    }

    @Test func `where there is nothing to say the key is there, with null`() throws {
        let full = try JSONLine.parse(JSONLine.encode(Status.allegro))
        let empty = try JSONLine.parse(JSONLine.encode(Status.stopped))
        #expect(empty.object?.keys.sorted() == full.object?.keys.sorted())
        #expect(empty["audio"]?.object?.keys.sorted() == full["audio"]?.object?.keys.sorted())
        #expect(empty["pendulum"]?.object?.keys.sorted() == full["pendulum"]?.object?.keys.sorted())
        #expect(
            empty["heard"]?["bell"] == .null && empty["position"] == .null && empty["pendulum"]?["segment"] == .null)
        for key in ["device", "rate", "period", "latency", "fill_ms", "latency_ms"] {
            #expect(empty["audio"]?[key] == .null)
        }
    }

    @Test func `a status reads back the same`() throws {
        for status in [Status.allegro, .stopped] {
            #expect(try JSONLine.decode(Status.self, from: JSONLine.encode(status)) == status)
        }
    }

    @Test func `the timeline is left out, null, or as documented`() throws {
        var status = Status.stopped
        #expect(try JSONLine.parse(JSONLine.encode(status)).object?["timeline"] == nil)
        status.timeline = .some(nil)
        #expect(try JSONLine.parse(JSONLine.encode(status))["timeline"] == .null)
        #expect(try JSONLine.decode(Status.self, from: JSONLine.encode(status)) == status)
        let timeline = TimelineState {
            $0.run = 3
            $0.segments = [
                .init {
                    $0.origin = .init(beat: 411, fraction: 0.25); $0.atNs = 5
                    $0.tempo = .init(numerator: 1373, denominator: 10); $0.ratePPM = 12.3456
                }
            ]
            $0.bars = [
                .init {
                    $0.fromBeat = 408; $0.origin = .init(beat: 400, bar: 101); $0.beats = 4
                    $0.bell = .init(every: 4, on: 1)
                }
            ]
        }
        status.timeline = .some(timeline)
        #expect(try JSONLine.decode(Status.self, from: JSONLine.encode(status)) == status)
        let documented = """
            {"bars":[{"beats":4,"bell":{"every":4,"on":1},"from_beat":408,"origin":{"bar":101,"beat":400}}],"run":3,\
            "segments":[{"at_ns":5,"curve":"constant","origin":{"beat":411,"fraction":0.25},"rate_ppm":12.3456,\
            "tempo":{"denominator":10,"numerator":1373}}]}

            """
        #expect(String(decoding: JSONLine.encode(timeline), as: UTF8.self) == documented)
    }

    @Test func `a key that another version leaves out reads as nothing, and one of another type is refused`() throws {
        let line = String(decoding: JSONLine.encode(Status.allegro.audio), as: UTF8.self)
        var audio = Status.allegro.audio
        audio.latencyMs = nil
        let shorter = line.replacing(#""latency_ms":21.3,"#, with: "")
        #expect(try JSONLine.decode(AudioState.self, from: Array(shorter.utf8)) == audio)
        let wrong = line.replacing("21.3", with: #""long""#)
        #expect(throws: ControlError.self) { try JSONLine.decode(AudioState.self, from: Array(wrong.utf8)) }
    }

    @Test func `the tempo has a name`() {
        #expect(Status.allegro.tempoName == "Allegro")
        #expect(Status.allegro.beatsInBar == 4)
        // Of eighths no name is said, but of dotted quarters.
        var status = Status.allegro
        status.settings.meter = "6/8"
        #expect(status.tempoName == "")
        status.settings.others["beat"] = "dotted-quarter"
        #expect(status.tempoName == "Allegro")
    }

    @Test(arguments: [(true, "Xxxx", true), (false, "XxXx", true), (false, "Axxx", false)])
    func `the bell rings also where accents alone say so`(isSet: Bool, accents: String, rings: Bool) {
        let status = Status {
            $0.settings.bell = isSet ? BellState(every: 4, on: 1) : nil
            $0.heard.accents = accents
        }
        #expect(status.hasBell == rings)
    }

    @Test func `a swing is evaluated at its own age, however old the clock`() {
        let year: Int64 = 31_557_600_000_000_000
        let swing = MotionSegment {
            $0.from = 30; $0.to = -30; $0.beginNs = year; $0.durationNs = 500_000_000
            $0.curve = .easeInOut
        }
        #expect(swing.value(atNs: year - 1) == 30)
        #expect(abs(swing.value(atNs: year + 250_000_000)) < 1e-9)
        #expect(swing.value(atNs: year + 500_000_000) == -30)
        #expect(swing.velocity(atNs: year + 250_000_000) < -200)
        #expect(swing.velocity(atNs: year - 1) == 0)
    }

    @Test func `any curve reads back, and one that is not known eases in and out`() throws {
        let bezier = MotionCurve.bezier(x1: 1 / 3, y1: -0.2, x2: 2 / 3, y2: 1)
        for curve in [MotionCurve.linear, .easeIn, .easeOut, .easeInOut, bezier] {
            let swing = MotionSegment {
                $0.from = 1; $0.to = 2; $0.beginNs = 3; $0.durationNs = 4; $0.curve = curve
            }
            #expect(try JSONLine.decode(MotionSegment.self, from: JSONLine.encode(swing)) == swing)
        }
        let strange = #"{"from":1,"to":2,"begin_ns":3,"duration_ns":4,"curve":"wobble"}"#
        #expect(try JSONLine.decode(MotionSegment.self, from: Array(strange.utf8)).curve == .easeInOut)
    }
}
