// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials

extension FuzzTarget {
    /// The dictionary as libFuzzer reads it.
    private var dictionary: String {
        // One that is empty is refused.
        "# The words of \(name).\n"
            + Set(words()).subtracting([""]).sorted().map { word in
                let text = word.utf8.map { byte -> String in
                    let isPlain =
                        (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
                    let digits = String(byte, radix: 16)
                    return isPlain ? String(UnicodeScalar(byte)) : "\\x" + (digits.utf8.count == 1 ? "0" : "") + digits
                }
                return "\"" + text.joined() + "\"\n"
            }.joined()
    }

    /// Writes the dictionary, `words`, and the inputs to begin with, into `seeds`, into a folder; whether that was possible.
    public func prepare(in folder: String) -> Bool {
        do {
            try FileManager.default.createDirectory(atPath: folder + "/seeds", withIntermediateDirectories: true)
            try Data(dictionary.utf8).write(to: URL(filePath: folder + "/words"))
            for (index, seed) in seeds().enumerated() {
                try Data(seed).write(to: URL(filePath: "\(folder)/seeds/\(index)"))
            }
            return true
        } catch { return false }
    }
}
