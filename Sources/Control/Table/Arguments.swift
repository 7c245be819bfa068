// SPDX-License-Identifier: Apache-2.0

/// Parameters whose types and ranges have been checked against the command.
struct Arguments {
    let command: Command
    let values: [String: JSONValue]

    subscript(name: String) -> JSONValue? { values[name] }

    /// The error for a value that has the right type, but no meaning here.
    func invalid(_ name: String, _ message: String) -> ControlError {
        ControlError(.invalid, message, param: name)
    }

    /// Throws where a parameter is given that is no name of a sound: a client cannot have any file of the machine opened.
    func checkSoundName(_ name: String) throws(ControlError) {
        guard let value = values[name], let text = value.string, let parameter = parameter(name) else { return }
        let isName =
            (1...64).contains(text.utf8.count) && text.first != "." && !text.contains("/")
            && !text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
        guard isName else { throw parameter.invalid(value) }
    }

    func parameter(_ name: String) -> Parameter? { command.parameters.first { $0.name == name } }
}
