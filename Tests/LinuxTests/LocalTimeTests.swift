// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import MetronomeLinux

@Suite struct LocalTimeTests {
    @Test func `a time is as date(1) writes it, wherever this machine is`() {
        for seconds in [0, 1_782_000_000, 1_793_000_000, 951_827_696] {
            let time = LocalTime(unixSeconds: seconds)
            // The same moment, by its parts.
            var parts = tm()
            (parts.tm_year, parts.tm_mon, parts.tm_mday) = (
                Int32(time.year - 1900), Int32(time.month - 1), Int32(time.day)
            )
            (parts.tm_hour, parts.tm_min, parts.tm_sec) = (Int32(time.hour), Int32(time.minute), Int32(time.second))
            #expect(timegm(&parts) - time.offsetS == seconds)
        }
    }

    @Test func `it is written as ISO 8601 has it, with the distance from UTC`() {
        var time = LocalTime(unixSeconds: 0)
        (time.year, time.month, time.day) = (2026, 1, 2)
        (time.hour, time.minute, time.second, time.offsetS) = (3, 4, 5, 3600)
        #expect(time.description == "2026-01-02T03:04:05+01:00")
        time.offsetS = -12_600
        #expect(time.description == "2026-01-02T03:04:05-03:30")
        time.offsetS = 0
        #expect(time.description.hasSuffix("+00:00"))
    }

    @Test func `a zone that changes is that of the next time`() async {
        await #expect(processExitsWith: .success) {
            setenv("TZ", "UTC-3", 1)
            let before = LocalTime(unixSeconds: 0).offsetS
            setenv("TZ", "UTC-5", 1)
            let after = LocalTime(unixSeconds: 0).offsetS
            exit(before == 10_800 && after == 18_000 ? 0 : 1)
        }
    }
}
