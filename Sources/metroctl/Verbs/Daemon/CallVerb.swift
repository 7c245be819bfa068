// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl
import Programs

struct CallVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "call", abstract: "Call any method of the protocol",
        discussion: """
            The answer is printed as JSON. metroctl describe lists the methods.

            Examples:
              metroctl call status
              metroctl call tempo.set '{"bpm":137.3}'
            """)

    private static let form = "the parameters must be a JSON object, such as '{\"bpm\":120}'"

    @Argument(help: "The method's name, such as tempo.set.") var method: String
    @Argument(help: "Its parameters, as a JSON object. (default: {})") var params: String?
    @OptionGroup var options: Options

    func run() throws {
        let value: JSONValue
        do {
            value = try JSONLine.parse(Array((params ?? "{}").utf8))
        } catch {
            throw ProgramFailure.usage("\(error.message): \(Self.form)")
        }
        guard let members = value.object else { throw ProgramFailure.usage(Self.form) }
        try options.perform(method, members) { (result: JSONValue) in result.text }
    }
}
