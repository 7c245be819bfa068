// SPDX-License-Identifier: Apache-2.0

/// The wire form: SVG path data with the absolute commands M, L, Q, C and Z, which a web page draws as it is.
extension Path: LosslessStringConvertible {
    /// The path data, with the fewest digits that read back to the same numbers.
    public var description: String {
        func text(_ letter: String, _ points: Point...) -> String {
            letter + points.map { "\(Number.shortest($0.x)),\(Number.shortest($0.y))" }.joined(separator: " ")
        }
        return elements.map { element in
            switch element {
            case .move(let point): text("M", point)
            case .line(let point): text("L", point)
            case .quadCurve(let point, let control): text("Q", control, point)
            case .curve(let point, let control1, let control2): text("C", control1, control2, point)
            case .closeSubpath: "Z"
            }
        }.joined(separator: " ")
    }

    /// The outline that path data with these five commands describe; nil for any other text.
    public init?(_ description: String) {
        var rest = Substring(description)
        func isGap(_ character: Character) -> Bool { character == " " || character == "," || character == "\n" }
        func number() -> Double? {
            rest = rest.drop(while: isGap)
            let text = rest.prefix { "+-.0123456789eE".contains($0) }
            rest = rest.dropFirst(text.count)
            return Number.finite(text)
        }
        func point() -> Point? {
            guard let x = number(), let y = number() else { return nil }
            return Point(x: x, y: y)
        }
        while true {
            rest = rest.drop(while: isGap)
            guard let letter = rest.popFirst() else { return }
            if isEmpty && letter != "M" { return nil }
            switch letter {
            case "M":
                guard let to = point() else { return nil }
                move(to: to)
            case "L":
                guard let to = point() else { return nil }
                addLine(to: to)
            case "Q":
                guard let control = point(), let to = point() else { return nil }
                addQuadCurve(to: to, control: control)
            case "C":
                guard let control1 = point(), let control2 = point(), let to = point() else { return nil }
                addCurve(to: to, control1: control1, control2: control2)
            case "Z": closeSubpath()
            default: return nil
            }
        }
    }
}

extension Path: TextCoded {
    static func refusal(of text: String) -> String {
        "this is no path data of the commands M, L, Q, C and Z"
    }
}
