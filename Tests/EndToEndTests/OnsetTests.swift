// SPDX-License-Identifier: Apache-2.0

import Control
import Testing

/// The samples that a sound device is given.
@Suite(.waits, .serialized) struct OnsetTests {
    @Test(arguments: [1200, 1373])
    func `every onset is within half a frame of its exact place`(tenthsOfBPM: Int) throws {
        let home = try Home(.capture)
        try home.withDaemon(["--bpm", "\(tenthsOfBPM / 10).\(tenthsOfBPM % 10)"]) { daemon in
            try daemon.waitForBeat(8)
            #expect(try daemon.end() == .exit(0))
        }
        let onsets = try home.captured().onsets
        try #require(onsets.count >= 9)
        let grid = Grid(frame0: onsets[0].frame, tenthsOfBPM: tenthsOfBPM)
        #expect(grid.largestDeviation(of: onsets) <= 0.5)
    }

    @Test func `the bell rings on the first beat of each bar, and of each run`() throws {
        let home = try Home(.capture)
        try home.withDaemon(["--bpm", "480", "--meter", "3/4"]) { daemon in
            try daemon.waitForBeat(7)
            let client = try daemon.connect()
            try client.say("stop")
            try client.say("start")
            try daemon.waitForBeat(4)
            try daemon.end()
        }
        let onsets = try home.captured().onsets
        let period = 60 * Capture.rate / 480
        // Within a run the distances are equal; between the runs it is another one.
        let second = try #require(
            onsets.indices.dropFirst().first { onsets[$0].frame - onsets[$0 - 1].frame != period })
        try #require(second >= 8 && onsets.count >= second + 5)
        // The last one of each run may be fading.
        for run in [onsets[..<(second - 1)], onsets[second...].dropLast()] {
            #expect(run.enumerated().allSatisfy { $1.isBell == ($0 % 3 == 0) })
            #expect(zip(run, run.dropFirst()).allSatisfy { $1.frame - $0.frame == period })
        }
    }

    @Test func `a tempo change keeps the phase, and its answer says where it was`() throws {
        let home = try Home(.capture)
        var parts = [(beat: 0.0, bpm: 137.3)]
        try home.withDaemon(["--bpm", "137.3"]) { daemon in
            let client = try daemon.connect()
            for (beat, bpm) in [(2, 240.0), (5, 90.1), (6, 1000.0), (20, 120.0)] {
                try daemon.waitForBeat(beat)
                let answer = try client.say("tempo \(bpm)")
                #expect(answer["bpm"]?.number == bpm)
                parts.append((try #require(answer["at_beat"]?.number), bpm))
            }
            try daemon.waitForBeat(23)
            try daemon.end()
        }
        let onsets = try home.captured().onsets
        try #require(onsets.count >= 24)
        var place = (beat: 0.0, frame: Double(onsets[0].frame))
        var beat = 0
        for (index, part) in parts.enumerated() {
            let next = index + 1 < parts.count ? parts[index + 1] : nil
            let end = next?.beat ?? 24
            let period = 60 * Double(Capture.rate) / part.bpm
            while Double(beat) < end {
                let exact = place.frame + (Double(beat) - place.beat) * period
                #expect(abs(Double(onsets[beat].frame) - exact) <= 0.501, "beat \(beat) of \(parts)")
                beat += 1
            }
            guard let next else { break }
            // A change takes hold between two samples: half a sample before the one that is told.
            let seam = end - next.bpm / 120 / Double(Capture.rate)
            let frame = place.frame + (seam - place.beat) * period + 0.5
            #expect(abs(frame - frame.rounded()) < 0.01, "\(end) is not on a frame")
            place = (end, frame.rounded())
        }
    }

    @Test func `no setting costs or doubles a beat`() throws {
        let home = try Home(.capture)
        try home.withDaemon(["--bpm", "300"]) { daemon in
            let client = try daemon.connect()
            for (index, words) in ["volume 0.7", "meter 3/4", "bell 5 on 2", "sound beat bell", "bell off"].enumerated()
            {
                try daemon.waitForBeat(2 + 2 * index)
                try client.say(words)
            }
            try daemon.waitForBeat(13)
            try daemon.end()
        }
        let onsets = try home.captured().onsets
        try #require(onsets.count >= 14)
        let grid = Grid(frame0: onsets[0].frame, tenthsOfBPM: 3000)
        #expect(grid.largestDeviation(of: onsets) <= 0.5)
    }

    @Test func `the built-in sounds fall on the grid too`() throws {
        var home = try Home(.capture)
        home.environment["METRONOMED_SOUNDS"] = nil
        try home.withDaemon(["--bpm", "120", "--bell-every", "off"]) { daemon in
            try daemon.waitForBeat(4)
            try daemon.end()
        }
        let capture = try home.captured()
        // The same sound each time, sample by sample.
        let first = try #require(capture.samples.firstIndex { abs($0) > 1e-4 })
        for beat in 1..<4 {
            let begin = first + beat * 24000
            #expect(capture.samples[begin..<begin + 4000] == capture.samples[first..<first + 4000])
        }
    }
}

extension Capture.Onset {
    /// Whether it is the bell's click, at any volume from 0.7 on.
    fileprivate var isBell: Bool { level > (Capture.beatLevel + 0.7 * Capture.bellLevel) / 2 }
}
