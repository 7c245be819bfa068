// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
import MetronomeRhythm
import Testing

@testable import Faces

@Suite struct GIFFaceTests {
    private static let delays = [10, 20, 10]

    /// Three pictures of 8x8 pixels; a count of 0 is for ever, nil for a file that says nothing of loops.
    private func file(loops: Int?, delays: [Int] = delays) throws -> [UInt8] {
        let frames = try (0..<3).map { index in
            var drawing = Drawing(size: Size(width: 8, height: 8))
            drawing.fill(Path(drawing.bounds), .white)
            drawing.fill(Path(Rect(x: Double(index) * 2, y: 0, width: 2, height: 8)), .black)
            return try CairoRenderer.pixels(drawing)
        }
        var bytes = try GIFWriter.file(width: 8, height: 8, delays: delays) { frames[$0] }
        let name = Array("NETSCAPE2.0".utf8)
        let at = try #require(bytes.indices.first { bytes[$0...].starts(with: name) })
        if let loops {
            bytes[at + 13] = UInt8(loops)
        } else {
            // From 21 FF 0B to the end of the block.
            bytes.removeSubrange(at - 3..<at + 16)
        }
        return bytes
    }

    private func shown(_ face: GIFFace, _ beats: Double) throws -> Bitmap {
        let moment = Moment(beats: beats, tempo: try Tempo(90))
        let drawing = face.drawing(at: moment, size: Size(width: 40, height: 40), theme: .light)
        for case .image(let bitmap, _) in drawing.elements(of: "gif") { return bitmap }
        throw PictureError("there is no image")
    }

    @Test func `its cycle is four beats, and each picture has its share`() throws {
        let face = try GIFFace().showing(file: file(loops: 0))
        for (beats, index) in [(0.0, 0), (0.999, 0), (1, 1), (2.999, 1), (3, 2), (3.999, 2), (4, 0), (401, 1)] {
            #expect(try shown(face, beats) == face.animation.frames[index], "at beat \(beats)")
        }
        #expect(face.cycle == .beats(4))
    }

    @Test(arguments: [(4, 0.1, 0), (4, 0.6, 1), (4, 0.9, 2), (8, 0.9, 1)])
    func `a given gif.phase holds`(span: Int, phase: Double, index: Int) throws {
        var face = try GIFFace().showing(file: file(loops: 0))
        face.span = span
        let moment = Moment(beats: 17, tempo: try Tempo(90), values: ["gif.phase": phase])
        // Beat 17 lies in the fifth four beats, which begin with beat 16.
        #expect(face.frame(at: moment) == face.animation.frames[index])
    }

    @Test(arguments: [1, 3, 64]) func `over so many beats, its cycle takes as many`(span: Int) throws {
        var face = GIFFace()
        face.span = span
        face = try face.showing(file: file(loops: 0))
        for (part, index) in [(0.0, 0), (0.24, 0), (0.26, 1), (0.74, 1), (0.76, 2), (0.99, 2), (1, 0), (7.5, 1)] {
            let beats = part * Double(span)
            #expect(try shown(face, beats) == face.animation.frames[index], "at beat \(beats)")
        }
        #expect(face.cycle == .beats(span))
        face = try face.showing(file: file(loops: 2))
        #expect(try shown(face, 1.5 * Double(span)) == face.animation.frames[1])
        #expect(try shown(face, 2.1 * Double(span)) == face.animation.frames[2])
    }

    @Test(arguments: [(1, [1, 2]), (2, [1, 2, 3, 4, 5]), (3, [1, 2, 3, 4, 5, 6, 7, 8])])
    func `a loop count is played to its last picture, which stays`(loops: Int, changes: [Int]) throws {
        // motion.json, gif.loop: N loops of F pictures change N*F - 1 times. Four beats hold three pictures.
        let face = try GIFFace().showing(file: file(loops: loops, delays: [10, 10, 10]))
        let beats: [Double] = (0..<60).map { (Double($0) + 0.5) * 4 / 3 }
        let seen = try beats.map { try shown(face, $0) }
        let changed: [Int] = (1..<60).filter { seen[$0] != seen[$0 - 1] }
        #expect(changed == changes)
        #expect(seen.last == face.animation.frames[2])
        #expect(face.cycle == .endless)
    }

    @Test func `a file that says nothing of loops goes on for ever`() throws {
        let face = try GIFFace().showing(file: file(loops: nil))
        #expect(try shown(face, 1) == face.animation.frames[1])
        #expect(try shown(face, 401) == face.animation.frames[1])
        #expect(face.cycle == .beats(4))
    }

    @Test func `a file that is wider than can be drawn is refused with its size`() throws {
        var bytes = try file(loops: 0)
        (bytes[6], bytes[7]) = (0x00, 0x80)
        #expect {
            _ = try GIFFace().showing(file: bytes)
        } throws: {
            ($0 as? PictureError)?.message == "the GIF file is too large: 32768x8 pixels, where a side may have 32767"
        }
    }

    @Test func `the tempo does not change where in its cycle it is`() throws {
        let face = try GIFFace().showing(file: file(loops: 0))
        let frames = try [40, 208].map { face.frame(at: Moment(beats: 1.5, tempo: try Tempo($0))) }
        #expect(frames[0] == frames[1])
    }

    @Test func `what is no GIF, or damaged, is refused with a sentence`() throws {
        let whole = try file(loops: 0)
        for (bytes, words) in [
            ([], "GIF"), (Array("hello, world".utf8), "not a GIF file"), (whole.dropLast(9), "damaged"),
        ]
            as [([UInt8], String)]
        {
            do {
                _ = try GIFFace().showing(file: Array(bytes))
                Issue.record("\(bytes.count) bytes were taken for a GIF")
            } catch {
                #expect(error.message.contains(words), "\(error.message)")
            }
        }
    }

    @Test func `without a file somebody dances: down on every half beat, another pose on every beat`() throws {
        let poses = try (0..<8).map { try shown(GIFFace(), Double($0) / 2) }
        #expect(Set(poses).count == 4)
        #expect(Set([1, 3, 5, 7].map { poses[$0] }).count == 1)
        #expect(poses[0] == poses[4] && poses[2] != poses[6] && poses[0] != poses[1])
        #expect(poses.allSatisfy { $0.rgba.count == 4 * $0.width * $0.height })
    }
}
