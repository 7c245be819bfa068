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
                section.tempoText, section.label ?? "",
            ]
        }
        let table = TextTable([["", "bar", "bars", "meter", "bpm", "section"]] + cells, numberColumns: 4)
        let name = song.title.map { "\($0): " } ?? ""
        let scale = song.scale == 1 ? "" : " at \((song.scale * 100).text(decimals: 2))%"
        return table.text + (more > 0 ? "\nand \(more) more" : "")
            + "\n\(name)\(song.length(ofSeconds: lengthS)), \(song.path)\(scale)"
    }
}

extension SongPage.Section {
    /// `120`, `80 to 120` or `between 40 and 120`, with the note that is one unless it is a quarter.
    fileprivate var tempoText: String {
        let told = leastBpm.flatMap { least in mostBpm.map { (least, $0) } }
        let extremes = FeltNote.extremes(told, beyond: (bpm, toBpm), decimals: 2)
        let (first, last) = extremes ?? (bpm, toBpm)
        let (from, to) = (first.text(decimals: 2), last.text(decimals: 2))
        let text = extremes != nil ? "between \(from) and \(to)" : from == to ? from : "\(from) to \(to)"
        return text + FeltNote.text(bpm: first, to: last, length: beat.flatMap { try? NoteValue.length(named: $0) })
    }
}
