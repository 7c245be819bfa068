// SPDX-License-Identifier: Apache-2.0

import Control

extension SoundNames {
    /// What has a sound, and its name; `auto` for that of the beat.
    var named: [(role: String, name: String)] {
        [("beat", beat), ("bell", bell), ("accent", accent), ("ghost", ghost), ("subdivision", subdivision)]
    }

    /// `beat rim, bell cowbell`: those that have sounds of their own.
    var sentence: String {
        named.filter { $0.name != "auto" }.map { "\($0.role) \($0.name)" }.joined(separator: ", ")
    }
}
