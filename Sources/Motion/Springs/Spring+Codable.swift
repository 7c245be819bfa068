// SPDX-License-Identifier: Apache-2.0

/// On the wire a spring is its physics: {"mass", "stiffness", "damping"}; one that jumps has no stiffness.
extension Spring: Codable {
    private enum CodingKeys: String, CodingKey { case mass, stiffness, damping }

    /// Reads mass, stiffness and damping.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            mass: try container.decodeIfPresent(Double.self, forKey: .mass) ?? 1,
            stiffness: try container.decodeIfPresent(Double.self, forKey: .stiffness) ?? 0,
            damping: try container.decodeIfPresent(Double.self, forKey: .damping) ?? 0)
    }

    /// Writes mass, stiffness and damping.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        for (key, number) in zip([CodingKeys.mass, .stiffness, .damping], physics) {
            try container.encode(number, forKey: key)
        }
    }
}

extension Spring {
    /// Mass, stiffness and damping as the wire forms write them: a spring that jumps, which is infinitely stiff, as one
    /// without stiffness, which jumps too.
    var physics: [Double] { kind == .rigid ? [mass, 0, 0] : [mass, stiffness, damping] }
}
