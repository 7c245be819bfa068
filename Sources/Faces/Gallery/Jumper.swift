// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion

/// A smiley that jumps, and stands on the ground at rest: what `bounce` has one of, and `canon` three.
///
/// In a plane where it is 80 wide and high, its place of rest is (0, 0), and the ground is at y = 40: squeezed to a half
/// it lies on it 20 lower.
struct Jumper {
    static let radius = 40.0
    static let ground = 40.0
    /// The highest that a jump takes the top, and a shadow's room below the ground.
    static let reach = (top: -120.0, bottom: 49.0)

    /// The property names' beginning: "bounce", or "canon.2".
    let voice: String
    let expression: Smiley

    /// Draws the shadow, and a part named after the voice: a plane where the face has its middle at (0, 0).
    func draw(in plane: inout Drawing, _ moment: Moment, _ theme: Theme) {
        let y = moment.value("\(voice).y")
        let squash = moment.value("\(voice).squash")
        let height = Self.ground - y - Self.radius * squash
        let width = Self.radius * (1.6 - 0.8 * squash) * (1 - height / 300)
        let shadow = Rect(x: -width, y: Self.ground - 2, width: 2 * width, height: 10)
        plane.fill(Path(ellipseIn: shadow), Color(white: 0, opacity: 0.3 - height / 600))
        let effects: [any GeometryEffect] = [
            ScaleEffect(Size(width: 1, height: squash)),
            RotationEffect(.degrees(moment.value("\(voice).rotation"))),
            OffsetEffect(Size(width: 0, height: y)),
        ]
        plane.group(voice, effects: effects) { face in
            face.group(effects: [ScaleEffect(Self.radius / Smiley.radius)]) { expression.draw(in: &$0, theme) }
        }
    }

    static func drawGround(in plane: inout Drawing, from left: Double, to right: Double, _ theme: Theme) {
        let box = Rect(x: left, y: ground, width: right - left, height: 6)
        plane.group("ground") { $0.fill(Path(roundedRect: box, cornerRadius: 3), theme.faint) }
    }
}
