// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A time by the calendar and the clocks of this place: localtime(3).
package struct LocalTime: Sendable, Hashable, CustomStringConvertible {
    /// The year, such as 2026.
    package var year: Int
    /// 1...12.
    package var month: Int
    /// 1...31.
    package var day: Int
    /// Hours, minutes and seconds.
    package var (hour, minute, second): (Int, Int, Int)
    /// Seconds east of UTC.
    package var offsetS: Int

    /// A time by CLOCK_REALTIME, in seconds since 1970, in the zone of the system as it is now. Looks at the file of the zone.
    package init(unixSeconds seconds: Int) {
        tzset()
        var time = time_t(seconds)
        var parts = unsafe tm()
        unsafe localtime_r(&time, &parts)
        year = unsafe Int(parts.tm_year) + 1900
        month = unsafe Int(parts.tm_mon) + 1
        day = unsafe Int(parts.tm_mday)
        (hour, minute, second) = unsafe (Int(parts.tm_hour), Int(parts.tm_min), Int(parts.tm_sec))
        offsetS = unsafe parts.tm_gmtoff
    }

    /// Now.
    package static var now: LocalTime { LocalTime(unixSeconds: time(nil)) }

    /// As ISO 8601 has it: `2026-11-22T09:43:21+01:00`.
    package var description: String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let minutes = abs(offsetS) / 60
        let zone = (offsetS < 0 ? "-" : "+") + two(minutes / 60) + ":" + two(minutes % 60)
        let clock = [hour, minute, second].map(two).joined(separator: ":")
        return "\(year)-\(two(month))-\(two(day))T\(clock)\(zone)"
    }
}
