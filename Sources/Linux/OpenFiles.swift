// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// How many files the process may have open: RLIMIT_NOFILE.
package enum OpenFiles {
    /// Raises the limit to `count` files where it is lower, as far as the system allows. Returns the limit in force.
    package static func allow(_ count: Int) -> Int {
        let allowed = limit
        guard allowed.rlim_cur < rlim_t(clamping: count) else { return Int(clamping: allowed.rlim_cur) }
        var wanted = allowed
        wanted.rlim_cur = min(allowed.rlim_max, rlim_t(clamping: count))
        unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &wanted)
        return Int(clamping: limit.rlim_cur)
    }

    private static var limit: rlimit {
        var limit = rlimit()
        unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return limit
    }
}
