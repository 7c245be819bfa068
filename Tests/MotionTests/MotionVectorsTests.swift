// SPDX-License-Identifier: Apache-2.0

import Foundation
import MetronomeMotion
import ReferenceValues
import Testing

/// Every row of every set that this module implements.
@Suite struct MotionVectorsTests {
    static let curves = [
        "curve.linear": UnitCurve.linear, "curve.easeIn": .easeIn, "curve.easeOut": .easeOut,
        "curve.easeInOut": .easeInOut,
        "curve.coreAnimationDefault": .bezier(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1),
    ]

    static let others = [
        "curve.easeInOut.vsCosine", "curve.easeInOut.splitTail", "pendulum.60", "pendulum.90", "pendulum.bell.seed",
        "pendulum.geometry", "tempo.hermite", "tempo.phase",
    ]

    /// Schedules are of another module.
    static let schedules = [
        "heart.schedule", "gif.loop", "schedule.periodic", "schedule.cyclic.seed",
    ]

    @Test func `each set but those of schedules is there, has rows and is tested`() throws {
        let sets = try VectorSet.all().filter { !Self.schedules.contains($0.id) }
        let tested =
            Array(Self.curves.keys) + Self.others + SpringVectorsTests.sets + KeyframeVectorsTests.sets
            + EffectVectorsTests.sets
        #expect(sets.map(\.id).sorted() == tested.sorted())
        #expect(sets.allSatisfy { set in !set.rows.isEmpty && set.rows.allSatisfy { $0.count == set.columns.count } })
        #expect(sets.allSatisfy { $0.tolerance > 0 && $0.tolerance <= 1e-6 })
    }

    @Test(arguments: curves.keys.sorted())
    func `a curve has the values and slopes of the vectors`(id: String) throws {
        let set = try VectorSet.named(id)
        let curve = try #require(Self.curves[id])
        let (c1, c2) = (try #require(set.params.c1), try #require(set.params.c2))
        #expect(curve == .bezier(x1: c1[0], y1: c1[1], x2: c2[0], y2: c2[1]))
        for row in set.rows {
            let x = try set.number("x", in: row)
            #expect(set.agrees(curve.value(at: x), try set.number("value", in: row)), "value at \(x)")
            #expect(set.agrees(curve.velocity(at: x), try set.number("slope", in: row)), "slope at \(x)")
        }
    }

    @Test func `easeInOut is not a cosine, and differs most where the vectors say`() throws {
        let set = try VectorSet.named("curve.easeInOut.vsCosine")
        func difference(_ x: Double) -> Double { abs(UnitCurve.easeInOut.value(at: x) - (1 - cos(.pi * x)) / 2) }
        for row in set.rows {
            let most = try set.number("absDifference", in: row)
            #expect(set.agrees(difference(try set.number("x", in: row)), most))
            #expect(set.agrees((0...400).map { difference(Double($0) / 400) }.max() ?? 0, most))
        }
    }

    @Test func `the tail of easeInOut has the control points of the vectors`() throws {
        let set = try VectorSet.named("curve.easeInOut.splitTail")
        for row in set.rows {
            let x0 = try set.number("x0", in: row)
            #expect(set.agrees(UnitCurve.easeInOut.value(at: x0), try set.number("y(x0)", in: row)))
            let tail = try #require(UnitCurve.easeInOut.tail(from: x0).controlPoints)
            #expect(set.agrees(tail.x1, try set.number("x1", in: row)), "x1 of \(x0)")
            #expect(set.agrees(tail.y1, try set.number("y1", in: row)), "y1 of \(x0)")
            #expect(set.agrees(tail.x2, try set.number("x2", in: row)), "x2 of \(x0)")
            #expect(set.agrees(tail.y2, try set.number("y2", in: row)), "y2 of \(x0)")
        }
    }

    @Test(arguments: ["pendulum.60", "pendulum.90"])
    func `a pendulum has the angles and angular velocities of the vectors`(id: String) throws {
        let set = try VectorSet.named(id)
        let period = 60 / (try #require(set.params.bpm))
        let pendulum = Pendulum(amplitude: try #require(set.params.amplitude))
        for row in set.rows {
            let time = try set.number("t", in: row)
            let beat = Int64(try set.number("beat", in: row))
            let swing = pendulum.swing(beat: beat, begin: Double(beat) * period, duration: period)
            #expect(set.agrees(swing.value(at: time), try set.number("theta", in: row)), "theta at \(time)")
            #expect(set.agrees(swing.velocity(at: time), try set.number("omega", in: row)), "omega at \(time)")
        }
    }

    @Test func `the ends of rod and weight are where the vectors say`() throws {
        let set = try VectorSet.named("pendulum.geometry")
        let pivot = (x: 100.0, y: 335.0)
        for row in set.rows {
            let angle = try set.number("theta", in: row)
            let tip = Pendulum().point(at: 320, angle: angle, pivot: pivot)
            let weight = Pendulum().point(at: 260, angle: angle, pivot: pivot)
            #expect(set.agrees(tip.x, try set.number("tipX", in: row)))
            #expect(set.agrees(tip.y, try set.number("tipY", in: row)))
            #expect(set.agrees(weight.x, try set.number("weightX", in: row)))
            #expect(set.agrees(weight.y, try set.number("weightY", in: row)))
        }
    }

    /// Motion makes no sound: this only holds the vectors to their rule. The seed counts before it tests, so its bell
    /// falls on the last beat of four; a musician's bell falls on the first.
    @Test func `the bell rings on the first of four beats, and one beat earlier in the seed`() throws {
        let set = try VectorSet.named("pendulum.bell.seed")
        for row in set.rows {
            let beat = Int(try set.number("beat", in: row))
            #expect(try set.number("timeAt60", in: row) == Double(beat))
            #expect(try set.word("musicalSound", in: row) == (beat % 4 == 0 ? "bell" : "beat"))
            #expect(try set.word("seedSound", in: row) == ((beat + 1) % 4 == 0 ? "bell" : "beat"))
        }
    }

    @Test func `a tempo change in mid-swing follows the Hermite of the vectors`() throws {
        let set = try VectorSet.named("tempo.hermite")
        let swing = Pendulum().swing(beat: 0, begin: 0, duration: 1)
        let rest = Pendulum().retargeted(swing, at: try #require(set.params.t0), arrivingAt: 0.625)
        for row in set.rows {
            let time = try set.number("t", in: row)
            #expect(set.agrees(rest.value(at: time), try set.number("theta", in: row)), "theta at \(time)")
            #expect(set.agrees(rest.velocity(at: time), try set.number("omega", in: row)), "omega at \(time)")
        }
        guard case .number(let y1)? = set.params.cssEasing?.last else {
            throw VectorSet.Missing(description: "tempo.hermite has no y1")
        }
        let points = try #require(rest.curve.unitCurve?.controlPoints)
        #expect(set.agrees(points.y1, y1))
        let third = 1.0 / 3
        #expect(rest.curve == .bezier(x1: third, y1: points.y1, x2: 2 * third, y2: 1))
    }

    @Test func `the phase-mapped rest of a swing is the tail of its curve`() throws {
        let set = try VectorSet.named("tempo.phase")
        let swing = Pendulum().swing(beat: 0, begin: 0, duration: 1)
        let rest = Segment(
            from: swing.value(at: 0.25), to: swing.to, begin: 0.25, duration: 0.375,
            curve: .unit(try #require(swing.curve.unitCurve).tail(from: 0.25)))
        for row in set.rows {
            let time = try set.number("t", in: row)
            #expect(set.agrees(rest.value(at: time), try set.number("theta", in: row)), "theta at \(time)")
            #expect(set.agrees(rest.velocity(at: time), try set.number("omega", in: row)), "omega at \(time)")
        }
    }
}
