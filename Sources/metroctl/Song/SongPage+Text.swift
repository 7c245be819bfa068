// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeRhythm

extension SongPage {
    /// A line for each section, in which that is marked which is heard, and one for all.
    var text: String {
        let cells = sections.enumerated().map { index, section in
            [
                song.section?.index == index ? ">" : "", "\(section.bar)",
                "\(section.bars)" + (section.times > 1 ? " x\(section.times)" : ""), section.meter,
                section.bpm.text(decimals: 2)
                    + (section.toBpm == section.bpm ? "" : " to " + section.toBpm.text(decimals: 2))
                    + FeltNote.text(
                        bpm: section.bpm, to: section.toBpm,
                        length: section.beat.flatMap { try? NoteValue.length(named: $0) }),
                section.label ?? "",
            ]
        }
        let table = TextTable([["", "bar", "bars", "meter", "bpm", "section"]] + cells, numberColumns: 4)
        let name = song.title.map { "\($0): " } ?? ""
        let scale = song.scale == 1 ? "" : " at \((song.scale * 100).text(decimals: 2))%"
        return table.text + (more > 0 ? "\nand \(more) more" : "")
            + "\n\(name)\(song.length(ofSeconds: lengthS)), \(song.path)\(scale)"
    }
}
