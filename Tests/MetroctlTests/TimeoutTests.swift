// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl
import MetronomeSession
import Programs
import Testing

@testable import metroctl

@Suite struct TimeoutTests {
    @Test(arguments: [
        ("2", Duration.seconds(2)), ("2s", .seconds(2)), ("0.5", .milliseconds(500)), ("500ms", .milliseconds(500)),
        ("86400", .seconds(86400)), ("1.5ms", .microseconds(1500)),
    ])
    func `a number is seconds, or has its unit`(text: String, duration: Duration) {
        #expect(Timeout(argument: text)?.duration == duration)
        #expect(Timeout(argument: text)?.description == text)
    }

    @Test func `a change is waited for beyond the longest silence before a start, unless a time is given`() throws {
        let key = try #require(Key.all.first { $0.name == "audio.preroll_ms" })
        guard case .number(let range) = key.form else { throw ProgramFailure.usage("no number") }
        let options = try Options.parse([])
        for method in ["start", "toggle", "tap", "tempo.set", "sound.set", "setlist.next"] {
            // A device, its stand-in, and the clock of either are waited for, too.
            #expect(options.timeout(of: method) > .milliseconds(range.upperBound) + .seconds(2), "\(method)")
            #expect(try Options.parse(["--timeout", "1s"]).timeout(of: method) == .seconds(1))
        }
        for method in ["status", "ping", "song.show"] { #expect(options.timeout(of: method) == .seconds(2)) }
    }

    @Test(arguments: ["", "0", "0ms", "-1", "+1", "s", "ms", "1m", "1e3", "nan", "86401", "1 s", "0x1"])
    func `anything else is refused`(text: String) {
        #expect(Timeout(argument: text) == nil)
    }
}
