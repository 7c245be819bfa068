// SPDX-License-Identifier: Apache-2.0

/// The faces there are, by name.
public enum FaceTable {
    /// All faces, in the order in which they are listed.
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
        LampsFace(),
        GradientFace(),
        WaveFace(),
        CounterFace(),
        ColourFace(),
        BlobFace(),
        PracticeFace(),
        GalleryFace(),
    ]

    /// Their names, in the same order.
    public static var names: [String] { all.map(\.name) }

    /// The faces that have a span, with how long it is where nobody says otherwise.
    public static var spans: [(name: String, span: Int, unit: SpanUnit)] {
        all.compactMap { $0 as? any SpanFace }.map { ($0.name, $0.span, type(of: $0).spanUnit) }
    }

    /// The face of a name; nil for any other word.
    public static func face(named name: String) -> (any Face)? { all.first { $0.name == name } }
}
