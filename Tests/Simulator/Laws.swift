// SPDX-License-Identifier: Apache-2.0

#if DEBUG || Fuzzing
internal import MetronomeControl

/// What a simulation has shown not to hold.
package struct BrokenLaw: Error, Equatable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}

/// Throws the sentence of a law where it does not hold.
func law(_ holds: Bool, _ sentence: @autoclosure () -> String) throws(BrokenLaw) {
    guard holds else { throw BrokenLaw(sentence()) }
}

/// A value as it is written on the wire.
func text(_ value: JSONValue?) -> String { String(decoding: JSONLine.encode(value ?? .null).dropLast(), as: UTF8.self) }

/// All that is checked, after every turn.
struct Laws {
    private var told: HeardAsToldLaw
    private let conditions: Conditions
    private var model: MetronomeModel
    private var settings = SettingsLaw()
    private var heard = HeardLaw()
    /// How often the status was told, and when it was told last.
    private var states = 0
    private(set) var statusNs: Int64 = 0
    private var run: JSONValue?
    /// How often each method was asked for.
    private(set) var asks: [String: Int] = [:]
    /// How often each method was refused for which reason.
    private(set) var refusals: [String: Int] = [:]

    init(_ conditions: Conditions) {
        self.conditions = conditions
        told = HeardAsToldLaw(conditions)
        model = MetronomeModel(conditions)
    }

    /// A client has sent a line.
    mutating func ask(_ line: String, of client: SimulatedClient, atNs now: Int64) {
        asks[Self.command(of: line)?.name ?? "no method", default: 0] += 1
        model.ask(line, of: ObjectIdentifier(client), atNs: now)
        settings.ask(line, of: ObjectIdentifier(client), told.timeline, atNs: now)
    }

    /// Lines have come to a client. Returns the answers to what it has asked, of which the listener has none.
    mutating func take(_ lines: [[UInt8]], of client: SimulatedClient, isListener: Bool, atNs now: Int64)
        throws(BrokenLaw) -> [JSONValue]
    {
        var answers: [JSONValue] = []
        for line in lines {
            if isListener, try takeStatus(line, atNs: now) { continue }
            let event: Event?
            // An answer has no method.
            let isAnswer = Self.beginsOfAnswers.contains { line.starts(with: $0) }
            do { event = isAnswer ? nil : try Event(line: line) } catch {
                throw BrokenLaw("a line is understood: \(error): \(String(decoding: line, as: UTF8.self))")
            }
            if let event {
                if isListener { told.take(event) }
            } else {
                let answer = try answer(line, of: client)
                if isListener, let result = answer["result"] {
                    // The first that it asks for.
                    if let begin = try? JSONLine.decode(Subscription.self, from: JSONLine.encode(result).dropLast()) {
                        told.begin(begin)
                        if let status = result["state"]?.flatStatus { try settings.take(status: status, atNs: now) }
                    }
                } else {
                    answers.append(answer)
                    try model.answer(answer, of: ObjectIdentifier(client), atNs: now)
                    try settings.answer(answer, of: ObjectIdentifier(client), told.timeline, atNs: now)
                }
            }
        }
        return answers
    }

    /// Takes a line where it says that the status has changed. What clients make of such a line takes long, so it is done now
    /// and then.
    private mutating func takeStatus(_ line: [UInt8], atNs now: Int64) throws(BrokenLaw) -> Bool {
        guard line.starts(with: Self.beginOfState) else { return false }
        let params: JSONValue?
        do { params = try JSONLine.parse(line)["params"] } catch {
            throw BrokenLaw("a line is understood: \(error): \(String(decoding: line, as: UTF8.self))")
        }
        guard let params, let status = params["state"]?.flatStatus else { return false }
        // It ends the timeline that was told, as a client takes it.
        if status["playing"] == false || params["run"] != run { told.end(atNs: now) }
        states += 1
        statusNs = now
        if states % 64 == 0 {
            do { if let event = try Event(line: line) { told.take(event) } } catch {
                throw BrokenLaw("a line is understood: \(error): \(String(decoding: line, as: UTF8.self))")
            }
        }
        run = params["run"]
        // A card that opens slowly has missed what the clock has played by then.
        if status["audio"]?["output"] == "clock" { model.giveUp() }
        told.take(status: status, atNs: now)
        heard.take(status, atNs: now)
        try settings.take(status: status, atNs: now)
        return true
    }

    private static let beginsOfAnswers = [#"{"id":"#, #"{"error":"#].map { Array($0.utf8) }
    private static let beginOfState = Array(#"{"method":"event.state""#.utf8)

    /// The card has something else.
    mutating func take(_ fault: Script.CardFault, atNs now: Int64) {
        told.take(fault, atNs: now)
        settings.fault(atNs: now)
        heard.forget()
        model.giveUp()
    }

    /// Time has gone by.
    mutating func look(_ onsets: [VirtualCard.Onset], atNs now: Int64) throws(BrokenLaw) {
        for onset in onsets { try model.hear(onset) }
        try told.look(onsets, atNs: now)
        try heard.look(atNs: now)
        try settings.hear(onsets, atNs: now)
        try settings.endTurn(atNs: now, told.timeline)
    }

    /// A file was saved.
    mutating func write(_ name: String, _ text: String) { settings.write(name, text) }

    /// A client goes.
    mutating func leave(_ client: SimulatedClient, atNs now: Int64) {
        model.leave(ObjectIdentifier(client))
        settings.leave(ObjectIdentifier(client), atNs: now)
    }

    /// The configuration is read: what it changes, nobody has asked for.
    mutating func reload(atNs now: Int64) {
        model.giveUp()
        settings.reload(atNs: now)
    }

    /// What was told last of the beats; nil while nothing plays.
    var timeline: TimelineState? { told.timeline }

    /// Another daemon begins.
    mutating func restart() {
        told = HeardAsToldLaw(conditions)
        settings.restart()
        heard.forget()
        model.giveUp()
    }

    /// Nothing happens any more.
    func rest(_ clients: [SimulatedClient]) throws(BrokenLaw) {
        for client in clients {
            try law(
                client.waiting.isEmpty,
                "every request is answered: \(client.waiting.joined(separator: "; "))")
        }
    }

    /// Every request has exactly one answer, in the order of its client, which can be read. Takes a line that is no event, and returns it.
    private mutating func answer(_ line: [UInt8], of client: SimulatedClient) throws(BrokenLaw) -> JSONValue {
        func text() -> String { String(decoding: line, as: UTF8.self) }
        try law(!client.waiting.isEmpty, "nothing is answered that was not asked: \(text())")
        let asked = client.waiting.removeFirst()
        let answer: JSONValue
        do { answer = try JSONLine.parse(line) } catch { throw BrokenLaw("an answer is JSON: \(text())") }
        let isAnswer = (answer["result"] == nil) != (answer["error"] == nil)
        try law(isAnswer, "an answer is a result or an error: \(text())")
        client.answer = answer
        if let error = answer["error"] {
            let hasReason = error["data"]?["reason"]?.string != nil && !(error["message"]?.string ?? "").isEmpty
            try law(hasReason, "an error says why: \(text())")
            try law(error["data"]?["reason"]?.string != "internal", "nothing fails within: \(asked): \(text())")
            if let command = Self.command(of: asked), let reason = error["data"]?["reason"]?.string {
                refusals["\(command.name) \(reason)", default: 0] += 1
                try law(
                    (command.allReasons + ErrorReason.ofAnyRequest).map(\.rawValue).contains(reason),
                    "a method is refused for a reason that it lists: \(asked): \(text())")
                let (param, names) = (error["data"]?["param"]?.string, ["params"] + command.parameters.map(\.name))
                try law(
                    param.map(names.contains) ?? true || reason == ErrorReason.unknownParam.rawValue,
                    "a refusal is about a parameter of its method: \(asked): \(text())")
            }
        }
        return answer
    }

    /// The command that a line asks for; nil where it asks for none.
    private static func command(of line: String) -> Command? {
        let method = (try? JSONLine.parse(line.utf8))?["method"]?.string
        return method.map(CommandTable.command(named:))
            ?? (try? CommandTable.request(words: line.split(separator: " ").map(String.init)).command)
    }
}
#endif
