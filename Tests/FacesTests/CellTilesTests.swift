// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
import MetronomeRhythm
import Testing

@testable import Faces

@Suite struct CellTilesTests {
    /// The cells of a face at a moment, and how many of them chafa was asked for.
    private func cells(_ name: String, beats: Double, _ format: TerminalFormat) throws -> (CellTiles, Int) {
        let face = try #require(FaceTable.face(named: name))
        let moment = Moment(beats: beats, tempo: try Tempo(120))
        let side = CellTiles.drawnSide(format)
        let canvas = try Canvas(width: format.columns * side, height: format.rows * side, isRough: true)
        let tiles = try CellTiles(format)
        try canvas.draw(face.picture(at: moment, size: format.drawingSize, theme: .dark))
        let all = [CellBox(columns: 0..<format.columns, rows: 0..<format.rows)]
        _ = canvas.withBytes { tiles.update(all, $0, stride: $1) }
        return (tiles, tiles.asked)
    }

    @Test(arguments: FaceTable.names, [TerminalFormat.Colors.indexed256, .indexed16])
    func `a face in few colours is the face in all, each colour the nearest, and no cell is searched for`(
        name: String, colors: TerminalFormat.Colors
    ) throws {
        // Of either size, as large screens are drawn with fewer pixels.
        for (columns, rows) in [(60, 20), (120, 40)] {
            let few = TerminalFormat(columns: columns, rows: rows, colors: colors)
            let (tiles, asked) = try cells(name, beats: 3.2, few)
            let all = try cells(name, beats: 3.2, TerminalFormat(columns: columns, rows: rows)).0.cells
            #expect(tiles.cells == all.map { $0.numbered(colors).simplified(colors) })
            #expect(asked == 0)
        }
    }

    @Test func `without blocks chafa finds the letters`() throws {
        let format = TerminalFormat(columns: 20, rows: 5, colors: .indexed256, isUnicode: false)
        let (tiles, asked) = try cells("heart", beats: 3.2, format)
        #expect(asked == 100)
        #expect(tiles.cells.allSatisfy { $0.letter < 0x80 })
    }
}
