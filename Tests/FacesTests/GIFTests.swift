// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
import MetronomeRhythm
import Testing

@testable import Faces

@Suite struct GIFTests {
    @Test(arguments: ["40", "90", "137.3", "120", "208", "1000", "7"])
    func `frames start within half a hundredth of their time, and the loop ends so`(bpm: String) throws {
        let tempo = try Tempo(parsing: bpm)
        for bars in [1, 2, 7] {
            let timing = try GIFTiming(bars: bars, beatsPerBar: 4, tempo: tempo, framesPerSecond: 12)
            #expect(timing.delays.count == timing.frameCount)
            var start = 0
            for (frame, delay) in timing.delays.enumerated() {
                let exact = timing.beats(ofFrame: frame) * 6000 / tempo.beatsPerMinute
                #expect(abs(Double(start) - exact) <= 0.5 + 1e-6)
                #expect(delay >= 2)
                start += delay
            }
            #expect(abs(Double(start) - Double(bars * 4) * 6000 / tempo.beatsPerMinute) <= 0.5 + 1e-6)
            #expect(abs(timing.excess) <= 0.005 + 1e-9)
        }
    }

    @Test func `the bars that are said to be exact are, and no fewer`() throws {
        for bpm in [90, 120, 137, 61] as [Int64] {
            let tempo = try Tempo(bpm)
            func timing(_ bars: Int) throws -> GIFTiming {
                try GIFTiming(bars: bars, beatsPerBar: 3, tempo: tempo, framesPerSecond: 1)
            }
            let exact = try timing(1).exactBars
            #expect(try timing(exact).excess == 0)
            for fewer in 1..<exact { #expect(try timing(fewer).excess != 0) }
        }
    }

    @Test func `a loop that would never end is refused with a way out`() throws {
        let tempo = try Tempo(1)
        do {
            _ = try GIFTiming(bars: 64, beatsPerBar: 4, tempo: tempo, framesPerSecond: 50)
            Issue.record("a loop of four hours was accepted")
        } catch {
            #expect(error.message.contains("3600"))
        }
    }

    /// Pictures of few colours, so that the palette holds them all: a bar that moves.
    private func frames(_ count: Int) throws -> [Pixels] {
        try (0..<count).map { index in
            var drawing = Drawing(size: Size(width: 40, height: 30))
            drawing.fill(Path(drawing.bounds), Color(hex: 0x102030))
            drawing.fill(Path(Rect(x: Double(index) * 8, y: 5, width: 8, height: 20)), Color(hex: 0xF0A000))
            return try CairoRenderer.pixels(drawing)
        }
    }

    private func file(_ frames: [Pixels], delays: [Int]) throws -> [UInt8] {
        try GIFWriter.file(width: 40, height: 30, delays: delays) { frames[$0] }
    }

    @Test func `what is written is read back`() throws {
        let frames = try frames(5)
        let gif = try GIFAnimation(reading: file(frames, delays: [3, 4, 5, 20, 7]))
        #expect(gif.delays == [3, 4, 5, 20, 7])
        #expect(gif.loopCount == 0)
        for (written, read) in zip(frames, gif.frames) {
            #expect(read.width == 40 && read.height == 30)
            // The palette is made of 5 bits a channel.
            for at in stride(from: 0, to: read.rgba.count, by: 4) {
                #expect(abs(Int(read.rgba[at]) - Int(written.bgra[at + 2])) <= 8)
                #expect(abs(Int(read.rgba[at + 2]) - Int(written.bgra[at])) <= 8)
                #expect(read.rgba[at + 3] == 255)
            }
        }
    }

    @Test func `pictures may have so many pixels in all and no more, whether the screen shows them or not`() throws {
        func pictures(_ bytes: [UInt8], limit: Int) throws -> Int {
            let decoder = try GIFDecoder(bytes, pixelLimit: limit)
            var count = 0
            while try decoder.next() != nil { count += 1 }
            return count
        }
        var bytes = try file(frames(1), delays: [3])
        // A screen of one pixel: width and height follow the first six bytes.
        for size in [[40, 0, 30, 0], [1, 0, 1, 0]] as [[UInt8]] {
            bytes.replaceSubrange(6..<10, with: size)
            #expect(try pictures(bytes, limit: 1200) == 1)
            #expect(throws: PictureError.self) { try pictures(bytes, limit: 1199) }
        }
    }

    @Test func `a frame that changes nothing costs next to nothing`() throws {
        let frame = try frames(1)[0]
        let (one, ten) = (
            try file([frame], delays: [10]),
            try file(Array(repeating: frame, count: 10), delays: .init(repeating: 10, count: 10))
        )
        #expect(ten.count < one.count + 9 * 40)
        #expect(try GIFAnimation(reading: ten).frames.count == 10)
    }

    @Test func `each frame is seen for its share of the cycle`() throws {
        let gif = try GIFAnimation(reading: file(frames(3), delays: [10, 20, 10]))
        #expect(gif.frame(at: BeatPosition(beats: 0), beatsPerCycle: 1) == gif.frames[0])
        #expect(gif.frame(at: BeatPosition(beats: 0.2499), beatsPerCycle: 1) == gif.frames[0])
        #expect(gif.frame(at: BeatPosition(beats: 0.25), beatsPerCycle: 1) == gif.frames[1])
        #expect(gif.frame(at: BeatPosition(beats: 0.75), beatsPerCycle: 1) == gif.frames[2])
        #expect(gif.frame(at: BeatPosition(beats: 2.9), beatsPerCycle: 3) == gif.frames[2])
        #expect(gif.frame(at: BeatPosition(beats: -1), beatsPerCycle: 1) == gif.frames[0])
    }

    @Test func `a damaged file is refused with a sentence, wherever it is cut`() throws {
        let whole = try file(frames(3), delays: [5, 5, 5])
        for length in stride(from: 0, to: whole.count - 1, by: 7) {
            #expect(throws: PictureError.self) { try GIFAnimation(reading: Array(whole.prefix(length))) }
        }
        do {
            _ = try GIFAnimation(reading: Array("not a picture at all".utf8))
            Issue.record("text was read as a GIF")
        } catch {
            #expect(error.message.contains("not a GIF file"))
        }
    }

    @Test func `a screen that takes too much memory is refused before any is taken`() throws {
        // 8000 by 8000 pixels, of which the file has none.
        let head = Array("GIF89a".utf8) + [0x40, 0x1F, 0x40, 0x1F, 0, 0, 0]
        let error = #expect(throws: PictureError.self) { try GIFAnimation(reading: head + [0x3B]) }
        #expect(error?.message == "the GIF file is too large: 8000x8000 pixels, where a picture may have 16 million")
    }

    @Test func `no byte of a file can bring the reader down`() throws {
        let whole = try file(frames(3), delays: [5, 5, 5])
        for at in stride(from: 6, to: whole.count, by: 3) {
            var bytes = whole
            bytes[at] ^= 0xFF
            guard let gif = try? GIFAnimation(reading: bytes) else { continue }
            #expect(!gif.frames.isEmpty && gif.delays.count == gif.frames.count && gif.delays.allSatisfy { $0 > 1 })
            #expect(gif.frames.allSatisfy { $0.rgba.count == 4 * $0.width * $0.height })
            #expect(gif.schedule(beatsPerCycle: 64) != nil)
        }
    }

    @Test func `a picture holds the box in which it differs, and there only the pixels that do`() throws {
        let frames = try frames(3)
        var palette = try GIFPalette(samples: frames)
        // The bar moves by twice its width: what lies between is unchanged.
        let patch = GIFPatch(of: frames[2], since: frames[0], &palette)
        #expect([patch.left, patch.top, patch.width, patch.height] == [0, 5, 24, 20])
        #expect(patch.indices.count { $0 == GIFPalette.unchanged } == 8 * 20)
    }

    @Test(arguments: [(0, 10), (1, 10), (2, 2), (300, 300)])
    func `a delay of 0 or 1 is read as 10`(written: Int, read: Int) throws {
        let gif = try GIFAnimation(reading: file(frames(2), delays: [written, written]))
        #expect(gif.delays == [read, read])
    }

    @Test func `interlaced rows are put where they belong`() throws {
        // 1x3, black and white: rows 0, 2, 1 of the file's order are white, black, white.
        var bytes: [UInt8] = Array("GIF89a".utf8) + [1, 0, 3, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
        bytes += [0x2C, 0, 0, 0, 0, 1, 0, 3, 0, 0x40, 2, 2, 0x0C, 0x52, 0, 0x3B]
        let rows = try GIFAnimation(reading: bytes).frames[0].rgba
        #expect([rows[0], rows[4], rows[8]] == [255, 255, 0])
    }

    @Test func `disposal puts back what was there, or leaves nothing`() throws {
        // 2x1 pixels, black and white; frame 2 draws one pixel and is disposed of in two ways before frame 3.
        func gif(disposal: UInt8) -> [UInt8] {
            var bytes: [UInt8] = Array("GIF89a".utf8) + [2, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
            func frame(_ disposal: UInt8, x: UInt8, width: UInt8, _ lzw: [UInt8]) {
                bytes += [0x21, 0xF9, 4, disposal << 2, 5, 0, 0, 0]
                bytes += [0x2C, x, 0, 0, 0, width, 0, 1, 0, 0, 2, UInt8(lzw.count)] + lzw + [0]
            }
            // Codes of 3 bits: 4 clears, 5 ends; 0 and 1 are pixels.
            frame(1, x: 0, width: 2, [0b01_001_100, 0b101_0])
            frame(disposal, x: 0, width: 1, [0b01_000_100, 0b1])
            frame(1, x: 1, width: 1, [0b01_000_100, 0b1])
            return bytes + [0x3B]
        }
        let kept = try GIFAnimation(reading: gif(disposal: 3)).frames[2].rgba
        #expect(Array(kept.prefix(4)) == [255, 255, 255, 255])
        let cleared = try GIFAnimation(reading: gif(disposal: 2)).frames[2].rgba
        #expect(Array(cleared.prefix(4)) == [0, 0, 0, 0])
        let left = try GIFAnimation(reading: gif(disposal: 1)).frames[2].rgba
        #expect(Array(left.prefix(4)) == [0, 0, 0, 255])
        #expect(try GIFAnimation(reading: gif(disposal: 1)).loopCount == 0)
    }
}
