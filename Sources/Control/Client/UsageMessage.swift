// SPDX-License-Identifier: Apache-2.0

internal import MetronomeSession

/// What a program says of a command line that it does not understand, in the style of its other errors.
public enum UsageMessage {
    /// The message for what the parser of options says: `Error: …`, and below it how to use the program.
    ///
    /// The first line becomes `program: …`, with a suggestion only where a known word is near.
    public static func text(_ message: String, program: String) -> String {
        var lines = message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let first = lines.first, first.hasPrefix("Error: ") else { return message }
        var said = String(first.dropFirst("Error: ".count))
        var hint = ""
        if let question = said.firstRange(of: " Did you mean ") {
            let (word, near) = (lastQuoted(said[..<question.lowerBound]), lastQuoted(said[question.upperBound...]))
            let names = (word: word.filter { $0 != "-" }, near: near.filter { $0 != "-" })
            if Suggestion.word(for: names.word, among: [names.near]) != nil { hint = ": did you mean \(near)?" }
            said = String(said[..<question.lowerBound])
        }
        if said.hasSuffix(".") { said.removeLast() }
        lines[0] = "\(program): " + said.prefix(1).lowercased() + said.dropFirst() + hint
        return lines.joined(separator: "\n")
    }

    /// The last word between single quotation marks.
    private static func lastQuoted(_ text: Substring) -> String {
        text.split(separator: "'", omittingEmptySubsequences: false).dropLast().last.map(String.init) ?? ""
    }
}
