// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MetronomeControl

@Suite struct UsageMessageTests {
    @Test(arguments: [
        ("Error: Unknown option '--foo'. Did you mean '--bpm'?\nUsage: x", "x: unknown option '--foo'\nUsage: x"),
        ("Error: Unknown option '--bpn'. Did you mean '--bpm'?", "x: unknown option '--bpn': did you mean --bpm?"),
        ("Error: Unknown option '-x'\nUsage: x", "x: unknown option '-x'\nUsage: x"),
        ("Error: --bars must be 1 or more.\nUsage: x", "x: --bars must be 1 or more\nUsage: x"),
        ("Error: Missing value for '--bpm <bpm>'", "x: missing value for '--bpm <bpm>'"),
        ("OVERVIEW: x", "OVERVIEW: x"),
    ]) func `a wrong command line is told like any other error`(said: String, told: String) {
        #expect(UsageMessage.text(said, program: "x") == told)
    }
}
