// SPDX-License-Identifier: Apache-2.0

import Testing
import ThreadAllocations

@testable import MetronomeControl

/// A request is read on the event loop, where nothing else happens meanwhile, so what a line can cost is limited.
@Suite(.enabled(if: thread_allocations_are_counted))
struct LineCostTests {
    /// As many of an element as a line of the longest length has room for.
    private func line(_ element: String) -> [UInt8] {
        let count = 60000 / (element.utf8.count + 1)
        return Array(("[" + Array(repeating: element, count: count).joined(separator: ",") + "]").utf8)
    }

    /// How often memory is asked for while a line is read.
    private func allocations(reading line: [UInt8]) throws -> Int {
        let before = thread_allocations()
        let value = try JSONLine.parse(line)
        let made = thread_allocations() - before
        #expect(value != .null)
        return made
    }

    @Test(arguments: [
        "1", "-7", "1e9", "0.1", "null", "true", "\"\"", "\"a\"", "[]", "{}", "[1]", "{\"a\":1}",
    ])
    func `to read a value costs memory a few times at most, and not once for each type that it is not`(
        element: String
    ) throws {
        let line = line(element)
        let count = line.count / (element.utf8.count + 1)
        // In a release build once for a list, an object or a long text, and not at all for another value.
        #expect(try allocations(reading: line) < 12 * count + 100)
    }

    @Test func `what no parameter takes is read without memory, however much it is`() throws {
        let request = Array("{\"method\":\"ping\",\"more\":".utf8) + line("[[[[[[[{}]]]]]]]") + Array("}".utf8)
        let before = thread_allocations()
        #expect(try Request.parse(line: request)?.call.get() == .ping)
        #expect(thread_allocations() - before < 60000)
    }

    @Test func `a value that is refused is written into the message only where it is short`() throws {
        let parameter = Parameter(name: "x", forms: [.number(0...1)], isRequired: false, summary: "")
        let long = JSONValue.array(Array(repeating: [1], count: 10000))
        let before = thread_allocations()
        let error = #expect(throws: ControlError.self) { try parameter.check(long) }
        #expect(thread_allocations() - before < 1000)
        #expect(error?.message == "x must be 0...1, not a list")
    }
}
