// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MetronomeControl

@Suite struct EncodedJSONTests {
    private struct Line: Encodable {
        var z: EncodedJSON?
        var a: EncodedJSON?
        var inner: [String: EncodedJSON] = [:]
        var text = ""
    }

    @Test func `what was encoded before stands where it would if it were encoded now`() throws {
        let long = try #require(EncodedJSON([1, 2, 3]))
        let text = try #require(EncodedJSON("a \"word\""))
        let line = Line(z: long, a: text, inner: ["q": text, "b": long], text: "plain")
        let bytes = try #require(JSONLine.bytes(of: line))
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"{"a":"a \"word\"","inner":{"b":[1,2,3],"q":"a \"word\""},"text":"plain","z":[1,2,3]}"#)
    }

    @Test func `a line without such parts is as it was`() throws {
        let bytes = try #require(JSONLine.bytes(of: Line(text: "0-0-")))
        #expect(String(decoding: bytes, as: UTF8.self) == #"{"inner":{},"text":"0-0-"}"#)
    }
}
