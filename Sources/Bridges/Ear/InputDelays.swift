// SPDX-License-Identifier: Apache-2.0

public import MetronomeLinux

/// What inputs add to a sound and do not report, by the names of their devices: `metronomed/inputs` in the state folder of the user.
public struct InputDelays: Sendable {
    /// The delays of an input, in milliseconds.
    public static let range = -1000.0...1000.0
    /// How many inputs are kept; the oldest goes first.
    private static let most = 64

    private let path: String?

    /// The place by `XDG_STATE_HOME` and `HOME`.
    public init(environment: [String: String]) {
        path = BaseFolders(environment: environment).state.map { $0 + "/metronomed/inputs" }
    }

    /// The delay of a device, in milliseconds; nil where none was measured.
    public func ms(of device: String) -> Double? { known().last { $0.device == device }?.ms }

    /// Keeps the delay of a device, in milliseconds. Throws where the file cannot be written.
    public func store(_ ms: Double, of device: String) throws(SystemError) {
        guard let path else { throw SystemError("no place for the delay: set XDG_STATE_HOME or HOME") }
        guard Self.range.contains(ms) else { throw SystemError("a delay of \(ms) ms is none of an input") }
        let entries = known().filter { $0.device != device } + [(ms, device)]
        let text = entries.suffix(Self.most).map { "\($0.ms) \($0.device)\n" }.joined()
        try DurableFile(path: path).replace(with: Array(text.utf8))
    }

    /// Each line is a number and the name of a device; what is none is left out.
    private func known() -> [(ms: Double, device: String)] {
        guard let path, let bytes = try? FileContents.read(path, limit: 1 << 16) else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ", maxSplits: 1)
            guard words.count == 2, let ms = Double(words[0]), Self.range.contains(ms) else { return nil }
            return (ms, String(words[1]))
        }
    }
}
