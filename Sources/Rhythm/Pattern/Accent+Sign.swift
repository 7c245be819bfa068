// SPDX-License-Identifier: Apache-2.0

extension Accent {
    /// The sign that stands for it in a line of beats: `X` bell, `A` accent, `x` normal, `o` ghost, `.` mute. `X`, `x` and `.`
    /// are klick's.
    public var sign: Character {
        switch self {
        case .bell: "X"
        case .accent: "A"
        case .normal: "x"
        case .ghost: "o"
        case .mute: "."
        }
    }

    /// The accent of a sign; nil for any other.
    public init?(sign: Character) {
        guard let accent = Self.allCases.first(where: { $0.sign == sign }) else { return nil }
        self = accent
    }

    /// The accents of a line of signs, such as `Xx.o`. Throws for any other sign, and for none at all.
    public static func accents(signs: String) throws(RhythmError) -> [Accent] {
        var accents: [Accent] = []
        for sign in signs {
            guard let accent = Accent(sign: sign) else {
                throw .invalid(
                    "\(RhythmError.quote(String(sign))) is none of the signs of a beat: "
                        + "X (bell), A (accent), x (normal), o (ghost) and . (mute)")
            }
            accents.append(accent)
        }
        guard !accents.isEmpty else { throw .invalid("a line of beats needs at least one sign, such as Xxxx") }
        return accents
    }
}
