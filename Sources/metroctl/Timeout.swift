// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import MetronomeBounds

/// How long to wait for an answer: a number of seconds, or a number with `s` or `ms`.
struct Timeout: ExpressibleByArgument, CustomStringConvertible {
    let duration: Duration
    let description: String

    init(_ duration: Duration) {
        self.duration = duration
        description = "\(duration.components.seconds)s"
    }

    init?(argument: String) {
        let isMilliseconds = argument.hasSuffix("ms")
        let number =
            isMilliseconds ? argument.dropLast(2) : argument.hasSuffix("s") ? argument.dropLast() : argument[...]
        guard number.utf8.allSatisfy({ "0123456789.".utf8.contains($0) }), let value = Double(number) else {
            return nil
        }
        let seconds = isMilliseconds ? value / 1000 : value
        guard seconds > 0, seconds <= 86400 else { return nil }
        duration = .nanoseconds(Int64(clamping: seconds * 1e9))
        description = argument
    }
}
