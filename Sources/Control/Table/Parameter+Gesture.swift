// SPDX-License-Identifier: Apache-2.0

extension Parameter {
    /// The parameter of the changes that a player makes in one go.
    static let gesture = Parameter(
        name: "gesture", forms: [.integer(1...Int(Int32.max))], isRequired: false,
        summary: "A number for all changes of one movement of a slider, or of one command: they are undone together.")
}

extension Arguments {
    /// The gesture that a change is of; nil for none.
    var gesture: Int? { self["gesture"]?.integer }
}

extension Command {
    /// Whether its changes may be those of a gesture.
    package var takesGesture: Bool { parameters.contains { $0.name == Parameter.gesture.name } }
}
