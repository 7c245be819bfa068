// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl
import MetronomeLinux

/// `metroctl offset`: sets the offset, or without a value prints it.
struct OffsetSetVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb(
        "offset.set", name: "set", more: [("offset", "tells it")])

    @Argument(help: ArgumentHelp("Milliseconds; + is later. After by: how many to add.", valueName: "[by] ms"))
    var words: [String] = []
    @OptionGroup var options: Options

    func validate() throws {
        if words == ["by"] { throw ValidationError("By how many milliseconds: offset by 5") }
    }

    /// The words without the unit: `-30ms` and `-30 ms` are -30.
    static func withoutUnit(_ words: [String]) -> [String] {
        words.filter { $0 != "ms" }.map { $0.hasSuffix("ms") ? String($0.dropLast(2)) : $0 }
    }

    func run() throws {
        let words = Self.withoutUnit(words)
        guard words.isEmpty else { return try options.change(["offset"] + words) }
        try options.perform(["offset"]) { (offset: Offset) in
            "offset \(Offset.text(offset.offsetMs)) on '\(offset.device.printable)'"
        }
    }
}

extension Offset {
    /// Milliseconds with their sign: `+40 ms`.
    static func text(_ milliseconds: Double) -> String {
        (milliseconds > 0 ? "+" : "") + milliseconds.text(decimals: 1) + " ms"
    }
}
