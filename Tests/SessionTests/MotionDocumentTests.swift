// SPDX-License-Identifier: Apache-2.0

import Foundation
import MetronomeMotion
import MetronomeRhythm
import Testing

@testable import MetronomeSession

/// The movements that clients are told, against the documents by which they evaluate them.
@Suite struct MotionDocumentTests {
    private static func document(_ name: String) throws -> String {
        try String(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Docs/\(name)"),
            encoding: .utf8)
    }

    /// What every property is told to do in a run whose tempo and meter change, and after its stop.
    private static func told() throws -> [Segment] {
        var run = try Rehearsal(bpm: 137)
        run.record.approach(fromFrame: 38_400) { $0.idle(bpm: 70) }
        run.now = 2.2
        run.change(beatsPerBar: 3)
        run.now = 3.05
        run.change(to: try Tempo(80))
        run.now = 3.2
        run.change(to: try Tempo(201))
        var segments: [Segment] = []
        for property in Choreography.properties {
            for index in Int64(0)..<16 { segments += run.record.motion.segments(of: property, inBeat: index) }
        }
        segments += segments.flatMap { segment in
            [0.2, 0.7].map { segment.tail(from: segment.begin + $0 * segment.duration) }
        }
        run.now = 4.3
        run.record.end(atFrame: run.frame, bpm: 60)
        for property in Choreography.properties { segments.append(run.record.motion.movement(of: property, at: 4.4)) }
        return segments
    }

    @Test func `every curve that is told is one that the protocol describes`() throws {
        let text = try Self.document("Protocol.md")
        let curves = Set(try Self.told().map { $0.curve.description.prefix { $0 != "(" } })
        #expect(curves.isSuperset(of: ["linear", "cubic-bezier", "spring", "cosine"]))
        for curve in curves { #expect(text.contains("`\(curve)`") || text.contains("`\(curve)("), "\(curve)") }
    }

    @Test func `the formula of the document gives the values of every spring that is told`() throws {
        let text = try Self.document("Motion.md")
        for formula in [
            "to + e^(−a·t) · (y · cos ω·t + (v0 + a·y)/ω · sin ω·t)", "to + e^(−a·t) · (y + (v0 + a·y)·t)",
        ] {
            #expect(text.contains("\n    \(formula)\n"), "\(formula)")
        }
        var critical = 0
        for segment in try Self.told() {
            guard case .spring(let spring, let v0) = segment.curve else { continue }
            let (a, y) = (spring.damping / (2 * spring.mass), segment.from - segment.to)
            let omega = (spring.stiffness / spring.mass - a * a).squareRoot()
            critical += omega == 0 ? 1 : 0
            for part in [0, 0.1, 0.4, 0.9] {
                let t = part * segment.duration
                let swing =
                    omega == 0
                    ? y + (v0 + a * y) * t : y * cos(omega * t) + (v0 + a * y) / omega * sin(omega * t)
                let value = segment.to + exp(-a * t) * swing
                #expect(abs(value - segment.value(at: segment.begin + t)) < 1e-6 * max(1, abs(value)), "\(segment)")
            }
        }
        #expect(critical > 0)
    }
}
