// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
import MetronomeRhythm
import Testing

@testable import Faces

@Suite struct ReferenceTests {
    @Test(arguments: FaceTable.names) func `a face looks as it did when it was found good`(name: String) throws {
        let face = try #require(FaceTable.face(named: name))
        for beats in [0, 2.25] {
            for theme in [Theme.light, .dark] {
                let moment = Moment(beats: beats, tempo: try Tempo(90))
                let picture = face.picture(at: moment, size: Size(width: 120, height: 120), theme: theme)
                try ReferencePicture(name: "\(name)-\(beats)-\(theme.name)").expect(picture)
            }
        }
    }

    @Test func `the picture of the pendulum is the one that its command draws`() throws {
        // metroface pendulum --png beat.png --beat 2.25
        let face = PendulumFace()
        let moment = Moment(beats: 2.25, tempo: try Tempo(90))
        try ReferencePicture(name: "../../../Docs/pendulum")
            .expect(face.picture(at: moment, size: face.defaultSize, theme: .light))
    }

    @Test func `letters look as they did`() throws {
        var drawing = Drawing(size: Size(width: 200, height: 60))
        drawing.fill(Path(drawing.bounds), .white)
        drawing.draw(Text("Ågåé «ß» 0123", font: Font(size: 22), at: Point(x: 100, y: 16)), .black)
        drawing.draw(Text("Темп ρυθμός 89%", font: Font(size: 18, weight: .bold), at: Point(x: 100, y: 44)), .black)
        try ReferencePicture(name: "letters").expect(drawing)
    }

    @Test func `lines, gradients, dashes and clips look as they did`() throws {
        var drawing = Drawing(size: Size(width: 120, height: 120))
        drawing.fill(Path(drawing.bounds), .white)
        let rainbow = Gradient(Color(hex: 0xFF3B30), Color(hex: 0xFF9500), Color(hex: 0x0075BA))
        drawing.fill(
            Path(roundedRect: Rect(x: 6, y: 6, width: 50, height: 50), cornerRadius: 10),
            .linear(rainbow, from: Point(x: 6, y: 6), to: Point(x: 56, y: 56)))
        drawing.fill(
            Path(ellipseIn: Rect(x: 64, y: 6, width: 50, height: 50)),
            .radial(rainbow, center: Point(x: 89, y: 31), radius: 25))
        let style = StrokeStyle(width: 5, cap: .round, join: .round, dash: [1, 9], dashPhase: 3)
        drawing.stroke(Path(ellipseIn: Rect(x: 10, y: 68, width: 42, height: 42)), .color(.black), style)
        drawing.group(clip: Path(ellipseIn: Rect(x: 64, y: 64, width: 50, height: 50))) { group in
            for x in stride(from: 64.0, to: 114, by: 10) {
                group.fill(Path(Rect(x: x, y: 64, width: 5, height: 50)), Color(hex: 0x0075BA))
            }
        }
        try ReferencePicture(name: "shapes").expect(drawing)
    }
}
