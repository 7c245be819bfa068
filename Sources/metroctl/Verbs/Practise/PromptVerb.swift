// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl
import MetronomeLinux
import MetronomeSession
import Programs

/// `metroctl prompt`: shows what to play next, from a list of words or of a file; without words it tells what is shown.
struct PromptVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb(
        "prompt.set",
        usage: "metroctl prompt [<file> | <prompt>, <prompt> ...] [every <bars>] [shuffled] | off [<options>]",
        more: [
            ("prompt keys.txt every 4", "the lines of a file, each for four bars"), ("prompt", "tells what is shown"),
        ])

    @Argument(
        help:
            "Prompts with commas between them, or a file with one in each line, but for those behind # and a blank; every and shuffled; or off.",
        completion: .file())
    var words: [String] = []
    @OptionGroup var options: ChangeOptions

    func run() throws {
        guard let first = words.first else {
            return try options.tell(["prompt", "practice"]) { status in
                status.trainerLines.first { $0.0 == .prompt }.map { "prompt \($1)" } ?? "no prompts"
            }
        }
        let words = Self.said(words)
        guard let lines = try Self.lines(ofFile: first) else { return try options.perform(["prompt"] + words) }
        try options.perform(["prompt", PromptList.list(lines)] + words.dropFirst())
    }

    /// The words as the daemon reads them: `2 bars`, `each 2 bars` and a number alone behind the prompts are `every 2`.
    static func said(_ asked: [String]) -> [String] {
        var words = asked
        // `every 2 bars in random order`
        if let every = words.lastIndex(of: "every"), every + 2 < words.count,
            let chance = words.last(where: { !["in", "order"].contains($0) }),
            ["random", "randomly", "shuffle"].contains(chance)
        {
            words = words[...(every + 1)] + ["shuffled"]
        }
        let end = words.firstIndex(of: "shuffled") ?? words.endIndex
        var list = Array(words[..<end])
        let isInBars = ["bar", "bars"].contains(list.last)
        if isInBars { list.removeLast() }
        guard let number = list.popLast(), Int(number) != nil, let last = list.last else { return words }
        if ["each", "every", "for"].contains(last) {
            list.removeLast()
        } else if !isInBars {
            // In a list of numbers the last one is a prompt like the others.
            let areNumbers = list.contains { word in Int(word.filter { $0 != "," && $0 != "|" }) != nil }
            if areNumbers { return words }
        }
        return list.isEmpty ? words : list + ["every", number] + words[end...]
    }

    /// The prompts of a file; nil for a word that is a prompt itself, such as `C/E`: it is written unlike a path, and no file has that name.
    static func lines(ofFile word: String) throws(ProgramFailure) -> [String]? {
        let isPath = ["/", "./", "../", "~/"].contains(where: word.hasPrefix) || word.hasSuffix(".txt")
        do throws(SystemError) {
            guard isPath || word.contains(where: { "./".contains($0) }) else { return nil }
            let text = String(
                decoding: try FileContents.read(word, limit: 1 << 16, from: .filesAndPipes), as: UTF8.self)
            let lines = text.split(whereSeparator: \.isNewline).map { line in
                line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            }.filter { !$0.isEmpty && $0 != "#" && !$0.hasPrefix("# ") }
            guard let barred = lines.first(where: { $0.contains("|") }) else {
                if lines.isEmpty { throw SystemError("\(word) has no line: write a prompt in each") }
                return lines
            }
            throw SystemError("\(word): a prompt has no |, as \(JSONValue.string(barred).text) does")
        } catch {
            guard isPath else { return nil }
            throw ProgramFailure.usage(error.message)
        }
    }
}
