// SPDX-License-Identifier: Apache-2.0

import MetronomeControl

extension SoundNames {
    /// What has a sound, and its name; `auto` for that of the beat.
    var named: [(role: String, name: String)] {
        [("beat", beat), ("bell", bell), ("accent", accent), ("ghost", ghost), ("subdivision", subdivision)]
    }

    /// The roles that have another sound than from the start.
    private var own: [(role: String, name: String)] {
        named.filter { $0.name != ($0.role == "beat" || $0.role == "bell" ? $0.role : "auto") }
    }

    /// Whether nothing has another sound than from the start.
    var isUsual: Bool { own.isEmpty }

    /// Says that all others have the sounds that they have from the start.
    static let others = ", the other sounds as usual"

    /// `beat rim, bell cowbell`: those that have another sound than from the start.
    var sentence: String {
        if isUsual { return "the usual sounds" }
        let isCounting = beat == "voice" && bell == "voice"
        let words = own.filter { !isCounting || $0.name != "voice" }.map { "\($0.role) \($0.name)" }
        let isAll = isCounting || beat != "beat" && bell != "bell"
        return ((isCounting ? ["counting aloud"] : []) + words).joined(separator: ", ")
            + (isAll ? "" : Self.others)
    }
}
