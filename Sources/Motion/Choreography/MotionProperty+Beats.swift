// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

extension MotionProperty {
    /// How many faces there are to choose from.
    public static let faceCount: Int64 = 13
    /// For how many beats a quotation stays.
    public static let beatsPerQuote: Int64 = 8
    /// How many beats a cycle of a GIF takes.
    public static let beatsPerGIF: Int64 = 4

    /// Pseudorandom, the same for every program, and never the same twice in a row.
    public static let facesIndex = MotionProperty(
        "faces.index", "which of the thirteen faces", .count, 0...Double(faceCount - 1), isDiscrete: true
    ) { beat in .constant(Double(StableRandom.choice(of: faceCount, at: beat.index))) }

    /// Every new face pops up: it shrinks within a twelfth of the beat and springs back.
    public static let facesScale = MotionProperty(
        "faces.scale", "how large the face is, which pops up on every beat", .scale, 0.8...1.1, rest: 1,
        maximumVelocity: 2.63
    ) { _ in pop }

    private static let pop = KeyframeTimeline(initialValue: 1.0) {
        KeyframeTrack {
            // A cubic from rest to rest, written as the Bézier that every client knows.
            LinearKeyframe(0.86, duration: 0.08, timingCurve: .bezier(x1: 1 / 3, y1: 0, x2: 2 / 3, y2: 1))
            SpringKeyframe(1, spring: Spring(response: 0.3, dampingRatio: 0.5))
        }
    }.segments(of: \.self)

    /// The next one every eight beats; a shorter list starts over.
    public static let quotesIndex = MotionProperty(
        "quotes.index", "which quotation, counted on", .count, 0...Double(1 << 53), isDiscrete: true
    ) { beat in .constant(Double(Swift.max(0, beat.index).quotient(by: beatsPerQuote))) }

    /// Through the cycle in four beats.
    public static let gifPhase = MotionProperty(
        "gif.phase", "how much of its cycle the GIF has played", .fraction, 0...1, period: 1, maximumVelocity: 0.25
    ) { beat in
        let place = Double(beat.index.remainder(by: beatsPerGIF)) / Double(beatsPerGIF)
        return [Segment(from: place, to: place + 1 / Double(beatsPerGIF), begin: 0, duration: 1, curve: .linear)]
    }

    /// The accent: in a tenth of the beat up to 1 on the bell, else to 0.5, and down to 0 in the rest of it.
    public static let colourMix = MotionProperty(
        "colour.mix", "how strongly the beat colours the text", .fraction, 0...1, rest: 0, maximumVelocity: 17.25
    ) { beat in beat.bell ? bellFlash : beatFlash }

    private static let bellFlash = flash(1)
    private static let beatFlash = flash(0.5)

    private static func flash(_ accent: Double) -> [Segment] {
        let keyframes: [Keyframe<Double>] = [
            .linear(to: accent, duration: 0.1, timingCurve: .easeOut),
            .linear(to: 0, duration: 0.9, timingCurve: .easeOut),
        ]
        return KeyframeCurve(from: 0, keyframes).segments(of: \.self)
    }

    /// One breath in three beats.
    public static let blobPhase = breath("blob.phase", "how full the blob has breathed in", beats: 3)
    /// The slower wave of its outline.
    public static let blobSway = breath("blob.sway", "how far the blob's outline sways", beats: 6)

    /// Ten beats forth, ten back.
    public static let blobRotation = MotionProperty(
        "blob.rotation", "how far the blob has turned", .degrees, 30...360, maximumVelocity: 33
    ) { beat in turns.part(inBeat: beat.index, of: 20) }

    private static let turns = Animation.linear(duration: 10).repeatForever().segments(from: 30, to: 360, until: 20)

    private static func breath(_ name: String, _ summary: String, beats: Int64) -> MotionProperty {
        let half = Double(beats) / 2
        let cycle = Animation.timingCurve(.cosine, duration: half).repeatForever()
            .segments(from: 1, to: 0, until: Double(beats))
        return MotionProperty(name, summary, .fraction, 0...1, maximumVelocity: .pi / (2 * half) + 1e-9) { beat in
            cycle.part(inBeat: beat.index, of: beats)
        }
    }
}

extension [Segment] {
    /// What a cycle of `beats` beats does from beat `index` on, on an axis that begins with this beat.
    fileprivate func part(inBeat index: Int64, of beats: Int64) -> [Segment] {
        moved(by: -Double(index.remainder(by: beats))).tail(from: 0)
    }
}
