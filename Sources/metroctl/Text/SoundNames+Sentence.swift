// SPDX-License-Identifier: Apache-2.0

import Control

extension SoundNames {
    /// What has a sound, and its name; `auto` for that of the beat.
    var named: [(role: String, name: String)] {
        [("beat", beat), ("bell", bell), ("accent", accent), ("ghost", ghost), ("subdivision", subdivision)]
    }

    /// `beat rim, bell cowbell`: those that have sounds of their own.
    var sentence: String {
        let isCounting = beat == "voice" && bell == "voice"
        let own = named.filter { $0.name != "auto" && !(isCounting && $0.name == "voice") }
        return ((isCounting ? ["counting aloud"] : []) + own.map { "\($0.role) \($0.name)" }).joined(separator: ", ")
    }
}
