// SPDX-License-Identifier: Apache-2.0

/// One door that input comes in by: what is done with the bytes, and which laws hold then.
///
/// The fuzzer and the tests run the same targets.
public struct FuzzTarget: Sendable {
    /// By which it is chosen; its corpus is the folder of this name.
    public let name: String
    /// The length of its longest input, in bytes.
    public let longest: Int
    /// The words that its inputs are made of, for the fuzzer's dictionary.
    let words: @Sendable () -> [String]
    /// Inputs that are right, to begin with.
    let seeds: @Sendable () -> [[UInt8]]
    private let body: @Sendable ([UInt8]) throws -> Void

    init(
        _ name: String, longest: Int, words: @escaping @Sendable () -> [String] = { [] },
        seeds: @escaping @Sendable () -> [[UInt8]], body: @escaping @Sendable ([UInt8]) throws -> Void
    ) {
        self.name = name
        self.longest = longest
        self.words = words
        self.seeds = seeds
        self.body = body
    }

    /// The target of that name.
    public static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }

    /// Does with an input what the program would do. Throws ``BrokenLaw`` where something is true that never may be; ends
    /// the process where the code under test does.
    public func check(_ input: [UInt8]) throws { try body(input) }

    /// Checks the inputs that the target begins with.
    public func checkSeeds() throws { for seed in seeds() { try check(seed) } }
}

/// What an input has shown to be wrong.
public struct BrokenLaw: Error, CustomStringConvertible {
    /// The law and the value that breaks it.
    public let description: String

    init(_ law: String) { description = law }
}

/// Throws the law where it does not hold.
func law(_ holds: Bool, _ text: @autoclosure () -> String) throws(BrokenLaw) {
    if !holds { throw BrokenLaw(text()) }
}

/// Throws where the text of an error does not help: where there is none, or too much to be read. What it repeats of the input
/// is made printable where it is printed.
func lawOfErrors(_ text: String) throws(BrokenLaw) {
    try law(!text.isEmpty, "an error has no text")
    try law(text.utf8.count <= 4096, "an error has \(text.utf8.count) bytes: \(text.prefix(200).debugDescription)…")
}
