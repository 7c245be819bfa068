// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import Programs
import Testing

@testable import metroctl

@Suite struct RequestWordsTests {
    private func request(_ words: String, at place: String? = nil) throws(ProgramFailure) -> [String: JSONValue] {
        try Options.request(words.split(separator: " ").map(String.init), at: place).params
    }

    @Test(arguments: [
        ("bell off at 170", "170"), ("bell off at 17.3", "17.3"), ("trainer gap 3 1 at 17", "17"),
        ("timer 5 minutes at 170", "170"), ("count-in 1 at 90", "90"), ("trainer off at 170", "170"),
    ]) func `what stands behind at is the place of a change, for the daemon to take or refuse`(
        words: String, place: JSONValue
    ) throws {
        #expect(try request(words)["at"] == place)
    }

    @Test func `a place is said as a word or as an option, not as both`() throws {
        #expect(try request("bell off", at: "bar") == ["every": "off", "at": "bar"])
        #expect(try request("bell off")["at"] == nil)
        let failure = #expect(throws: ProgramFailure.self) { try request("bell off at 170", at: "bar") }
        #expect(failure?.status == .usage && failure?.message.contains("two places") == true)
    }
}
