// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
import MetronomeRhythm
import Testing

@testable import Faces

@Suite struct FaceBoundsTests {
    @Test(arguments: ["heart", "bounce", "canon", "faces", "plane", "ring", "counter", "blob", "practice"])
    func `nothing of a face is cut off, whatever the beat and the shape of the picture`(name: String) throws {
        let face = try #require(FaceTable.face(named: name))
        let tempo = try Tempo(90)
        for size in [face.defaultSize, Size(width: 800, height: 200), Size(width: 200, height: 500)] {
            for meter in [Meter.common, try Meter(parsing: "7/8")] {
                for step in 0...240 {
                    let moment = Moment(beats: Double(step) / 8, tempo: tempo, meter: meter)
                    var picture = Drawing(size: size)
                    picture.group("face") { $0.append(face.drawing(at: moment, size: size, theme: .plain)) }
                    let frame = try #require(picture.frame(of: "face"))
                    #expect(picture.bounds.union(frame) == picture.bounds, "\(size) at \(moment.position)")
                }
            }
        }
    }
}
