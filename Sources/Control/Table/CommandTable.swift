// SPDX-License-Identifier: Apache-2.0

internal import MetronomeSession

/// The one table of all methods of the protocol. Dispatch, checks, the words form, `describe`, help and the document are
/// made from it.
public enum CommandTable {
    /// All methods, in the order of the document.
    public static let all: [Command] =
        transport + settings + lanes + sounds + several + playing + sync + songs + presets + setLists + output + queries
        + subscriptions + bridges + service

    /// The verbs of the words form, in the same order.
    public static let verbs: [String] = all.flatMap(\.words).map(\.verb).reduce(into: []) { verbs, verb in
        if !verbs.contains(verb) { verbs.append(verb) }
    }

    /// For each request one is looked up, so none is compared with all.
    private static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
    /// The methods that a verb may stand for, in the order of the table.
    private static let byVerb: [String: [Command]] = all.reduce(into: [:]) { byVerb, command in
        for verb in Set(command.words.map(\.verb)) { byVerb[verb, default: []].append(command) }
    }

    /// What is longer, in bytes, is no name of a method, and not compared with any.
    private static let longestName = 64

    /// The method of that name.
    public static func command(named name: String) -> Command? { byName[name] }

    /// The call that a method and its parameters ask for.
    ///
    /// - Throws: `unknown_method`, or what ``Command/call(_:)`` throws.
    public static func call(_ method: String, _ params: [String: JSONValue]) throws(ControlError) -> Call {
        try command(method).call(params)
    }

    /// The method of that name.
    ///
    /// - Throws: `unknown_method`.
    static func command(_ method: String) throws(ControlError) -> Command {
        guard method.utf8.count <= longestName, let command = command(named: method) else {
            throw unknown(method: method)
        }
        return command
    }

    /// The call that a line of plain words asks for.
    ///
    /// - Throws: `unknown_method`, or what ``Command/call(_:)`` throws.
    public static func call(words: [String]) throws(ControlError) -> Call {
        let (command, params) = try request(words: words)
        return try command.call(params)
    }

    /// The method and the parameters that plain words stand for. The parameters are not checked yet.
    ///
    /// - Throws: `unknown_method`, `missing_param` where words are too few, `unknown_param` where they are too many.
    public static func request(
        words: [String]
    ) throws(ControlError) -> (command: Command, params: [String: JSONValue]) {
        guard let verb = words.first, verb.utf8.count <= longestName, let candidates = byVerb[verb] else {
            throw unknown(verb: words.first ?? "")
        }
        for command in candidates {
            if let params = command.params(matching: words) { return (command, params) }
        }
        throw misfit(words, verb: verb, candidates)
    }

    /// The most helpful error for words that fit no pattern: that of the first pattern that needs more words, else that of
    /// the pattern that matched the most.
    private static func misfit(_ words: [String], verb: String, _ candidates: [Command]) -> ControlError {
        let patterns = candidates.flatMap(\.words)
        let usage = patterns.map(\.description)
        // What one can type says more than placeholders do.
        let examples = candidates.flatMap { $0.examples.prefix(2) }.map(\.words).filter { $0 != verb }
        let shown = examples.isEmpty ? usage : examples
        let forms = shown.prefix(5).joined(separator: ", ")
        for command in candidates {
            for pattern in command.words {
                guard case .short(let part) = pattern.match(words) else { continue }
                switch part {
                case .parameter(let name), .rest(let name):
                    guard let parameter = command.parameters.first(where: { $0.name == name }) else { continue }
                    return command.missing(parameter, of: words.joined(separator: " "))
                case .word, .named:
                    return ControlError(
                        .missingParam, "\(words.joined(separator: " ")) needs more, such as \(forms)", allowed: usage)
                }
            }
        }
        let matched = patterns.map { if case .no(let matched) = $0.match(words) { matched } else { 0 } }.max() ?? 1
        let extra = words.indices.contains(matched) ? words[matched] : verb
        let isVerb = matched > 0 && byVerb[extra] != nil && extra != verb
        let other =
            isVerb
            ? ", a command of its own: first \(words[..<matched].joined(separator: " ")), then \(words[matched...].joined(separator: " "));"
            : ":"
        return ControlError(
            .unknownParam, "\(verb) does not take \(JSONValue.string(extra).shortened)\(other) write it as in \(forms)",
            param: extra,
            allowed: usage)
    }

    /// What other programs call a verb of this one.
    private static let otherWords = [
        "play": "start", "run": "start", "begin": "start", "pause": "stop", "halt": "stop", "end": "stop",
        "bpm": "tempo", "speed": "tempo", "signature": "meter", "time": "meter", "loudness": "volume", "gain": "volume",
        "silence": "mute", "quit": "shutdown", "exit": "shutdown", "kill": "shutdown", "info": "status",
        "state": "status", "show": "status", "follow": "watch", "help": "describe",
    ]

    /// The verb that an unknown word probably means; nil where none is near.
    package static func suggestion(for word: String, among verbs: [String]) -> String? {
        let other = otherWords[word.lowercased()].flatMap { verbs.contains($0) ? $0 : nil }
        return other ?? Suggestion.word(for: word, among: verbs)
    }

    private static func unknown(method: String) -> ControlError {
        let names = all.map(\.name)
        guard method.utf8.count <= longestName else { return unknown("method", method, nil, names) }
        let near = all.first { $0.verb == method.lowercased() }?.name ?? Suggestion.word(for: method, among: names)
        return unknown("method", method, near, names)
    }

    private static func unknown(verb: String) -> ControlError {
        guard verb.utf8.count <= longestName else { return unknown("command", verb, nil, verbs) }
        let near = command(named: verb)?.words.first?.description ?? suggestion(for: verb, among: verbs)
        return unknown("command", verb, near, verbs)
    }

    private static func unknown(_ noun: String, _ word: String, _ near: String?, _ allowed: [String]) -> ControlError {
        let hint = near.map { "did you mean \($0)?" } ?? "\(noun == "command" ? "metroctl " : "")describe lists all"
        return ControlError(
            .unknownMethod, "unknown \(noun) \(JSONValue.string(word).shortened): \(hint)", allowed: allowed)
    }
}

extension JSONValue {
    /// The value as JSON text, cut off where it is long.
    var shortened: String {
        if let brief { return brief }
        // Of a long text only the beginning is looked at.
        let head = string.map { JSONValue.string(String($0.unicodeScalars.prefix(60))) } ?? self
        return head.text.prefix(56) + "…\""
    }

    /// The value as JSON text of at most 60 characters; nil where it is longer, and for lists and objects.
    var brief: String? {
        switch self {
        case .array, .object: return nil
        case .string(let text) where text.utf8.count > 240: return nil
        default: break
        }
        let text = text
        return text.count <= 60 ? text : nil
    }
}
