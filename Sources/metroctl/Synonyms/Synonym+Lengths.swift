// SPDX-License-Identifier: Apache-2.0

import MetronomeControl

extension Synonym {
    /// `render 8 bars x.wav`, `start 120 for 3 minutes`: the options of how much; nil where nothing is said of it.
    static func lengths(_ words: [String]) -> [String]? {
        if let place = words.firstIndex(of: "for"), let length = time(words[(place + 1)...], of: words) {
            return words[..<place] + words[(place + 1 + length.count)...] + ["--for", length.joined()]
        }
        guard
            let unit = words.indices.first(where: {
                $0 > 1 && lengthUnits[words[$0]] != nil && Double(words[$0 - 1]) != nil
            }),
            let option = lengthUnits[words[unit]],
            // `start in 4 bars` says when, and not for how long.
            words[0] == "render" || !["in", "after"].contains(words[unit - 2])
        else { return nil }
        let rest = words[..<(unit - 1)] + words[(unit + 1)...]
        let length = words[unit - 1] + (option == "--bars" ? "" : String(words[unit].prefix(1)))
        return rest.filter { $0 != "for" && $0 != "to" } + [option, length]
    }

    /// The words that a time begins with: `5m`, `5m 30`, `5 minutes 30 seconds`; nil for none, and for a number and a unit alone.
    private static func time(_ said: ArraySlice<String>, of words: [String]) -> ArraySlice<String>? {
        // A number behind minutes counts seconds, unless it may be the tempo.
        let hasTempo = words[0] == "render" || words.prefix { $0 != "for" }.contains(where: isTempo)
        return [4, 3, 2, 1].lazy.filter { $0 <= said.count }.map { said.prefix($0) }.first { time in
            PlayLength(argument: time.joined(separator: " ")) != nil
                && (time.count == 1 || Double(time.last ?? "") == nil || hasTempo)
        }.flatMap { time in
            let isOneUnit = said.count > 1 && time.count <= 2 && isLength(said[said.startIndex + 1])
            return isOneUnit ? nil : time
        }
    }

    private static func isTempo(_ word: String) -> Bool {
        Double(word) != nil || PractiseWords.isTempo(word)
    }

    /// The units of how much is rendered, or played.
    static let lengthUnits = [
        "bar": "--bars", "bars": "--bars", "s": "--for", "seconds": "--for", "minute": "--for", "minutes": "--for",
        "min": "--for", "m": "--for", "hour": "--for", "hours": "--for",
    ]

    /// Whether a word is one of these units.
    static func isLength(_ word: String) -> Bool { lengthUnits[word] != nil }
}
