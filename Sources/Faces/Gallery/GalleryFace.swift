// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
import MetronomeMotion

/// All other faces at once, in rows of tiles.
///
/// Parts: every face by its name, in its tile.
struct GalleryFace: Face {
    let name = "gallery"
    let summary = "all the others at once"
    let cycle = Cycle.endless
    let defaultSize = Size(width: 800, height: 800)

    /// The faces it shows, in the order of the table.
    var faces: [any Face] { FaceTable.all.filter { $0.name != name } }

    func drawing(at moment: Moment, size: Size, theme: Theme) -> Drawing {
        var drawing = Drawing(size: size)
        let faces = faces
        for (face, tile) in zip(faces, Self.tiles(faces.count, in: size)) {
            let unit = Double.minimum(tile.width, tile.height) / 20
            let frame = tile.insetBy(dx: 0.5 * unit, dy: 0.5 * unit)
            drawing.fill(Path(roundedRect: frame, cornerRadius: unit), theme.faint.opacity(0.28))
            // The name is written where it can be read.
            let caption = unit >= 5 ? 2 * unit : 0
            let inner = Rect(
                x: frame.minX + unit, y: frame.minY + unit, width: frame.width - 2 * unit,
                height: frame.height - 2 * unit - caption)
            drawing.draw(face.drawing(at: moment, size: inner.size, theme: theme), in: inner, named: face.name)
            guard caption > 0 else { continue }
            let place = Point(x: frame.midX, y: frame.maxY - 1.4 * unit)
            drawing.draw(Text(face.name, font: Font(size: 1.7 * unit), at: place), theme.ink.opacity(0.6))
        }
        return drawing
    }

    /// The rows of tiles that come nearest to large squares, row by row; a last row that is not full is centred.
    static func tiles(_ count: Int, in size: Size) -> [Rect] {
        func side(_ columns: Int) -> Double {
            let rows = (count + columns - 1).quotient(by: columns)
            return .minimum(size.width / Double(columns), size.height / Double(rows))
        }
        // A tile alone in the last row costs a third of the size. Of equals: the fuller last row, then fewer columns.
        func worth(_ columns: Int) -> Double {
            let rest = count.quotientAndRemainder(dividingBy: columns).remainder
            let isAlone = rest == 1 && columns > 1 && count > columns
            let gap = rest == 0 ? 0 : 1 - Double(rest) / Double(columns)
            return side(columns) * (isAlone ? 2.0 / 3 : 1) * (1 - 1e-6 * gap)
        }
        let columns = (1...max(1, count)).reduce(1) { worth($1) > worth($0) * (1 + 1e-12) ? $1 : $0 }
        let rows = (count + columns - 1).quotient(by: columns)
        let (width, height) = (size.width / Double(columns), size.height / Double(max(1, rows)))
        return (0..<count).map { index in
            let (row, column) = index.quotientAndRemainder(dividingBy: columns)
            let inRow = row == rows - 1 ? count - row * columns : columns
            let left = (size.width - Double(inRow) * width) / 2
            return Rect(x: left + Double(column) * width, y: Double(row) * height, width: width, height: height)
        }
    }
}
