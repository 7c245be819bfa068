// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Hearing
import Testing

/// A sound that is tried: what it is called, played for, and by how much its onsets may scatter, in ms.
struct Kind: CustomTestStringConvertible {
    let name: String
    let instrument: Instrument
    let spreadMs: Double
    /// How many of 100 strokes noise 30 dB below them may hide.
    var hidden = 1

    var testDescription: String { name }

    static let all = [
        Kind(name: "claps", instrument: .claps, spreadMs: 0.15),
        Kind(name: "stick", instrument: .drums, spreadMs: 0.15),
        Kind(name: "snare", instrument: .drums, spreadMs: 0.15),
        Kind(name: "hand_drum", instrument: .drums, spreadMs: 0.15),
        Kind(name: "kick", instrument: .drums, spreadMs: 0.3), Kind(name: "guitar", instrument: .guitar, spreadMs: 0.5),
        Kind(name: "piano", instrument: .piano, spreadMs: 0.5, hidden: 5),
        Kind(name: "bowed", instrument: .voice, spreadMs: 5),
        Kind(name: "voice", instrument: .voice, spreadMs: 5),
    ]
}

@Suite(.serialized) struct OnsetTests {
    @Test(arguments: Kind.all)
    func `every stroke in a room is found, and scatters by no more than its kind may`(_ kind: Kind) throws {
        let take = try Take(kind.name, seed: 1, noise: -45)
        defer { take.remove() }
        for instrument in [nil, kind.instrument] {
            let result = take.comparison(try take.heard(for: instrument))
            print(
                "\(kind.name) for \(instrument?.rawValue ?? "any"): mean \(result.meanMs) ms, spread \(result.spreadMs) ms"
            )
            #expect(result.spreadMs <= kind.spreadMs)
            #expect(result.missed <= 1)
            #expect(result.extra == [])
        }
    }

    @Test(arguments: Kind.all)
    func `noise 30 dB below the strokes hides few, and is taken for none`(_ kind: Kind) throws {
        let take = try Take(kind.name, seed: 18, hits: 100, noise: -30)
        defer { take.remove() }
        let result = take.comparison(try take.heard())
        #expect(result.missed <= kind.hidden)
        #expect(result.extra == [])
    }

    @Test func `pieces of any length give the same onsets`() throws {
        let take = try Take("snare", seed: 3, hits: 8, noise: -45)
        defer { take.remove() }
        let whole = try take.heard(pieces: .max / 2)
        #expect(whole.count == 8)
        #expect(try take.heard(pieces: 1) == whole)
        #expect(try take.heard(pieces: 777) == whole)
    }

    @Test func `a stroke that a file begins with is found, noise that it begins with is not`() throws {
        var chance = SystemRandomNumberGenerator()
        func noise(_ level: Float) -> Float { Float.random(in: -level...level, using: &chance) }
        let quiet = (0..<48_000).map { _ in noise(0.001) }
        let stroke = (0..<48_000).map { noise(0.5) * exp(-Float($0) / 1000) + noise(0.001) }

        let detector = try #require(OnsetDetector(rate: 48_000))
        #expect(detector.take(quiet) + detector.end() == [])
        let other = try #require(OnsetDetector(rate: 48_000))
        let onsets = other.take(stroke) + other.end()
        #expect(onsets.count == 1)
        #expect(abs(onsets.first?.frame ?? 1000) < 10)
        #expect(abs((onsets.first?.strength ?? 0) - 0.5) < 0.05)
    }

    @Test(arguments: [false, true])
    func `a stroke in the first 0.1 s is found, and noise that begins there and goes on is not`(_ goesOn: Bool) throws {
        // Of the faint click, 1.1 ms behind it, a candidate is made, and near that the fit is the loud one, 26 ms behind.
        var state: UInt64 = 872
        func noise(_ level: Double) -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return level * (Double(state >> 33) / Double(1 << 30) - 1)
        }
        var frames = (0..<24_000).map { _ in noise(0.0009) }
        for (first, level, length) in [(3000, 0.004, 150), (4052, 0.1, 60), (4365, 1.0, goesOn ? 19_635 : 500)] {
            for index in 0..<length {
                let left = length > 500 ? 1 : 1 - Double(index) / Double(length)
                frames[first + index] += noise(level) * left * left
            }
        }
        let detector = try #require(OnsetDetector(rate: 48_000))
        let onsets = detector.take(frames.map { Float($0) }) + detector.end()
        #expect(onsets.count == (goesOn ? 0 : 1))
        #expect(onsets.allSatisfy { abs($0.frame - 4365) < 5 })
    }

    @Test(arguments: [Float.nan, .infinity, 1e30, 0])
    func `what is no sound gives no onset, and the next stroke is found`(_ frame: Float) throws {
        let detector = try #require(OnsetDetector(rate: 44_100))
        #expect(detector.take([Float](repeating: frame, count: 100_000)) == [])
        let stroke = (0..<44_100).map { Float(0.5 * sin(Double($0))) * exp(-Float($0) / 1000) }
        let onsets = detector.take(stroke) + detector.end()
        #expect(onsets.count == 1)
        #expect(abs((onsets.first?.frame ?? 0) - 100_000) < 20)
    }

    @Test func `a rate beyond those that can be heard is refused`() {
        #expect(OnsetDetector(rate: 15_999) == nil)
        #expect(OnsetDetector(rate: 192_001) == nil)
        #expect(OnsetDetector(rate: 192_000) != nil)
    }
}
