// SPDX-License-Identifier: Apache-2.0

extension MotionProperty {
    /// How many faces there are to choose from.
    public static let faceCount: Int64 = 13
    /// For how many beats a quotation stays.
    public static let beatsPerQuote: Int64 = 8
    /// How many beats a cycle of a GIF takes.
    public static let beatsPerGIF: Int64 = 4

    /// By chance, the same for every viewer, and never twice the same in a row.
    public static let facesIndex = MotionProperty(
        "faces.index", "which of the thirteen faces", .count, 0...Double(faceCount - 1), isDiscrete: true
    ) { beat in .constant(Double(Chance.choice(of: faceCount, at: beat.index))) }

    /// The next one every eight beats; whoever has fewer begins again.
    public static let quotesIndex = MotionProperty(
        "quotes.index", "which quotation, counted on", .count, 0...Double(1 << 53), isDiscrete: true
    ) { beat in .constant(Double(Swift.max(0, beat.index) / beatsPerQuote)) }

    /// Through the cycle in four beats.
    public static let gifPhase = MotionProperty(
        "gif.phase", "how much of its cycle the GIF has played", .fraction, 0...1, period: 1, maximumVelocity: 0.25
    ) { beat in
        let place = Double(beat.index.modulo(beatsPerGIF)) / Double(beatsPerGIF)
        return [Segment(from: place, to: place + 1 / Double(beatsPerGIF), begin: 0, duration: 1, curve: .linear)]
    }

    /// The accent: up in a tenth of the beat and slowly down again, to the full on the bell, else to the half.
    public static let colourMix = MotionProperty(
        "colour.mix", "how strongly the beat colours the text", .fraction, 0...1, rest: 0, maximumVelocity: 17.25
    ) { beat in
        let accent = beat.bell ? 1 : 0.5
        return [
            Segment(from: 0, to: accent, begin: 0, duration: 0.1, curve: .easeOut),
            Segment(from: accent, to: 0, begin: 0.1, duration: 0.9, curve: .easeOut),
        ]
    }

    /// One breath in three beats, without the article's kink.
    public static let blobPhase = breath("blob.phase", "how full the blob has breathed in", beats: 3)
    /// The slower wave of its outline.
    public static let blobSway = breath("blob.sway", "how far the blob's outline sways", beats: 6)

    /// Ten beats forth, ten back.
    public static let blobRotation = MotionProperty(
        "blob.rotation", "how far the blob has turned", .degrees, 30...360, maximumVelocity: 33
    ) { beat in
        let place = Double(beat.index.modulo(20))
        return [
            Segment(from: 30, to: 360, begin: -place, duration: 10, curve: .linear),
            Segment(from: 360, to: 30, begin: 10 - place, duration: 10, curve: .linear),
        ].tail(from: 0)
    }

    private static func breath(_ name: String, _ summary: String, beats: Int64) -> MotionProperty {
        let half = Double(beats) / 2
        return MotionProperty(name, summary, .fraction, 0...1, maximumVelocity: .pi / (2 * half) + 1e-9) { beat in
            let place = Double(beat.index.modulo(beats))
            return [
                Segment(from: 1, to: 0, begin: -place, duration: half, curve: .unit(.cosine)),
                Segment(from: 0, to: 1, begin: half - place, duration: half, curve: .unit(.cosine)),
            ].tail(from: 0)
        }
    }
}

/// Numbers that look like chance and are the same for everybody who asks.
enum Chance {
    /// One of so many, at least 3, for a beat; never that of the beat before.
    ///
    /// Even beats choose freely; odd ones among those that neither neighbour has.
    static func choice(of count: Int64, at index: Int64) -> Int64 {
        guard index.modulo(2) == 1 else { return below(count, at: index) }
        let taken = Set([below(count, at: index - 1), below(count, at: index + 1)]).sorted()
        return taken.reduce(below(count - Int64(taken.count), at: index)) { $1 <= $0 ? $0 + 1 : $0 }
    }

    /// SplitMix64 of the index (Steele, Lea, Flood 2014), scaled to 0..<count.
    private static func below(_ count: Int64, at index: Int64) -> Int64 {
        var mixed = UInt64(bitPattern: index) &* 0x9E37_79B9_7F4A_7C15 &+ 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int64((mixed ^ (mixed >> 31)).multipliedFullWidth(by: UInt64(count)).high)
    }
}
