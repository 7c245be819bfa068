// SPDX-License-Identifier: Apache-2.0

internal import CGif
public import MetronomeRhythm

/// The content of a GIF file: whole pictures, how long each is shown, and how often they are played.
public struct GIFAnimation: Sendable, Hashable {
    /// The pictures as they are seen, each as large as the file.
    public let frames: [Bitmap]
    /// How long each is shown, in hundredths of a second; 10 where the file says 0 or 1, as browsers do.
    public let delays: [Int]
    /// How often the pictures are played; 0 for ever, as where the file says nothing.
    public let loopCount: Int

    /// The longest side that can be drawn, in pixels.
    static let longestSide = 32_767
    /// How much a file may unpack to, in pixels of all its pictures.
    static let pixelLimit = 64_000_000
    /// How large one picture may be, in pixels: while it is read there are three of it.
    static let pictureLimit = 16_000_000

    /// When the pictures change if a cycle takes `beatsPerCycle` beats: begun on beat 0, and played as often as the file says.
    ///
    /// Each picture has its share of the delays. Nil if the numbers do not fit.
    public func schedule(beatsPerCycle: Int) -> CyclicSchedule<BeatPosition>? {
        let total = Int64(delays.reduce(0, +))
        let shares = delays.compactMap { Ratio(Int64($0 * beatsPerCycle), over: total) }
        guard shares.count == frames.count else { return nil }
        return try? CyclicSchedule(
            from: BeatPosition(whole: 0), offsets: shares, loops: loopCount > 0 ? loopCount : nil)
    }

    /// The picture that is seen at a position, if a cycle takes `beatsPerCycle` beats.
    public func frame(at position: BeatPosition, beatsPerCycle: Int) -> Bitmap {
        frames[schedule(beatsPerCycle: beatsPerCycle)?.step(at: position) ?? 0]
    }

    /// An animation by its pictures, at least one; delays in hundredths of a second.
    init(frames: [Bitmap], delays: [Int], loopCount: Int) {
        (self.frames, self.delays, self.loopCount) = (frames, delays, loopCount)
    }

    /// Reads a file, by giflib. Throws for what is no GIF, is damaged, cut off, or unpacks to over 64 million pixels,
    /// or to over 16 million in one picture.
    public init(reading bytes: [UInt8]) throws(PictureError) {
        let decoder = try GIFDecoder(bytes)
        var (frames, delays) = ([Bitmap](), [Int]())
        while let frame = try decoder.next() {
            frames.append(frame.bitmap)
            delays.append(frame.delay > 1 ? frame.delay : 10)
        }
        guard !frames.isEmpty else { throw PictureError("the GIF file holds no picture") }
        self.init(frames: frames, delays: delays, loopCount: decoder.loopCount)
    }
}
