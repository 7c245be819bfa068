// SPDX-License-Identifier: Apache-2.0

import Rhythm

@testable import Session

/// Bars without accents but the bell.
extension BeatAccents {
    init(bell: BellPattern?) { self.init(bar: [.normal], bell: bell) }
}

extension RunRecord {
    init(_ confirmation: PlanConfirmation, bell: BellPattern?) {
        self.init(confirmation, accents: BeatAccents(bell: bell))
    }

    mutating func confirm(_ confirmation: PlanConfirmation, bell: BellPattern?) {
        confirm(confirmation, accents: BeatAccents(bell: bell))
    }
}
