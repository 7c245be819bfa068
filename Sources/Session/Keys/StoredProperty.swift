// SPDX-License-Identifier: Apache-2.0

/// Reads a property by its path. One that is stored is read where it lies: by its path it takes much longer.
package func reader<Root, Property>(_ path: any KeyPath<Root, Property> & Sendable) -> @Sendable (Root) -> Property {
    guard let offset = MemoryLayout<Root>.offset(of: path) else { return { $0[keyPath: path] } }
    return { root in unsafe withUnsafeBytes(of: root) { unsafe $0.load(fromByteOffset: offset, as: Property.self) } }
}
