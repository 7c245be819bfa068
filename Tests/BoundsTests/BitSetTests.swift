// SPDX-License-Identifier: Apache-2.0

import MetronomeBounds
import Testing

struct BitSetTests {
    @Test func `a set of numbers has what was added, lane 65 as well as lane 0`() {
        var set = BitSet()
        for number in 0..<66 { set.insert(number) }
        set.remove(3)
        set.insert(200)
        set.insert(-1)
        #expect(set.contains(65) && set.contains(64) && !set.contains(3) && !set.contains(66) && !set.contains(200))
        var found: [Int] = []
        while !set.isEmpty { found.append(set.popFirst()) }
        #expect(found == (0..<66).filter { $0 != 3 } && set.popFirst() == -1)
    }
}
