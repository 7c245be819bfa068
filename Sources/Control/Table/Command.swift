// SPDX-License-Identifier: Apache-2.0

/// One method of the protocol: its names, parameters, result and errors, and how its parameters become a ``Call``.
public struct Command: Sendable {
    /// An example of a call.
    public struct Example: Sendable, Equatable {
        /// The line in plain words; `metroctl` takes the same words.
        public let words: String
        /// What it does or when it is useful; empty where the words are enough.
        public let note: String

        init(_ words: String, _ note: String = "") {
            self.words = words
            self.note = note
        }
    }

    /// The method's name, such as `tempo.set`.
    public let name: String
    /// Who may call it.
    public let access: Access
    /// The patterns of its form in plain words.
    public let words: [WordPattern]
    /// What it does, in one short line without a full stop.
    public let abstract: String
    /// Details; empty where the abstract is enough.
    public let discussion: String
    /// Its parameters.
    public let parameters: [Parameter]
    /// The members of its result, in words.
    public let result: String
    /// The form of its result: made for whoever reads of it, for the records of all results take longer than an answer.
    public var returns: ValueForm { form() }
    /// Examples, at least one.
    public let examples: [Example]
    /// Reasons for a refusal besides those that hold for every request.
    public let reasons: [ErrorReason]

    private let form: @Sendable () -> ValueForm
    private let make: @Sendable (Arguments) throws(ControlError) -> Call

    init(
        _ name: String, for access: Access, words: [WordPattern], _ abstract: String, discussion: String = "",
        parameters: [Parameter] = [],
        result: String, returns: @autoclosure @escaping @Sendable () -> ValueForm = .type("change"),
        examples: [Example], reasons: [ErrorReason] = [],
        make: @escaping @Sendable (Arguments) throws(ControlError) -> Call
    ) {
        self.name = name
        self.access = access
        self.words = words
        self.abstract = abstract
        self.discussion = discussion
        self.parameters = parameters
        self.result = result
        form = returns
        self.examples = examples
        self.reasons = reasons
        self.make = make
    }

    /// The first file that the daemon would be asked to open by its path; nil where there is none. Sounds are named without a
    /// path, and presets and set lists are in folders of the daemon's own.
    package func namedFile(_ params: [String: JSONValue]) -> String? {
        parameters.lazy.filter(\.namesFiles).compactMap { params[$0.name] }
            .flatMap { $0.array ?? [$0] }.compactMap(\.string).first { $0.contains("/") }
    }

    /// The verb of the words form.
    public var verb: String { words.first?.verb ?? name }

    /// Every reason for which this method is refused besides those of any request, in the order of ``ErrorReason``.
    public var allReasons: [ErrorReason] {
        let own: [ErrorReason] = parameters.isEmpty ? [.unknownParam] : [.unknownParam, .wrongType]
        let text: [ErrorReason] = parameters.contains(where: \.takesWords) ? [.invalid] : []
        let mayMiss = parameters.contains(where: \.isRequired) || endsEarly
        let missing: [ErrorReason] = mayMiss ? [.missingParam] : []
        let waits = parameters.contains(.at)
        let cue: [ErrorReason] =
            (waits || parameters.contains(.atWhilePlaying) ? [.outOfRange] : []) + (waits ? [.stopped] : [])
        let all = Set(own + text + missing + cue + reasons)
        return ErrorReason.allCases.filter(all.contains)
    }

    /// Whether its words may end before the value of an optional parameter, `start at`, and are no whole request then.
    private var endsEarly: Bool {
        words.contains { pattern in
            pattern.parts.indices.contains { index in
                if case .word = pattern.parts[index] { return false }
                return !words.contains { $0.parts == Array(pattern.parts[..<index]) }
            }
        }
    }

    /// How long a client should wait for its answer. What changes nothing is answered at once. What changes something may
    /// wait for a sound card to be opened and for the silence before the first beat, which takes up to 8 s.
    public var answerTime: Duration { access == .watch ? .seconds(2) : .seconds(10) }

    /// The call that these parameters ask for.
    ///
    /// - Throws: `unknown_param`, `missing_param`, `wrong_type`, `out_of_range` or `invalid`.
    public func call(_ params: [String: JSONValue]) throws(ControlError) -> Call {
        let known = Set(parameters.map(\.name))
        if let name = params.keys.lazy.filter({ !known.contains($0) }).min() { throw unknown(parameter: name) }
        for parameter in parameters {
            if let value = params[parameter.name] { try parameter.check(value) }
        }
        for parameter in parameters where parameter.isRequired && params[parameter.name] == nil {
            throw missing(parameter)
        }
        return try make(Arguments(command: self, values: params))
    }

    /// The parameters that the words after the verb stand for, not checked yet; nil where no pattern fits.
    func params(matching words: [String]) -> [String: JSONValue]? {
        for pattern in self.words {
            guard case .complete(let found) = pattern.match(words) else { continue }
            var params: [String: JSONValue] = [:]
            for (name, values) in found {
                let text = values.joined(separator: " ")
                guard let parameter = parameters.first(where: { $0.name == name }) else {
                    params[name] = .string(text)
                    continue
                }
                switch parameter.forms.first {
                case .list, .texts: params[name] = .array(values.map(JSONValue.string))
                default: params[name] = parameter.value(word: text)
                }
            }
            return params
        }
        return nil
    }

    private func unknown(parameter name: String) -> ControlError {
        let names = parameters.map(\.name)
        // Who sets several things at once thinks of settings.
        if self.name == "settings.set" {
            let hint =
                CommandTable.verbs.contains(name)
                ? "it has a command of its own, \(name)"
                : CommandTable.suggestion(for: name, among: names).map { "did you mean \($0)?" }
                    ?? "there are " + names.filter { $0 != Parameter.at.name }.joined(separator: ", ")
            return ControlError(
                .unknownParam, "\(JSONValue.string(name).shortened) is no setting: \(hint)", param: name,
                allowed: names)
        }
        let allowed = names.isEmpty ? "takes no parameters" : "takes " + names.joined(separator: ", ")
        return ControlError(
            .unknownParam, "unknown parameter \(JSONValue.string(name).shortened): \(self.name) \(allowed)",
            param: name,
            allowed: names)
    }

    /// The error for a parameter that is not there; in words the request is called by those that are.
    func missing(_ parameter: Parameter, of words: String? = nil) -> ControlError {
        let what = words == nil ? "\(parameter.name): " : ""
        return ControlError(
            .missingParam, "\(words ?? name) needs \(what)\(parameter.expected)", param: parameter.name,
            allowed: parameter.words.isEmpty ? nil : parameter.words)
    }
}
