// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MetronomeControl

@Suite struct ReplyTests {
    private func request(_ line: String) throws -> Request { try #require(Request.parse(line: Array(line.utf8))) }
    private func text(_ line: [UInt8]) -> String { String(decoding: line, as: UTF8.self) }

    @Test func `an answer repeats the id, and carries jsonrpc only where the request did`() throws {
        let result: JSONValue = ["bpm": 120]
        #expect(
            text(Reply.line(to: try request(#"{"id":"x","method":"ping"}"#), result: result))
                == #"{"id":"x","result":{"bpm":120}}"# + "\n")
        #expect(
            text(Reply.line(to: try request(#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#), result: result))
                == #"{"id":1.5,"jsonrpc":"2.0","result":{"bpm":120}}"# + "\n")
        #expect(
            text(Reply.line(to: try request("ping"), result: result)) == #"{"id":null,"result":{"bpm":120}}"# + "\n")
    }

    @Test(arguments: [
        "12345678901234567890", "-9223372036854775809", "1.0", "1e0", "-0", "0.10", "1E+2", "9007199254740993.0",
        #""a""#, #""\u0061\/""#, #""ü""#, "null",
    ])
    func `an answer repeats the id as it was written`(id: String) throws {
        let request = try request(#"{"id" : \#(id) ,"method":"ping"}"#)
        #expect(text(Reply.line(to: request, result: [1])) == #"{"id":\#(id),"result":[1]}"# + "\n")
        let refused = text(Reply.line(to: request, error: ControlError(.busy, "no")))
        #expect(refused.hasSuffix(#","id":\#(id)}"# + "\n"))
    }

    @Test func `an error has code, message and data, and leaves out members without a value`() throws {
        let request = try request(#"{"id":1,"method":"tempo.set","params":{"bpm":0}}"#)
        guard case .failure(let error) = request.call else { throw error("not refused") }
        let reply = try JSONLine.parse(Reply.line(to: request, error: error))
        #expect(reply["id"] == 1 && reply["result"] == nil)
        #expect(reply["error"]?["code"] == -32602)
        #expect(reply["error"]?["message"]?.string == error.message)
        #expect(reply["error"]?["data"] == ["reason": "out_of_range", "param": "bpm", "min": 1, "max": 1000])
        #expect(
            text(Reply.line(error: ControlError(.tooManyClients, "full")))
                == #"{"error":{"code":-32005,"data":{"reason":"too_many_clients"},"message":"full"},"id":null}"# + "\n")
    }

    private func error(_ message: String) -> ControlError { ControlError(.internal, message) }

    @Test func `an error reads back the same`() throws {
        let error = ControlError(.wrongType, "no", param: "p", min: 0.5, max: 2, allowed: ["a"])
        #expect(try JSONLine.decode(ControlError.self, from: JSONLine.encode(error)) == error)
    }

    @Test func `every reason has its own code unless it is about parameters`() {
        let codes = ErrorReason.allCases.map(\.code).filter { $0 != -32602 }
        #expect(Set(codes).count == codes.count)
        #expect(
            codes.allSatisfy { $0 == -32700 || (-32603 ... -32600).contains($0) || (-32099 ... -32000).contains($0) })
    }

    @Test func `a result that JSON cannot represent becomes an error to the same request`() throws {
        let request = try request(#"{"id":9,"method":"ping"}"#)
        let reply = try JSONLine.parse(Reply.line(to: request, result: ["x": Double.infinity]))
        #expect(reply["id"] == 9 && reply["error"]?["data"]?["reason"] == "internal")
    }

    @Test func `an event has a method and params, and no id`() {
        let lagged = LaggedEvent { ($0.seq, $0.run, $0.dropped) = (3, 1, .init { $0.beat = 2 }) }
        #expect(
            text(EventLine.encode(method: LaggedEvent.method, params: lagged))
                == #"{"method":"event.lagged","params":{"dropped":{"beat":2,"motion":0},"run":1,"seq":3}}"# + "\n")
        #expect(text(EventLine.encode(method: "event.x", params: lagged, strict: true)).contains(#""jsonrpc":"2.0""#))
    }
}
