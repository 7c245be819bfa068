// SPDX-License-Identifier: Apache-2.0

/// Cells that lie together, and are drawn in one go.
///
/// cairo draws within one rectangle in half the time that it takes within many, and what lies beside it need not be drawn
/// at all.
struct CellArea: Hashable {
    /// A rectangle that holds all of them.
    private(set) var hull: CellBox
    /// Rectangles that hold all of them, and few others; none lies over another.
    private(set) var boxes: [CellBox]

    /// Rectangles of which none lies over another, as areas that do not touch each other.
    static func areas(of boxes: [CellBox]) -> [CellArea] {
        var areas: [CellArea] = []
        for box in boxes {
            var area = CellArea(hull: box, boxes: [box])
            while let index = areas.firstIndex(where: { $0.hull.touches(area.hull) }) {
                let other = areas.remove(at: index)
                area = CellArea(hull: area.hull.union(other.hull), boxes: other.boxes + area.boxes)
            }
            areas.append(area)
        }
        return areas.map(\.filled)
    }

    /// The whole hull, where the hull is not much larger than the boxes.
    private var filled: CellArea {
        let count = boxes.reduce(0) { $0 + $1.count }
        return 2 * count >= hull.count ? CellArea(hull: hull, boxes: [hull]) : self
    }
}
