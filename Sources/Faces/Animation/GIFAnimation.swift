// SPDX-License-Identifier: Apache-2.0

internal import CGif

/// What is in a GIF file: whole pictures, how long each is shown, and how often the file wants to be played.
public struct GIFAnimation: Sendable, Hashable {
    /// The pictures as they are seen, each as large as the file.
    public let frames: [Bitmap]
    /// How long each is shown, in hundredths of a second; 10 where the file says 0 or 1, as browsers do.
    public let delays: [Int]
    /// How often the file wants to be played; 0 for ever, and 1 where it says nothing.
    public let loopCount: Int

    /// How much a file may unpack to, in pixels of all its pictures.
    static let pixelLimit = 64_000_000

    /// Which picture is seen after a part of the cycle, 0 up to but not 1: each for its share of the delays.
    public func frame(atPhase phase: Double) -> Bitmap {
        let hundredths = phase * Double(delays.reduce(0, +))
        var end = 0
        for (frame, delay) in zip(frames, delays) {
            end += delay
            if hundredths < Double(end) { return frame }
        }
        return frames[frames.count - 1]
    }

    /// An animation by its pictures, at least one; delays in hundredths of a second.
    init(frames: [Bitmap], delays: [Int], loopCount: Int) {
        (self.frames, self.delays, self.loopCount) = (frames, delays, loopCount)
    }

    /// Reads a file, by giflib. Throws for what is no GIF, is damaged, cut off, or unpacks to over 64 million pixels.
    public init(reading bytes: [UInt8]) throws(GIFError) {
        let decoder = try GIFDecoder(bytes)
        var (frames, delays) = ([Bitmap](), [Int]())
        while let frame = try decoder.next() {
            frames.append(frame.bitmap)
            delays.append(frame.delay > 1 ? frame.delay : 10)
            guard frames.count * frame.bitmap.width * frame.bitmap.height <= Self.pixelLimit else {
                throw GIFError("the GIF file is too large: its pictures may have 64 million pixels in all")
            }
        }
        guard !frames.isEmpty else { throw GIFError("the GIF file holds no picture") }
        self.init(frames: frames, delays: delays, loopCount: decoder.loopCount)
    }
}
