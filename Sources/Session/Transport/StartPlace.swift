// SPDX-License-Identifier: Apache-2.0

/// Where beat 0 of a start is to be heard.
public enum StartPlace: Sendable, Hashable {
    /// As soon as it can be.
    case now
    /// On a beat of the clock that is followed, or where one of its bars begins.
    case beat, bar
    /// At a time, CLOCK_MONOTONIC.
    case time(ns: Int64)
    /// On a beat of the song that is loaded. At a time, CLOCK_MONOTONIC, the song is a number of quarter notes from its beginning.
    case song(quarters: Double, ns: Int64)
}
