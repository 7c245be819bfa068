// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import Programs

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

    /// `--for 10 minutes` and `--for 5m 30` as one word; nil where it is one.
    static func withLength(_ arguments: [String]) -> [String]? {
        guard let option = arguments.firstIndex(of: "--for"), option + 2 < arguments.count else { return nil }
        let said = arguments[(option + 1)...]
        let isOneUnit = Double(arguments[option + 1]) != nil && lengthUnits[arguments[option + 2]] == "--for"
        let (count, length) =
            if let time = time(said, of: arguments), time.count > 1 {
                (time.count, time.joined())
            } else if isOneUnit {
                (2, arguments[option + 1] + arguments[option + 2].prefix(1))
            } else {
                (1, arguments[option + 1])
            }
        guard count > 1 else { return nil }
        return arguments[...option] + [length] + said.dropFirst(count)
    }

    /// Throws for `start for 5m 30`: the number behind minutes may count seconds, or be the tempo where none is said.
    static func checkLength(_ words: [String]) throws(ProgramFailure) {
        guard ["start", "play", "go", "resume"].contains(words.first ?? ""),
            let place = words.firstIndex(where: { ["for", "--for"].contains($0) })
        else { return }
        // `5m 30`, `5 minutes 30`.
        for count in [2, 3] where place + count < words.count {
            let (length, number) = (words[(place + 1)..<(place + count)].joined(separator: " "), words[place + count])
            guard Double(length) == nil, Double(number) != nil, PlayLength(argument: length) != nil,
                PlayLength(argument: "\(length) \(number)") != nil, !hasTempo(words, beside: place...(place + count))
            else { continue }
            throw ProgramFailure.usage(
                "\(length) \(number) is a time, or a time and a tempo: metroctl start --for \"\(length) \(number)\", "
                    + "or metroctl start \(number) --for \(length.replacing(" ", with: ""))")
        }
    }

    /// The words that a time begins with: `5m`, `5m 30`, `5 minutes 30 seconds`; nil for none, and for a number and a unit alone.
    private static func time(_ said: ArraySlice<String>, of words: [String]) -> ArraySlice<String>? {
        [4, 3, 2, 1].lazy.filter { $0 <= said.count }.map { said.prefix($0) }.first { time in
            // A number behind minutes counts seconds, unless it may be the tempo.
            PlayLength(argument: time.joined(separator: " ")) != nil
                && (time.count == 1 || Double(time.last ?? "") == nil
                    || hasTempo(words, beside: time.startIndex...(time.endIndex - 1)))
        }.flatMap { time in
            let isOneUnit = said.count > 1 && time.count <= 2 && isLength(said[said.startIndex + 1])
            return isOneUnit ? nil : time
        }
    }

    /// Whether the tempo stands beside a time, or there is none to be said.
    private static func hasTempo(_ words: [String], beside time: ClosedRange<Int>) -> Bool {
        words[0] == "render" || (words[..<time.lowerBound] + words[(time.upperBound + 1)...]).contains(where: isTempo)
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
