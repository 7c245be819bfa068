// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
internal import MetronomeControl
internal import MetronomeRhythm
internal import TOML

/// What pedals and keys do: the text of `midi.toml`.
///
/// A line for each: `"controller 64 channel 1" = "toggle"`. What is done is any command, in the words of metroctl; a range such as
/// `40...240` in it is the value of the controller.
package struct MIDIMap: Sendable, Hashable {
    /// What is pressed or moved.
    package struct Trigger: Sendable, Hashable, CustomStringConvertible {
        /// What sends it.
        package enum Kind: String, Sendable, CaseIterable { case note, controller, program }

        package var kind: Kind
        /// 0...127.
        package var number: Int
        /// 1...16; nil for any.
        package var channel: Int?

        package init(_ kind: Kind, _ number: Int, channel: Int?) {
            (self.kind, self.number, self.channel) = (kind, number, channel)
        }

        /// The words `note 60` or `note 60 channel 10`; nil for others.
        init?(_ text: String) {
            let words = text.split(separator: " ", omittingEmptySubsequences: false)
            guard words.count == 2 || words.count == 4, let kind = Kind(rawValue: String(words[0])),
                let number = Int(words[1]), (0...127).contains(number)
            else { return nil }
            self.init(kind, number, channel: nil)
            guard words.count == 4 else { return }
            guard words[2] == "channel", let channel = Int(words[3]), (1...16).contains(channel) else { return nil }
            self.channel = channel
        }

        /// As in the text.
        package var description: String {
            "\(kind.rawValue) \(number)" + (channel.map { " channel \($0)" } ?? "")
        }
    }

    /// What is done.
    package struct Action: Sendable, Hashable {
        /// The words of the command.
        var words: [String]
        /// Which word is a range, and its ends; nil for none.
        var range: Range?

        struct Range: Sendable, Hashable {
            var index: Int
            var (low, high): (Double, Double)
            var isWhole: Bool
        }

        /// The words with a value of 0...127 in place of the range.
        func words(for value: Int) -> [String] {
            guard let range else { return words }
            let exact = range.low + (range.high - range.low) * Double(value) / 127
            var words = words
            words[range.index] =
                range.isWhole ? "\(Int(clamping: exact.rounded()))" : "\((exact * 100).rounded() / 100)"
            return words
        }

        func request(for value: Int) throws(ControlError) -> BridgeRequest {
            let (command, params) = try CommandTable.request(words: words(for: value))
            guard command.access != .connection else {
                throw ControlError(.invalid, "\(command.name) is for programs, not for pedals")
            }
            _ = try command.call(params)
            return BridgeRequest(method: command.name, params: params)
        }
    }

    /// A mistake and its place.
    package struct Mistake: Error, Sendable, Hashable, CustomStringConvertible {
        package let description: String
    }

    /// What each does.
    package private(set) var actions: [Trigger: Action] = [:]
    /// What is wrong with the text, in its order; the actions have no mistaken line.
    package private(set) var mistakes: [Mistake] = []

    /// More lines than there are pedals.
    private static let mostLines = 10_000
    /// More values than as many lines have.
    private static let mostValues = 50_000
    /// The most mistakes that are told.
    private static let mostMistakes = 100

    /// No pedals.
    package init() {}

    /// Reads a text; the path is for the mistakes.
    package init(_ text: [UInt8], path: String) {
        do {
            read(try TOMLDocument(text, mostValues: Self.mostValues), of: path)
        } catch {
            // Line by line, so that one that is wrong takes no other with it.
            let lines = text.split(
                separator: UInt8(ascii: "\n"), maxSplits: Self.mostLines, omittingEmptySubsequences: false)
            for (index, line) in lines.prefix(Self.mostLines).enumerated() {
                do { read(try TOMLDocument(Array(line), mostValues: Self.mostValues), of: path, fromLine: index) } catch
                {
                    add(error.place, path, fromLine: index, error.message)
                }
            }
            if mistakes.isEmpty { add(error.place, path, error.message) }
        }
    }

    private mutating func add(
        _ place: TOMLDocument.Place?, _ path: String, fromLine first: Int = 0, _ reason: String
    ) {
        guard mistakes.count < Self.mostMistakes else { return }
        let at = place.map { "\(path):\(first + $0.line):\($0.column)" } ?? path
        mistakes.append(Mistake(description: "\(at): \(reason)"))
    }

    /// Takes the entries of a document in, whose first line comes after `first` others of the file.
    private mutating func read(_ document: TOMLDocument, of path: String, fromLine first: Int = 0) {
        func add(_ place: TOMLDocument.Place?, _ reason: String) { self.add(place, path, fromLine: first, reason) }
        for entry in document.entries {
            let name = entry.path.joined(separator: ".")
            guard entry.path.count == 1, let trigger = Trigger(name) else {
                add(
                    entry.place,
                    "\(RhythmError.quote(name)) is no pedal: write \"note 60\", \"controller 64\" or \"program 3\", numbers 0 to 127, "
                        + "and channel 1 to 16 after it where only that one is meant")
                continue
            }
            guard case .string(let text) = entry.node.value else {
                add(entry.place, "\(trigger): must be a command in quotation marks, not \(entry.node.value.kind)")
                continue
            }
            guard actions[trigger] == nil else {
                add(entry.place, "\(trigger): there is a line for it already, which holds")
                continue
            }
            do throws(ControlError) { actions[trigger] = try Self.action(text, trigger) } catch {
                add(entry.place, "\(trigger): \(error.message)")
            }
        }
    }

    private static func action(_ text: String, _ trigger: Trigger) throws(ControlError) -> Action {
        var action = Action(words: try words(of: text))
        for (index, word) in action.words.enumerated() {
            let ends = word.split(separator: "...", omittingEmptySubsequences: false)
            guard ends.count == 2, let low = Double(ends[0]), let high = Double(ends[1]), low.isFinite, high.isFinite,
                abs(low) < 1e9, abs(high) < 1e9
            else {
                guard Self.isMeantAsRange(ends) else { continue }
                throw ControlError(
                    .invalid,
                    "\(RhythmError.quote(word)) is no range: write two bare numbers in a word of its own, such as volume 0...1"
                )
            }
            guard trigger.kind == .controller, action.range == nil else {
                throw ControlError(
                    .invalid, "a range such as 40...240 is the value of a controller, and there is one at most")
            }
            let isWhole = Int(ends[0]) != nil && Int(ends[1]) != nil
            action.range = .init(index: index, low: low, high: high, isWhole: false)
            // Between two neighbours, as of a volume 0...1, there are parts where the command takes them.
            let hasParts = abs(high - low) < 2 && (try? action.request(for: 64)) != nil
            action.range?.isWhole = isWhole && !hasParts
        }
        _ = try action.request(for: 0)
        _ = try action.request(for: 127)
        return action
    }

    /// Whether what stands around `...` is written with numbers: `0...100%`, `gain=0...1`; the steps of a lane are not.
    private static func isMeantAsRange(_ ends: [Substring]) -> Bool {
        guard ends.count == 2, let before = ends[0].last, let after = ends[1].first else { return false }
        return (before.isNumber || before == "%") && (after.isNumber || "+-".contains(after))
    }

    /// The words of a command. One with blanks is between quotation marks, as in a shell.
    private static func words(of text: String) throws(ControlError) -> [String] {
        var (words, word, mark) = ([String](), String?.none, Character?.none)
        for sign in text {
            if let open = mark {
                if sign == open { mark = nil } else { word?.append(sign) }
            } else if sign == "\"" || sign == "'" {
                (mark, word) = (sign, word ?? "")
            } else if sign == " " {
                words += [word].compactMap(\.self)
                word = nil
            } else {
                word = (word ?? "") + String(sign)
            }
        }
        guard mark == nil else { throw ControlError(.invalid, "a quotation mark in it is not closed") }
        return words + [word].compactMap(\.self)
    }

    /// What a trigger does; one on a channel goes before one on any.
    func action(for trigger: Trigger) -> Action? {
        var any = trigger
        any.channel = nil
        return actions[trigger] ?? actions[any]
    }
}
