// SPDX-License-Identifier: Apache-2.0

import MetronomeLinux
import Testing

@Suite struct DeadlineTests {
    @Test func `what is left is rounded up, so that a wait never ends too early`() {
        #expect(Deadline.milliseconds(fromNs: 7, toNs: 8) == 1)
        #expect(Deadline.milliseconds(fromNs: 7, toNs: 1_000_007) == 1)
        #expect(Deadline.milliseconds(fromNs: 7, toNs: 1_000_008) == 2)
    }

    @Test func `a time that is over leaves nothing, and one far away the most that poll takes`() {
        #expect(Deadline.milliseconds(fromNs: 7, toNs: 7) == 0)
        #expect(Deadline.milliseconds(fromNs: 5_000_000_000, toNs: 0) == 0)
        #expect(Deadline.milliseconds(fromNs: 7, toNs: .min) == 0)
        #expect(Deadline.milliseconds(fromNs: 0, toNs: .max) == .max)
    }

    @Test func `no duration means no end, and a negative one means now`() {
        #expect(Deadline(in: nil).milliseconds == -1)
        #expect(Deadline(in: .seconds(-1)).milliseconds == 0)
        #expect(Deadline(in: .zero).milliseconds == 0)
        #expect((1...3_600_000).contains(Deadline(in: .seconds(3600)).milliseconds))
    }

    @Test func `a duration of any length does not overflow`() {
        #expect(Deadline(in: .seconds(Int64.max)).milliseconds == .max)
    }

    @Test func `a wait until a time that is over ends at once, however long ago that was`() {
        for time in [Int64.min, -1, 0] { #expect(PreciseWait.forInput(of: [], untilNs: time) == [false]) }
    }
}
