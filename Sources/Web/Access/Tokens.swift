// SPDX-License-Identifier: Apache-2.0

/// The two tokens of a server.
package struct Tokens: Sendable, Hashable {
    /// Who has it may change what is played.
    package let control: Token
    /// Who has it may watch.
    package let watch: Token

    package init(control: Token, watch: Token) {
        self.control = control
        self.watch = watch
    }

    /// Two new ones.
    package static func random() -> Tokens { Tokens(control: .random(), watch: .random()) }

    /// The token for a role.
    package subscript(role: Role) -> Token { role == .control ? control : watch }

    /// What who has this text may do; nil for nothing. Both are compared, whichever it is.
    package func role(of text: [UInt8]) -> Role? {
        let (isControl, isWatch) = (control.matches(text), watch.matches(text))
        return isControl ? .control : isWatch ? .watch : nil
    }

    // MARK: the file

    /// The text of their file.
    var fileText: String {
        """
        # Who has one of these can use the page of metroweb. metroweb --renew makes new ones.
        control = \(control.text)
        watch = \(watch.text)

        """
    }

    /// Reads the text of their file; nil where one of them is missing.
    init?(fileText: String) {
        var found: [String: Token] = [:]
        for line in fileText.split(separator: "\n") where line.first != "#" {
            let parts = line.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != " " } }
            if parts.count == 2 { found[parts[0]] = Token(parts[1]) }
        }
        guard let control = found["control"], let watch = found["watch"], control != watch else { return nil }
        self.init(control: control, watch: watch)
    }
}
