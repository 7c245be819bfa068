// SPDX-License-Identifier: Apache-2.0

internal import Control

/// What a source says for one setting, and where that source stands.
///
/// A flag or a variable is text, which becomes what is asked for; a value of the file has a type already and must be
/// of the right one.
struct SettingValue {
    /// What is wrong with it, without where it was said.
    struct Refusal: Error {
        let message: String
    }

    enum Content {
        case text(String)
        case typed(JSONValue)
    }

    let content: Content
    /// What a relative path starts from.
    let folder: String
    /// What `~` stands for.
    let home: String?

    /// A text of any kind, not empty.
    func string(_ wanted: String) throws(Refusal) -> String {
        let text: String
        switch content {
        case .text(let said), .typed(.string(let said)): text = said
        case .typed: throw refusal(wanted)
        }
        guard !text.isEmpty, !text.unicodeScalars.contains("\0") else { throw refusal(wanted) }
        return text
    }

    /// A number in that range.
    func number(_ range: ClosedRange<Double>) throws(Refusal) -> Double {
        let wanted = "a number \(Self.plain(range.lowerBound))...\(Self.plain(range.upperBound))"
        let number =
            switch content {
            case .text(let text): Self.decimal(text)
            case .typed(let value): value.number
            }
        guard let number, range.contains(number) else { throw refusal(wanted) }
        return number
    }

    /// Yes or no.
    func flag() throws(Refusal) -> Bool {
        switch content {
        case .typed(.bool(let flag)): return flag
        case .text("true"), .text("yes"), .text("on"), .text("1"): return true
        case .text("false"), .text("no"), .text("off"), .text("0"): return false
        default: throw refusal("true or false")
        }
    }

    /// One of the words of an enumeration.
    func choice<Choice: RawRepresentable & CaseIterable>(_: Choice.Type) throws(Refusal) -> Choice
    where Choice.RawValue == String {
        let wanted = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        guard let choice = Choice(rawValue: try string("one of \(wanted)")) else { throw refusal("one of \(wanted)") }
        return choice
    }

    /// A path, made absolute.
    func path(_ wanted: String) throws(Refusal) -> String {
        let text = try string(wanted)
        if text.hasPrefix("/") { return text }
        guard text == "~" || text.hasPrefix("~/") else { return folder + (folder.hasSuffix("/") ? "" : "/") + text }
        guard let home else {
            throw Refusal(message: "~ has no meaning here, for HOME is not set: write the whole path")
        }
        return home + text.dropFirst()
    }

    /// The error for a value that is not what it should be.
    func refusal(_ wanted: String) -> Refusal {
        Refusal(message: "must be \(wanted), not \(said)")
    }

    /// The value as it was written, more or less.
    private var said: String {
        let text =
            switch content {
            case .text(let text), .typed(.string(let text)): text.debugDescription
            case .typed(.integer(let whole)): "\(whole)"
            case .typed(.number(let number)): "\(number)"
            case .typed(.bool(let flag)): "\(flag)"
            case .typed(.array): "a list"
            case .typed(.object), .typed(.null): "a table"
            }
        return text.count <= 60 ? text : text.prefix(60) + "…"
    }

    /// Nil for what `Double` reads but nobody means: nan, inf, 0x1p3.
    private static func decimal(_ text: String) -> Double? {
        let isPlain = text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || "+-.eE".utf8.contains($0) }
        return isPlain ? Double(text) : nil
    }

    private static func plain(_ number: Double) -> String {
        Int(exactly: number).map(String.init) ?? "\(number)"
    }
}
