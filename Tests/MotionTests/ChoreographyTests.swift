// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
import SeededRandom
import Testing

@Suite struct ChoreographyTests {
    private static let meters = [1, 2, 3, 4, 5, 7, 12]
    private static let step = 1.0 / 512

    /// How far two values are apart, the way round if that is shorter.
    private func distance(_ one: Double, _ other: Double, _ property: MotionProperty) -> Double {
        guard let period = property.period else { return abs(one - other) }
        return abs((one - other).remainder(dividingBy: period))
    }

    @Test func `every name is there once, says the face and what moves, and finds its property`() {
        #expect(Set(Choreography.names).count == Choreography.names.count)
        for property in Choreography.properties {
            #expect(Choreography.property(named: property.name) == property)
            #expect(property.name.split(separator: ".").count >= 2)
            #expect(!property.summary.isEmpty && !property.summary.hasSuffix("."))
            #expect(property.range.contains(property.idle(bpm: 90)), "\(property.name)")
            #expect(property.rest.map { $0 == property.idle(bpm: 90) } ?? true, "\(property.name)")
        }
        #expect(Choreography.property(named: "pendulum") == nil)
    }

    @Test(arguments: Choreography.properties)
    func `a property goes on from beat to beat where it was, unless it is discrete`(property: MotionProperty) {
        for beats in Self.meters {
            for index in Int64(0)..<48 {
                let end = property.value(in: Beat(index, beatsPerBar: beats), phase: 1)
                let begin = property.value(in: Beat(index + 1, beatsPerBar: beats), phase: 0)
                guard !property.isDiscrete else { continue }
                #expect(distance(end, begin, property) < 1e-9, "\(property.name) at \(index + 1) in \(beats)")
            }
        }
    }

    @Test(arguments: Choreography.properties)
    func `no property leaves its range or is faster than it says, and none could be said to be slower`(
        property: MotionProperty
    ) {
        var (fastest, outside) = (0.0, 0.0)
        for beats in Self.meters {
            // A count-in has bars below 1.
            for index in Int64(-16)..<48 {
                for bpm in index == 0 ? [1.0, 137.3, 1000] : [60] {
                    let beat = Beat(index, beatsPerBar: beats, bpm: bpm)
                    var last: Double?
                    for place in 0...512 {
                        let value = property.value(in: beat, phase: Double(place) * Self.step)
                        outside = max(outside, property.range.lowerBound - value, value - property.range.upperBound)
                        if let last { fastest = max(fastest, abs(value - last) / Self.step) }
                        last = value
                    }
                }
            }
        }
        #expect(outside < 1e-9)
        guard !property.isDiscrete else { return }
        #expect(fastest <= property.maximumVelocity * (1 + 1e-9))
        #expect(fastest >= 0.9 * property.maximumVelocity, "\(property.name) is at most \(fastest) a beat")
    }

    @Test(arguments: Choreography.properties)
    func `every query has the same answer, in any order`(property: MotionProperty) {
        var random = SeededGenerator(seed: 4)
        let places = (0..<200).map { _ in
            (Int64.random(in: 0..<1000, using: &random), Double.random(in: 0...1, using: &random))
        }
        func value(_ place: (Int64, Double)) -> Double {
            property.value(in: Beat(place.0, beatsPerBar: 3), phase: place.1)
        }
        let there = places.map(value)
        #expect(places.reversed().map(value) == there.reversed())
        for place in places {
            let segments = property.segments(in: Beat(place.0, beatsPerBar: 3))
            #expect(segments.value(at: place.1) == value(place))
            #expect(segments.first.map { $0.begin <= 0 } == true)
            #expect(zip(segments, segments.dropFirst()).allSatisfy { $0.begin < $1.begin })
        }
    }

    @Test(arguments: Choreography.properties)
    func `what is left of the movements after a cut is what would have been`(property: MotionProperty) {
        for index in Int64(0)..<12 {
            let segments = property.segments(in: Beat(index))
            for cut in stride(from: 0.05, to: 1, by: 0.09) {
                let tail = segments.tail(from: cut)
                for phase in stride(from: cut, through: 1, by: 0.01) {
                    let (whole, left) = (segments.value(at: phase) ?? .nan, tail.value(at: phase) ?? .nan)
                    #expect(abs(whole - left) < 1e-7 * max(1, abs(whole)), "\(property.name), \(cut) at \(phase)")
                }
            }
        }
    }

    @Test func `the rod is at 30 degrees on every beat, and lands on the other side`() {
        for index in Int64(-4)..<64 {
            let beat = Beat(index, beatsPerBar: 3)
            #expect(MotionProperty.pendulumAngle.value(in: beat, phase: 0) == (index % 2 == 0 ? 30 : -30))
            #expect(MotionProperty.pendulumAngle.value(in: beat, phase: 0.5) == 0)
        }
    }

    @Test func `the jumping face lands on the beat, and the voices of the canon 0.3 beats after each other`() throws {
        for index in Int64(0)..<8 {
            for voice in 1...3 {
                let delay = 0.3 * Double(voice - 1)
                let (y, squash) = (MotionProperty.canon(voice)[0], MotionProperty.canon(voice)[2])
                #expect(abs(y.value(in: Beat(index), phase: delay) - 20) < 1e-9)
                #expect(abs(squash.value(in: Beat(index), phase: delay) - 0.5) < 1e-9)
                // In between it is nowhere as low.
                for phase in stride(from: 0.05, to: 0.96, by: 0.01) {
                    let place = delay + phase
                    let beat = Beat(index + Int64(place))
                    #expect(y.value(in: beat, phase: place - place.rounded(.down)) < 19)
                }
            }
        }
        let y = try #require(Choreography.property(named: "bounce.y"))
        #expect((0..<8).allSatisfy { y.value(in: Beat($0), phase: 0) == 20 })
    }

    @Test func `the face is squeezed gently on odd beats, and at full speed on even ones`() {
        // Half-way through the last part of a jump, which ends on the next beat.
        let (y, squash, phase) = (MotionProperty.bounce[0], MotionProperty.bounce[2], 1.4 / 1.5)
        let gentle = UnitCurve.easeOut.value(at: 0.5)
        #expect(abs(y.value(in: Beat(2), phase: phase) - (-20 + 40 * gentle)) < 1e-9)
        #expect(abs(squash.value(in: Beat(2), phase: phase) - (1 - 0.5 * gentle)) < 1e-9)
        #expect(abs(y.value(in: Beat(3), phase: phase)) < 1e-9)
        #expect(abs(squash.value(in: Beat(3), phase: phase) - 0.75) < 1e-9)
    }

    @Test func `a bar that is cut short is gone through to its end, and the next begins anew`() throws {
        var short = Beat(5, beatsPerBar: 4)
        short.endsBar = true
        let next = Beat(index: 6, bar: 3, beatInBar: 1, beatsPerBar: 3, bpm: 60)
        for property in Choreography.properties where !property.isDiscrete {
            let before = property.value(in: Beat(4, beatsPerBar: 4), phase: 1)
            #expect(distance(before, property.value(in: short, phase: 0), property) < 1e-9, "\(property.name)")
            let (end, begin) = (property.value(in: short, phase: 1), property.value(in: next, phase: 0))
            #expect(distance(end, begin, property) < 1e-9, "\(property.name)")
        }
        #expect(MotionProperty.ringProgress.value(in: short, phase: 0.5) == 0.625)
        #expect(MotionProperty.bannerSkew.value(in: short, phase: 1) == 0)
        #expect(MotionProperty.cardsImage.value(in: short, phase: 1) == 2)
    }

    @Test func `the card changes its picture a quarter through the bar, in the beat that holds it`() {
        // In 4/4 the second beat begins there, in 3/4 it is within the first.
        let image = MotionProperty.cardsImage
        #expect(image.segments(in: Beat(0)).map(\.to) == [0] && image.segments(in: Beat(1)).map(\.to) == [1])
        #expect(image.segments(in: Beat(0, beatsPerBar: 3)).map(\.to) == [0, 1])
        #expect(abs(image.segments(in: Beat(0, beatsPerBar: 3))[1].begin - 0.75) < 1e-12)
    }

    @Test func `faces come by chance, all of them, and never twice in a row`() {
        let faces = (Int64(0)..<1300).map { Int(MotionProperty.facesIndex.value(in: Beat($0), phase: 0)) }
        #expect(zip(faces, faces.dropFirst()).allSatisfy { $0 != $1 })
        for face in 0..<13 {
            #expect((50...150).contains(faces.count { $0 == face }), "face \(face)")
        }
        #expect(zip(faces, faces.dropFirst()).contains { abs($0 - $1) > 6 })
    }

    @Test func `the bell colours to the full, other beats to the half`() {
        var beat = Beat(1)
        #expect(MotionProperty.colourMix.value(in: beat, phase: 0.1) == 0.5)
        beat.bell = true
        #expect(MotionProperty.colourMix.value(in: beat, phase: 0.1) == 1)
    }

    @Test(arguments: [-3, 0, 5, 7, .max, .min])
    func `a beat outside its bar becomes the nearest in it, and nothing leaves its range`(place: Int) {
        let beat = Beat(index: 6, bar: 2, beatInBar: place, beatsPerBar: 4, bpm: 120)
        #expect(beat.beatInBar == (place < 1 ? 1 : 4) && beat.endsBar == (place > 4) && beat.bell == (place < 1))
        for property in Choreography.properties {
            for part in 0...10 {
                let value = property.value(in: beat, phase: Double(part) / 10)
                #expect(property.range.contains(value), "\(property.name)")
            }
        }
    }
}
