// SPDX-License-Identifier: Apache-2.0

/// The faces there are, by name.
public enum FaceTable {
    /// All of them, in the order in which they are listed.
    public static let all: [any Face] = [
        PendulumFace(),
        HeartFace(),
        BounceFace(),
        CanonFace(),
        FacesFace(),
        QuotesFace(),
        GIFFace(),
        BannerFace(),
        CardsFace(),
        PlaneFace(),
        RingFace(),
        GradientFace(),
        WaveFace(),
        CounterFace(),
        ColourFace(),
        BlobFace(),
        GalleryFace(),
    ]

    /// Their names, in the same order.
    public static var names: [String] { all.map(\.name) }

    /// The face of a name; nil for any other word.
    public static func face(named name: String) -> (any Face)? { all.first { $0.name == name } }
}
