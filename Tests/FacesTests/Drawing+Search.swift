// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion

@testable import Faces

extension Drawing {
    /// What a part is made of, those in its groups included; empty if there is no such part.
    func elements(of name: String) -> [Element] {
        func flat(_ elements: [Element]) -> [Element] {
            elements.flatMap { element -> [Element] in
                if case .group(let group) = element { return flat(group.elements) }
                return [element]
            }
        }
        func search(_ elements: [Element]) -> [Element]? {
            for case .group(let group) in elements {
                if group.name == name { return flat(group.elements) }
                if let found = search(group.elements) { return found }
            }
            return nil
        }
        return search(elements) ?? []
    }
}

extension Rect {
    /// Whether another lies in it, but for what rounding does.
    func holds(_ other: Rect) -> Bool {
        other.minX > minX - 1e-6 && other.minY > minY - 1e-6 && other.maxX < maxX + 1e-6 && other.maxY < maxY + 1e-6
    }
}
