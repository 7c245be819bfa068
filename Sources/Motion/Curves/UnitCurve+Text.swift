// SPDX-License-Identifier: Apache-2.0

/// The wire form: a name such as `easeInOut`, else CSS `cubic-bezier(x1,y1,x2,y2)` or `steps(n,jump-end)`.
///
/// What is left of a curve after a cut, where that is no Bézier, carries the cut: `cosine(0.25)`, `steps(4,jump-end,0.25)`.
extension UnitCurve: LosslessStringConvertible {
    private static let names: [(String, Function)] = [
        ("circularEaseIn", .circularEaseIn), ("circularEaseOut", .circularEaseOut),
        ("circularEaseInOut", .circularEaseInOut), ("circularEaseOutIn", .circularEaseOutIn), ("cosine", .cosine),
        ("arccosine", .arccosine),
    ]

    /// The wire form, with the fewest digits that read back to the same curve.
    public var description: String {
        let cut = start == 0 ? "" : Number.shortest(start)
        switch self {
        case .linear: return "linear"
        case .easeIn: return "easeIn"
        case .easeOut: return "easeOut"
        case .easeInOut: return "easeInOut"
        default: break
        }
        switch function {
        case .bezier(let bezier):
            let numbers = [bezier.x1, bezier.y1, bezier.x2, bezier.y2].map(Number.shortest)
            return "cubic-bezier(\(numbers.joined(separator: ",")))"
        case .steps(let count, let jump):
            return "steps(\(count),\(jump.rawValue)\(cut.isEmpty ? "" : ",")\(cut))"
        default:
            let name = Self.names.first { $0.1 == function }?.0 ?? "linear"
            return cut.isEmpty ? name : "\(name)(\(cut))"
        }
    }

    /// The curve a wire form names, or a CSS one: also `ease`, `ease-in`, `ease-out`, `ease-in-out`, `step-start`,
    /// `step-end` and `hold`, which is the same.
    ///
    /// Nil for anything else, and for a `cubic-bezier` whose x lies outside 0...1, as in CSS.
    public init?(_ description: String) {
        switch description {
        case "linear": self = .linear
        case "easeIn", "ease-in": self = .easeIn
        case "easeOut", "ease-out": self = .easeOut
        case "easeInOut", "ease-in-out": self = .easeInOut
        case "ease": self = .bezier(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1)
        case "hold", "step-end": self = .steps(1)
        case "step-start": self = .steps(1, .start)
        default:
            guard let curve = Self.function(description) ?? Self.named(description) ?? Self.stairs(description) else {
                return nil
            }
            self = curve
        }
    }

    private static func function(_ text: String) -> UnitCurve? {
        guard let numbers = Number.arguments(of: "cubic-bezier", in: text), numbers.count == 4,
            (0...1).contains(numbers[0]), (0...1).contains(numbers[2])
        else { return nil }
        return .bezier(x1: numbers[0], y1: numbers[1], x2: numbers[2], y2: numbers[3])
    }

    private static func named(_ text: String) -> UnitCurve? {
        for (name, function) in names {
            if text == name { return UnitCurve(function) }
            guard let numbers = Number.arguments(of: name, in: text) else { continue }
            guard numbers.count == 1, numbers[0] > 0, numbers[0] < 1 else { return nil }
            return UnitCurve(function, start: numbers[0])
        }
        return nil
    }

    private static func stairs(_ text: String) -> UnitCurve? {
        guard let words = Number.words(of: "steps", in: text), (1...3).contains(words.count),
            let count = Int(words[0]), let jump = words.count == 1 ? .end : jump(words[1]),
            count >= (jump == .none ? 2 : 1)
        else { return nil }
        guard words.count == 3 else { return .steps(count, jump) }
        guard let start = Number.finite(words[2]), start > 0, start < 1 else { return nil }
        return UnitCurve(.steps(count, jump), start: start)
    }

    private static func jump(_ word: Substring) -> Jump? {
        word == "start" ? .start : word == "end" ? .end : Jump(rawValue: String(word))
    }
}

extension UnitCurve: TextCoded {
    static func refusal(of text: String) -> String {
        "'\(text)' is no curve; try linear, easeInOut or cubic-bezier(…)"
    }
}
