// SPDX-License-Identifier: Apache-2.0

/// On the wire a spring is its physics: {"mass", "stiffness", "damping"}; one that jumps is {"mass": 1}.
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
        try container.encode(mass, forKey: .mass)
        // JSON has no infinity.
        guard kind != .rigid else { return }
        try container.encode(stiffness, forKey: .stiffness)
        try container.encode(damping, forKey: .damping)
    }
}
