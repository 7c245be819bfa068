// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
import Testing

@testable import Faces

@Suite struct DrawingTests {
    private var nested: Drawing {
        var drawing = Drawing(size: Size(width: 100, height: 100))
        drawing.group("outer", transform: AffineTransform(translationX: 10, y: 20), opacity: 0.5) { outer in
            outer.group("inner", transform: AffineTransform(scaleX: 2, y: 2), opacity: 0.5) { inner in
                inner.fill(Path(Rect(x: 1, y: 1, width: 3, height: 4)), .black)
                inner.draw(Text("12", font: Font(size: 5), at: Point(x: 2, y: 2)), .black)
            }
        }
        return drawing
    }

    @Test func `what is clear is not drawn`() {
        var drawing = Drawing(size: Size(width: 10, height: 10))
        drawing.fill(Path(drawing.bounds), .clear)
        drawing.stroke(Path(drawing.bounds), .clear, width: 3)
        #expect(drawing.elements.isEmpty)
        drawing.fill(Path(drawing.bounds), Color(white: 1, opacity: 0.01))
        #expect(drawing.elements.count == 1)
    }

    @Test func `a part is found with all that leads to it`() {
        #expect(nested.partNames == ["outer", "inner"])
        #expect(nested.location(of: Point(x: 3, y: 4), in: "inner") == Point(x: 16, y: 28))
        #expect(nested.opacity(of: "inner") == 0.25)
        #expect(nested.location(of: .zero, in: "nothing") == nil)
    }

    @Test func `effects act in their order, about the origin or about a place of what has a size`() throws {
        var drawing = Drawing(size: Size(width: 100, height: 100))
        let turn = RotationEffect(.degrees(90))
        let shift = OffsetEffect(Size(width: 10, height: 0))
        drawing.group("first", effects: [ScaleEffect(2), turn, shift]) { _ in }
        drawing.group("last", effects: [shift, turn]) { _ in }
        drawing.group("middle", effects: [turn], of: Size(width: 10, height: 20)) { _ in }
        let point = Point(x: 1, y: 0)
        for (part, place) in [
            ("first", Point(x: 10, y: 2)), ("last", Point(x: 0, y: 11)), ("middle", Point(x: 15, y: 6)),
        ] {
            #expect(try #require(drawing.location(of: point, in: part)).distance(to: place) < 1e-12, "\(part)")
        }
    }

    @Test func `under an effect in perspective a part is drawn as it is seen`() throws {
        var drawing = Drawing(size: Size(width: 100, height: 100))
        let (card, flip) = (Rect(x: 0, y: 0, width: 40, height: 60), FlipEffect(.degrees(60)))
        drawing.group("card", effects: [flip], of: card.size) { $0.fill(Path(card), .black) }
        let seen = Path(card).applying(flip.effectValue(size: card.size)).boundingRect
        #expect(drawing.frame(of: "card") == seen && seen.width < 40)
    }

    @Test func `the frame of a part holds its shapes, lines with their width`() {
        var drawing = Drawing(size: Size(width: 10, height: 10))
        drawing.group("line") { group in
            group.stroke(Path(Rect(x: 2, y: 2, width: 4, height: 4)), .black, width: 2)
        }
        #expect(drawing.frame(of: "line") == Rect(x: 1, y: 1, width: 6, height: 6))
    }

    @Test func `what is written is found, unless it cannot be seen`() {
        #expect(nested.strings == ["12"])
        var hidden = Drawing(size: Size(width: 10, height: 10))
        hidden.group(opacity: 0) { $0.draw(Text("no", font: Font(size: 5), at: .zero), .black) }
        #expect(hidden.strings.isEmpty)
    }

    @Test func `a picture in a picture is as large as can be, in the middle`() {
        var inner = Drawing(size: Size(width: 10, height: 20))
        inner.fill(Path(inner.bounds), .black)
        var outer = Drawing(size: Size(width: 100, height: 100))
        outer.draw(inner, in: Rect(x: 0, y: 0, width: 100, height: 50), named: "tile")
        #expect(outer.frame(of: "tile") == Rect(x: 37.5, y: 0, width: 25, height: 50))
    }

    @Test func `nothing is drawn outside of a clip, and a group is drawn as one`() throws {
        var drawing = Drawing(size: Size(width: 4, height: 1))
        drawing.fill(Path(drawing.bounds), .white)
        drawing.group(opacity: 0.5, clip: Path(Rect(x: 0, y: 0, width: 2, height: 1))) { group in
            group.fill(Path(Rect(x: 0, y: 0, width: 4, height: 1)), .black)
            group.fill(Path(Rect(x: 0, y: 0, width: 1, height: 1)), .black)
        }
        let pixels = try CairoRenderer.pixels(drawing)
        // Two layers of black at half opacity each would give 64; as a group it is 127 or 128 under one and two alike.
        #expect(pixels[0, 0] == pixels[1, 0])
        #expect((127...128).contains(pixels[1, 0].red))
        #expect(pixels[2, 0].red == 255)
    }

    @Test func `pixels keep their colours and their opacity`() throws {
        let rgba: [UInt8] = [255, 0, 0, 255, 0, 255, 0, 128]
        let bitmap = try #require(Bitmap(width: 2, height: 1, rgba: rgba))
        var drawing = Drawing(size: Size(width: 2, height: 1))
        drawing.draw(bitmap, in: drawing.bounds)
        #expect(try CairoRenderer.pixels(drawing).bgra == [0, 0, 255, 255, 0, 128, 0, 128])
        #expect(Bitmap(width: 2, height: 2, rgba: rgba) == nil)
    }

    @Test func `a group without area is left out, and the rest is drawn`() throws {
        var drawing = Drawing(size: Size(width: 1, height: 1))
        drawing.group(transform: AffineTransform(scaleX: 0, y: 1)) { $0.fill(Path($0.bounds), .black) }
        drawing.fill(Path(drawing.bounds), .white)
        #expect(try CairoRenderer.pixels(drawing)[0, 0].red == 255)
    }

    @Test func `a picture of no size is refused with what is allowed`() {
        #expect(throws: PictureError.self) { try CairoRenderer.png(Drawing(size: .zero)) }
        let huge = Drawing(size: Size(width: 1e9, height: 1))
        do {
            _ = try CairoRenderer.png(huge)
            Issue.record("a picture a billion pixels wide was drawn")
        } catch {
            #expect(error.message.contains("8192"))
        }
    }

    @Test func `an SVG has the size in pixels and holds no text`() throws {
        let svg = String(decoding: try CairoRenderer.svg(nested), as: UTF8.self)
        #expect(svg.contains("width=\"100px\" height=\"100px\""))
        #expect(svg.hasSuffix("</svg>\n"))
        #expect(!svg.contains("<text"))
    }

    @Test func `a picture through an affine projection is the picture in a group of that transform`() throws {
        var plain = Drawing(size: Size(width: 40, height: 40))
        let blend = Gradient(.white, .black)
        plain.group("tile", transform: AffineTransform(translationX: 4, y: 2), opacity: 0.8) { tile in
            let box = Rect(x: 2, y: 3, width: 12, height: 9)
            tile.fill(Path(box), .linear(blend, from: box.origin, to: Point(x: 14, y: 12)))
            tile.stroke(Path(ellipseIn: box), Color(hex: 0xFF0000), width: 2)
        }
        let turn = AffineTransform(rotation: .degrees(30), about: Point(x: 10, y: 10)).scaledBy(x: 1.5, y: 1.5)
        var turned = Drawing(size: plain.size)
        turned.group(transform: turn) { $0.append(plain) }
        let projected = plain.projected(by: ProjectionTransform(turn))
        let (one, other) = (try CairoRenderer.pixels(turned), try CairoRenderer.pixels(projected))
        #expect(zip(one.bgra, other.bgra).allSatisfy { abs(Int($0) - Int($1)) <= 3 })
        #expect(projected.partNames == ["tile"])
    }

    @Test func `in perspective what is nearer is larger, and what is behind the eye is not drawn`() throws {
        var drawing = Drawing(size: Size(width: 100, height: 100))
        var projection = ProjectionTransform.identity
        projection.m13 = 0.005
        for (name, x) in [("near", 0.0), ("far", 60), ("behind", -300)] {
            drawing.group(name) { group in
                group.stroke(Path(Rect(x: x, y: 0, width: 20, height: 20)), .black, width: 2)
            }
        }
        let projected = drawing.projected(by: projection)
        let (near, far) = (try #require(projected.frame(of: "near")), try #require(projected.frame(of: "far")))
        #expect(near.width > 1.2 * far.width && near.height > 1.2 * far.height)
        #expect(projected.frame(of: "behind") == nil)
    }
}
