// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import Testing

@testable import MetronomeSession

@Suite struct WakeListTests {
    private func time(_ ns: Int64) -> ClockTime { ClockTime(nanoseconds: ns) }

    private func taken(_ list: inout WakeList<String>, at ns: Int64) -> [String] {
        let number = list.number
        var taken: [String] = []
        while let purpose = list.takeFirst(dueAt: time(ns), upTo: number) { taken.append(purpose) }
        return taken
    }

    @Test func `what is due is taken in the order of its times, and of being set where these are equal`() {
        var list = WakeList<String>()
        for (purpose, ns) in [("beat", 20), ("bar", 10), ("timeline", 20), ("section", 30)] as [(String, Int64)] {
            list[purpose] = time(ns)
        }
        #expect(list.next == time(10))
        #expect(taken(&list, at: 9) == [])
        #expect(taken(&list, at: 20) == ["bar", "beat", "timeline"])
        #expect(list.next == time(30) && list["beat"] == nil && list["section"] == time(30))
    }

    @Test func `each purpose has one time, and none once it is taken back`() {
        var list = WakeList<String>()
        list["beat"] = time(10)
        list["beat"] = time(5)
        #expect(list.next == time(5))
        list["beat"] = nil
        #expect(list.next == nil && taken(&list, at: 100) == [])
    }

    @Test func `what is set while the due ones are taken waits for the next wake`() {
        var list = WakeList<String>()
        list["beat"] = time(10)
        list["bar"] = time(12)
        let number = list.number
        #expect(list.takeFirst(dueAt: time(20), upTo: number) == "beat")
        list["beat"] = time(11)
        #expect(list.takeFirst(dueAt: time(20), upTo: number) == "bar")
        #expect(list.takeFirst(dueAt: time(20), upTo: number) == nil)
        #expect(list.next == time(11))
    }

    @Test func `the next is the earliest of all, whatever was set and taken back`() {
        var (list, model) = (WakeList<Int>(), [Int: Int64]())
        var random = SeededGenerator(seed: 3)
        for _ in 0..<2000 {
            let purpose = Int.random(in: 0..<12, using: &random)
            let ns = Int64.random(in: 0..<40, using: &random)
            model[purpose] = ns < 30 ? ns : nil
            list[purpose] = model[purpose].map(time)
            #expect(list.next == model.values.min().map(time))
            if ns == 7, let first = list.takeFirst(dueAt: time(10), upTo: list.number) {
                #expect(model[first] == model.values.min())
                model[first] = nil
            }
        }
    }
}
