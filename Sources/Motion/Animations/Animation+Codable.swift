// SPDX-License-Identifier: Apache-2.0

/// On the wire an animation is an object of one of five shapes, with those it is made of inside.
///
/// {"curve": "easeInOut", "duration": 1}, {"spring": {…}, "initial_velocity": 0},
/// {"base": {…}, "delay": 0.3}, {"base": {…}, "speed": 2}, {"base": {…}, "count": 3, "autoreverses": true}; without a
/// count it is forever.
extension Animation: Codable {
    private enum CodingKeys: String, CodingKey {
        case curve, duration, spring, base, delay, speed, count, autoreverses
        case initialVelocity = "initial_velocity"
    }

    /// Reads one of the five shapes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func number(_ key: CodingKeys) throws -> Double { try container.decode(Double.self, forKey: key) }
        if container.contains(.curve) {
            self = .timingCurve(try container.decode(UnitCurve.self, forKey: .curve), duration: try number(.duration))
        } else if container.contains(.spring) {
            self.init(
                .spring(
                    try container.decode(Spring.self, forKey: .spring), initialVelocity: try number(.initialVelocity)))
        } else {
            let base = try container.decode(Animation.self, forKey: .base)
            if container.contains(.delay) {
                self = base.delay(try number(.delay))
            } else if container.contains(.speed) {
                self = base.speed(try number(.speed))
            } else {
                let reverses = try container.decode(Bool.self, forKey: .autoreverses)
                let count = try container.decodeIfPresent(Int.self, forKey: .count)
                self =
                    count.map { base.repeatCount($0, autoreverses: reverses) }
                    ?? base.repeatForever(autoreverses: reverses)
            }
        }
    }

    /// Writes its shape.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch kind {
        case .curve(let curve, let duration):
            try container.encode(curve, forKey: .curve)
            try container.encode(duration, forKey: .duration)
        case .spring(let spring, let velocity):
            try container.encode(spring, forKey: .spring)
            try container.encode(velocity, forKey: .initialVelocity)
        case .delay(let base, let delay):
            try container.encode(base, forKey: .base)
            try container.encode(delay, forKey: .delay)
        case .speed(let base, let speed):
            try container.encode(base, forKey: .base)
            try container.encode(speed, forKey: .speed)
        case .repetition(let base, let count, let autoreverses):
            try container.encode(base, forKey: .base)
            try container.encodeIfPresent(count, forKey: .count)
            try container.encode(autoreverses, forKey: .autoreverses)
        }
    }
}
