// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import Programs

extension Metroctl {
    /// The most words of a command before `--`: two lanes may have 1024 steps each, and each step is a word.
    static let mostWords = 2100

    /// Throws where the parser would need seconds for the words.
    static func checkCount(_ words: [String]) throws(ProgramFailure) {
        let count = words.prefix { $0 != "--" }.count
        guard count > mostWords else { return }
        throw ProgramFailure.usage("\(count) words are too many: a command has at most \(mostWords)")
    }

    /// Throws for what the parser of options would take, but leave out a part of: two places, and an unknown word such as
    /// `-dash`, which it would take for `-h`.
    static func checkOptions(_ arguments: [String]) throws(ProgramFailure) {
        let options = Array(arguments.prefix { $0 != "--" })
        let places = zip(options, options.dropFirst() + [""]).compactMap { word, next -> String? in
            word == "--at" ? next : word.hasPrefix("--at=") ? String(word.dropFirst("--at=".count)) : nil
        }
        if places.count > 1 {
            let said = places.prefix(2).map { JSONValue.string(Minus.restored($0)).text }
            throw ProgramFailure.usage(
                "there are two places, \(said[0]) and \(said[1]): leave one out", reason: "invalid")
        }
        // What has one minus only is letters: of these -o is an option of song export alone.
        let letters = "qvh" + (options.first == "song" ? "o" : "")
        let unknown = options.first { word in
            word.hasPrefix("-") && word.dropFirst().first != "-" && word != "-help"
                && !word.dropFirst().prefix { $0 != "=" }.allSatisfy(letters.contains)
        }
        if let unknown {
            throw ProgramFailure.usage(
                "unknown option '\(unknown)': -- goes before a word that begins with a minus")
        }
    }
}
