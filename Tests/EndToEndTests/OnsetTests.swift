// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import Testing

/// The samples that a sound device is given.
@Suite(.waits, .serialized) struct OnsetTests {
    @Test func `the built-in sounds fall on the grid too`() throws {
        var home = try Home(.capture)
        home.environment["METRONOMED_SOUNDS"] = nil
        try home.withDaemon(["--bpm", "120", "--bell-every", "off"]) { daemon in
            try daemon.waitForBeat(5)
            try daemon.end()
        }
        let capture = try home.captured()
        // The same sound each time, sample by sample.
        let first = try #require(capture.samples.firstIndex { abs($0) > 1e-4 })
        try #require(capture.samples.count >= first + 3 * 24000 + 4000)
        for beat in 1..<4 {
            let begin = first + beat * 24000
            #expect(capture.samples[begin..<begin + 4000] == capture.samples[first..<first + 4000])
        }
    }
}
