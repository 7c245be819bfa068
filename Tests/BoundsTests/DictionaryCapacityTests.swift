// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MetronomeBounds

@Suite struct DictionaryCapacityTests {
    @Test func `what many have taken is given back when few are left, and what is left stays`() {
        var numbers: [Int: Int] = [:]
        for number in 0..<1000 { numbers[number] = -number }
        for number in 3..<1000 {
            numbers[number] = nil
            numbers.giveBackRoom()
        }
        #expect(numbers == [0: 0, 1: -1, 2: -2] && numbers.capacity <= 64)
    }

    @Test func `where most are still there nothing is moved`() {
        var numbers = Dictionary(uniqueKeysWithValues: (0..<100).map { ($0, $0) })
        let before = numbers.capacity
        numbers.giveBackRoom()
        #expect(numbers.capacity == before)
    }
}
