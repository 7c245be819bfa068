// SPDX-License-Identifier: Apache-2.0

/// The method of the protocol that sets a key by one parameter: `volume.set`, in words `volume <volume>`.
public struct KeyCommand: Sendable {
    /// The first words.
    public let verb: String
    /// The method's name; unless given, by the verb: `volume` is `volume.set`.
    public let method: String
    /// The parameter's name, which is also that of the value in the answer.
    public let parameter: String
    /// What it does, in one short line without a full stop.
    public let abstract: String
    /// More about it; empty where the abstract is enough.
    public let discussion: String
    /// What the parameter means, in one sentence, for the protocol.
    public let summary: String
    /// Lines in words, and what each is good for.
    public let examples: [(words: String, note: String)]

    init(
        _ verb: String, method: String? = nil, parameter: String? = nil, _ abstract: String, discussion: String = "",
        summary: String,
        examples: [(words: String, note: String)]
    ) {
        self.verb = verb
        self.method = method ?? verb + ".set"
        self.parameter = parameter ?? verb
        self.abstract = abstract
        self.discussion = discussion
        self.summary = summary
        self.examples = examples
    }
}
