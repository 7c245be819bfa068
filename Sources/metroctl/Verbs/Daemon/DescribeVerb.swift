// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl

struct DescribeVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("describe")
    @OptionGroup var options: Options

    func run() throws {
        try options.perform(["describe"]) { (result: JSONValue) in
            let methods = result["methods"]?.array ?? []
            let rows = methods.flatMap { method in
                let summary = method["summary"]?.string ?? ""
                return (method["words"]?.array ?? []).compactMap(\.string).map { (name: $0, text: summary) }
            }
            return ListTable.text(rows)
        }
    }
}
