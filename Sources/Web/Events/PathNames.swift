// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl

/// What pages are told in place of paths: names, so that nobody who watches learns how folders of this machine are called.
///
/// A text that is a path becomes the name of its file, with a number behind it where another file has that name. In a
/// sentence, what lies below one's own folders, or beside a file that was told, is told without them. A pure value.
package struct PathNames: Sendable {
    /// Paths whose names are kept apart. What comes beyond may share the name of another.
    static let most = 4096

    /// What players write in their own words, which may begin like a path: the chord `/G/B`.
    private static let texts: Set = ["note", "title", "label", "prompt", "next"]

    /// How many folders are known. In a sentence a file in any other is told with its folder.
    private static let mostFolders = 64

    private var folders: [[UInt8]]
    private var names: [String: String] = [:]
    private var paths: [String: String] = [:]
    private var counts: [String: Int] = [:]

    /// - Parameter folders: the home folder, and others of the user's own that may lie elsewhere.
    package init(folders: [String]) {
        let usable = folders.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }.filter { $0.utf8.count > 1 }
        // The longer of two that begin alike is found first.
        self.folders = Set(usable).sorted { $0.utf8.count > $1.utf8.count }.map { Array($0.utf8) }
    }

    /// The path that pages are told by that name; nil for none.
    func path(of name: String) -> String? { paths[name] }

    /// A line of JSON as pages are told it; nil where it is none.
    mutating func line(_ line: [UInt8]) -> [UInt8]? {
        guard mayHavePath(line) else { return line }
        return (try? JSONLine.parse(line)).map { JSONLine.encode(value($0)) }
    }

    /// Whether a line can hold a text that is told otherwise: most have none, and a timeline may be large.
    private func mayHavePath(_ line: [UInt8]) -> Bool {
        line.indices.contains { index in
            switch line[index] {
            // An escaped sign may be any.
            case UInt8(ascii: "\\"): true
            case UInt8(ascii: "/"):
                index > 0 && line[index - 1] == UInt8(ascii: "\"")
                    || folders.contains { Self.lies(in: $0, line, at: index) }
            default: false
            }
        }
    }

    /// A value as pages are told it.
    mutating func value(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text): return .string(self.text(text))
        case .array(let elements): return .array(elements.map { self.value($0) })
        case .object(var members):
            // In an order of its own, so that the same names are given each time.
            for name in members.keys.sorted() {
                if Self.texts.contains(name), let text = members[name]?.string {
                    members[name] = .string(withoutFolders(text))
                } else {
                    members[name] = members[name].map { self.value($0) }
                }
            }
            return .object(members)
        case .null, .bool, .integer, .number: return value
        }
    }

    /// A refusal as pages are told it.
    mutating func error(_ error: ControlError) -> ControlError {
        var error = error
        error.message = text(error.message)
        error.allowed = error.allowed.map { $0.map { text($0) } }
        return error
    }

    /// A text as pages are told it.
    mutating func text(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "/")) else { return text }
        return Self.isPath(text) ? name(of: text) : withoutFolders(text)
    }

    /// Whether a text is an absolute path of more than one name, and no sentence that begins with one.
    private static func isPath(_ text: String) -> Bool {
        text.utf8.first == UInt8(ascii: "/") && text.utf8.dropFirst().contains(UInt8(ascii: "/"))
            && !["\n", ": ", ", ", "; "].contains(where: text.contains)
    }

    private mutating func name(of path: String) -> String {
        if let name = names[path] { return name }
        let base = path.split(separator: "/").last.map(String.init) ?? "/"
        guard names.count < Self.most else { return base }
        var name = base
        while paths[name] != nil {
            counts[base, default: 1] += 1
            name = "\(base) (\(counts[base, default: 1]))"
        }
        names[path] = name
        paths[name] = path
        learnFolder(of: path)
        return name
    }

    /// What lies beside a file is told without the folder, too.
    private mutating func learnFolder(of path: String) {
        let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { Array(path.utf8[..<$0]) } ?? []
        guard folder.count > 1, folders.count < Self.mostFolders, !folders.contains(folder) else { return }
        let place = folders.firstIndex { $0.count < folder.count } ?? folders.count
        folders.insert(folder, at: place)
    }

    /// A text in which what lies below one of the folders is told by its name alone.
    private func withoutFolders(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var told: [UInt8] = []
        var index = 0
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "/"),
                let folder = folders.first(where: { Self.lies(in: $0, bytes, at: index) })
            else {
                told.append(bytes[index])
                index += 1
                continue
            }
            index += folder.count
            // As far as names of folders follow, each ended by a slash.
            while index < bytes.count, bytes[index] == UInt8(ascii: "/") {
                index += 1
                let end = Self.endOfName(bytes, from: index)
                guard end < bytes.count, bytes[end] == UInt8(ascii: "/") else { break }
                index = end
            }
            if index == bytes.count || Self.endOfName(bytes, from: index) == index { told.append(UInt8(ascii: "~")) }
        }
        return String(decoding: told, as: UTF8.self)
    }

    /// Whether a path of that folder, or below it, begins there.
    private static func lies(in folder: [UInt8], _ bytes: [UInt8], at index: Int) -> Bool {
        guard bytes[index...].starts(with: folder) else { return false }
        let end = index + folder.count
        guard end < bytes.count else { return true }
        return bytes[end] == UInt8(ascii: "/") || endOfName(bytes, from: end) == end || bytes[end] == UInt8(ascii: " ")
    }

    /// Where a name of a path in a sentence ends: before the next slash, quotation mark or line, a colon that is followed by
    /// a space, or what divides parts of a sentence. A name may hold spaces.
    private static func endOfName(_ bytes: [UInt8], from start: Int) -> Int {
        var index = start
        while index < bytes.count {
            let isLast = index + 1 == bytes.count || bytes[index + 1] == UInt8(ascii: " ")
            if "/\n\"'".utf8.contains(bytes[index]) || (isLast && ":;,.)".utf8.contains(bytes[index])) { break }
            index += 1
        }
        return index
    }
}
