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

    func parameter(_ name: String) -> Parameter? { command.parameters.first { $0.name == name } }
}
