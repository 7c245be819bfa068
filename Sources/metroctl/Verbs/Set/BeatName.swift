// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeRhythm

enum BeatName: SettingVerbName {
    static let verb = "beat"

    static func former(_ options: Options) throws -> Status? {
        try options.status()
    }

    /// The number of beats a minute stays, so the music has another speed: how much, and which tempo keeps it.
    static func hint(on change: Change, asked value: String, after former: Status?, status: () -> Status?) -> String {
        guard change.values["pending"] == nil, let former, let beat = former.beatLength,
            let ratio = status()?.beatLength?.multiplied(by: beat.inverse), ratio != .one
        else { return "" }
        let factor = ratio.value
        func times(_ factor: Double) -> String { factor == 2 ? "twice" : "\(factor.text(decimals: 2)) times" }
        let change = factor == 0.5 ? "half" : "\(times(max(factor, 1 / factor)))"
        return "\n(\(change) " + (factor < 1 && factor != 0.5 ? "slower than" : "as fast as")
            + " before; metroctl tempo \((former.bpm / factor).text(decimals: 3)) keeps the speed)"
    }
}
