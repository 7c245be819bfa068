// SPDX-License-Identifier: Apache-2.0

// Reaches inside the daemon, which only builds for testing allow.
#if DEBUG || Fuzzing
internal import Choices

extension FuzzTarget {
    /// A session of requests of several clients, with time between them.
    static let session = FuzzTarget(
        "session", longest: 1024,
        seeds: { [Array(repeating: 0, count: 16), Array(0...255), Array((0...255).reversed())] }
    ) { input in
        var choices = Choices(input)
        try SimulatedSession().run(&choices)
    }
}
#endif
