// SPDX-License-Identifier: Apache-2.0

import Faces
import MetronomeControl
import MetronomeRhythm

extension ShownSection {
    /// The section that is heard; without one the entry of the set list; nil without either. The status is told anew when a
    /// section begins: up to then it is the section that was said to follow.
    init?(_ heard: HeardMoment, _ status: Status) {
        guard heard.isPlaying, let present = status.song?.section else {
            guard let list = status.setList else { return nil }
            self.init(name: list.entry.name, next: list.next?.name)
            return
        }
        if let next = status.song?.next, Int64(next.fromBeat) <= heard.position.whole {
            self.init(name: Self.text(next), next: nil)
        } else {
            self.init(name: Self.text(present), next: status.song?.next.map(Self.text))
        }
    }

    private static func text(_ section: SectionState) -> String {
        section.times > 1 ? "\(section.name) \(section.pass) of \(section.times)" : section.name
    }
}
