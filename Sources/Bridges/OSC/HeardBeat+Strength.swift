// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm
internal import MetronomeSession

extension HeardBeat {
    /// How strongly it is played: 0 silent, 1 soft, 2 as usual, 3 an accent, 4 the bell.
    var strength: Int32 {
        switch accent {
        case .mute: 0
        case .ghost: 1
        case .normal: 2
        case .accent: 3
        case .bell: 4
        }
    }
}
