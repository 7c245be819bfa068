// SPDX-License-Identifier: Apache-2.0

import CCairo
import FoundationEssentials
import MetronomeMotion
import Testing

@testable import Faces

/// A picture that was looked at and found good, kept as a PNG file in `Reference/`.
///
/// METRONOMED_UPDATE_REFERENCES=1 writes what is drawn now instead of comparing with it: look at it before you commit.
struct ReferencePicture {
    let name: String

    private var path: String {
        var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        parts += ["Reference", "\(name).png"]
        return parts.joined(separator: "/")
    }

    /// Compares with a picture: on average a channel may be off by 2 of 255, and one pixel in a hundred by more than 32.
    func expect(_ drawing: Drawing, sourceLocation: SourceLocation = #_sourceLocation) throws {
        if ProcessInfo.processInfo.environment["METRONOMED_UPDATE_REFERENCES"] == "1" {
            let file = try CairoRenderer.png(drawing)
            try Data(file).write(to: URL(filePath: path))
            return
        }
        let now = try CairoRenderer.pixels(drawing)
        let surface = try #require(cairo_image_surface_create_from_png(path))
        defer { cairo_surface_destroy(surface) }
        let status = cairo_surface_status(surface)
        try #require(
            status == CAIRO_STATUS_SUCCESS, "no \(path): run again with METRONOMED_UPDATE_REFERENCES=1",
            sourceLocation: sourceLocation)
        let width = Int(cairo_image_surface_get_width(surface)), height = Int(cairo_image_surface_get_height(surface))
        try #require(width == now.width && height == now.height, sourceLocation: sourceLocation)

        let stride = Int(cairo_image_surface_get_stride(surface))
        let bytes = try #require(cairo_image_surface_get_data(surface))
        var (sum, outliers) = (0, 0)
        for y in 0..<height {
            for x in 0..<width {
                let worst =
                    (0..<3).map { channel in
                        let difference = abs(
                            Int(now.bgra[4 * (y * width + x) + channel]) - Int(bytes[y * stride + 4 * x + channel]))
                        sum += difference
                        return difference
                    }.max() ?? 0
                if worst > 32 { outliers += 1 }
            }
        }
        let mean = Double(sum) / Double(3 * width * height)
        #expect(mean <= 2, "\(name): off by \(mean) of 255 on average", sourceLocation: sourceLocation)
        #expect(
            Double(outliers) <= 0.01 * Double(width * height), "\(name): \(outliers) pixels are off",
            sourceLocation: sourceLocation)
    }
}
