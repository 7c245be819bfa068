// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl

extension FuzzTarget {
    /// Lines of a client, in words and in JSON.
    static let requests = FuzzTarget(
        "requests", longest: 4096,
        words: {
            CommandTable.verbs + CommandTable.all.map(\.name) + CommandTable.all.flatMap(\.parameters).map(\.name)
                + [
                    "\"method\":", "\"params\":{", "\"id\":", "\"jsonrpc\":\"2.0\"", "null", "true", "1e308", "-0",
                    "\\u00",
                ]
        },
        seeds: {
            CommandTable.all.flatMap { command in
                command.examples.flatMap { example -> [[UInt8]] in
                    let words = example.words.split(separator: " ").map(String.init)
                    let request = try? CommandTable.request(words: words)
                    let json = request.map { Request.line($0.command.name, params: $0.params, id: 7) }
                    return [Array(example.words.utf8), json ?? []]
                }
            }
        }
    ) { input in
        for line in input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            try checkJSON(Array(line))
            guard let request = Request.parse(line: line) else { continue }
            if case .failure(let error) = request.call {
                try lawOfErrors(error.message)
                try law(ErrorReason(rawValue: error.reason) != nil, "an error has an unknown reason: \(error.reason)")
                try lawOfLines(Reply.line(to: request, error: error))
            } else {
                try lawOfLines(Reply.line(to: request, result: ["ok": true]))
            }
        }
    }

    /// What is read is written and read back equal.
    private static func checkJSON(_ line: [UInt8]) throws {
        let value: JSONValue
        do throws(ControlError) { value = try JSONLine.parse(line) } catch { return try lawOfErrors(error.message) }
        let again = Result { () throws(ControlError) in try JSONLine.parse(JSONLine.encode(value).dropLast()) }
        try law(again == .success(value), "JSON is not read back equal: \(value)")
    }
}

/// Throws where an answer is not one line of JSON.
func lawOfLines(_ line: [UInt8]) throws(BrokenLaw) {
    try law(
        line.last == UInt8(ascii: "\n") && !line.dropLast().contains(UInt8(ascii: "\n")), "an answer is not one line")
    try law(
        (try? JSONLine.parse(line.dropLast())) != nil, "an answer is no JSON: \(String(decoding: line, as: UTF8.self))")
}
