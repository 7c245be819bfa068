// SPDX-License-Identifier: Apache-2.0

internal import CResources

/// A file that is part of the programs.
package struct Resource: Sendable {
    /// Its name, without a folder.
    package let name: String
    /// Its content, as it is in the folder.
    package let bytes: [UInt8]

    /// The files of the page for browsers; `index.html` is the page itself.
    package static let page = unsafe all(resource_of_page)
    /// The outlines of letters.
    package static let outlines = unsafe all(resource_of_outlines)
    /// The sounds that need no file.
    package static let sounds = unsafe all(resource_of_sounds)

    private static func all(_ file: (Int) -> UnsafePointer<resource>?) -> [Resource] {
        var files: [Resource] = []
        while let found = unsafe file(files.count)?.pointee {
            let bytes = unsafe UnsafeBufferPointer(start: found.bytes, count: found.count)
            files.append(Resource(name: unsafe String(cString: found.name), bytes: unsafe Array(bytes)))
        }
        return files
    }
}
