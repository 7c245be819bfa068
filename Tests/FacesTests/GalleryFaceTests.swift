// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
import MetronomeRhythm
import Testing

@testable import Faces

@Suite struct GalleryFaceTests {
    @Test func `it shows every other face, as that face is at the moment`() throws {
        let gallery = GalleryFace()
        #expect(gallery.faces.map(\.name) == FaceTable.names.filter { $0 != "gallery" })
        let moment = Moment(beats: 2.25, tempo: try Tempo(90))
        let size = Size(width: 800, height: 800)
        let drawing = gallery.drawing(at: moment, size: size, theme: .dark)
        for face in gallery.faces {
            #expect(drawing.partNames.contains(face.name))
            #expect(drawing.strings.contains(face.name))
        }
        // Turned by the beat, as it is alone.
        let rod = try #require(drawing.transform(of: "rod"))
        let alone = PendulumFace().drawing(at: moment, size: size, theme: .dark)
        let same = try #require(alone.transform(of: "rod"))
        #expect(abs(rod.b / rod.a - same.b / same.a) < 1e-9)
    }

    @Test func `no face reaches beyond its tile`() throws {
        let gallery = GalleryFace()
        for size in [Size(width: 800, height: 800), Size(width: 1200, height: 300), Size(width: 200, height: 700)] {
            let tiles = GalleryFace.tiles(gallery.faces.count, in: size)
            for beats in [0, 1.7, 3.5] {
                let drawing = gallery.drawing(at: Moment(beats: beats, tempo: try Tempo(90)), size: size, theme: .light)
                let groups = drawing.elements.compactMap { element -> Drawing.Group? in
                    if case .group(let group) = element { group } else { nil }
                }
                #expect(groups.map(\.name) == gallery.faces.map(\.name))
                for (group, tile) in zip(groups, tiles) {
                    let clip = try #require(group.clip).boundingRect.applying(group.transform)
                    #expect(tile.holds(clip) && clip.width > 0.7 * tile.width)
                }
            }
        }
    }

    @Test(arguments: [1, 2, 5, 8, 16, 17]) func `tiles fill the picture and do not overlap`(count: Int) {
        for size in [Size(width: 400, height: 400), Size(width: 900, height: 200), Size(width: 100, height: 400)] {
            let tiles = GalleryFace.tiles(count, in: size)
            #expect(tiles.count == count)
            for (index, tile) in tiles.enumerated() {
                #expect(tile.minX >= -1e-9 && tile.maxX <= size.width + 1e-9 && tile.maxY <= size.height + 1e-9)
                for other in tiles[..<index] {
                    #expect(other.maxX <= tile.minX + 1e-9 || other.maxY <= tile.minY + 1e-9)
                }
            }
        }
        #expect(GalleryFace.tiles(16, in: Size(width: 400, height: 400))[5].origin == Point(x: 100, y: 100))
    }
}
