// SPDX-License-Identifier: Apache-2.0

/// All properties that move with the beat, by name: the table that faces draw from and the daemon announces.
public enum Choreography {
    /// All there are, face by face.
    public static let properties: [MotionProperty] =
        [.beatPhase, .pendulumAngle, .pendulumWeight, .heartScale] + MotionProperty.bounce
        + (1...3).flatMap(MotionProperty.canon)
        + [
            .facesIndex, .facesScale, .quotesIndex, .gifPhase, .bannerOffset, .bannerSkew, .cardsAngle, .cardsRotation,
            .cardsImage,
            .planeProgress, .ringProgress, .gradientMix, .waveProgress, .counterValue, .colourMix, .blobPhase,
            .blobSway, .blobRotation,
        ]

    /// Their names, in the same order.
    public static let names = properties.map(\.name)

    private static let byName = Dictionary(uniqueKeysWithValues: properties.map { ($0.name, $0) })

    /// The property of a name; nil for any other word.
    public static func property(named name: String) -> MotionProperty? { byName[name] }
}
