// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm

/// A tempo map of klick 0.12.2, its whole grammar.
///
/// Each line is an entry: `[label:] bars [meter] tempo [pattern] [volume]`. A tempo counts quarter notes whatever the meter, a
/// ramp is linear in beats and reaches its end tempo at the end of the entry, and what an entry leaves out is not that of the
/// entry before.
enum KlickMap {
    /// Volumes above this are taken for something else that was meant.
    static let loudest = 4.0

    static func read(_ bytes: [UInt8]) -> SongReading {
        var draft = SongDraft()
        var hasCarriageReturn = false
        for line in TextLine.lines(of: bytes) {
            if line.hasCarriageReturn, !hasCarriageReturn {
                hasCarriageReturn = true
                draft.add(
                    line.note(
                        at: 1, "this line ends with a carriage return: klick itself refuses the file; read all the same"
                    ))
            }
            guard !line.words.isEmpty else { continue }
            do throws(SongRemark) {
                var entry = KlickEntry(line)
                let section = try entry.section()
                for note in entry.notes { draft.add(note) }
                if let label = section.label, let first = draft.line(ofLabel: label, else: line.number) {
                    draft.add(
                        line.note(at: 1, "the label \(label) is there twice: the one in line \(first) is meant by it"))
                }
                draft.add(section, line: line.number, column: line.words[0].column)
            } catch {
                draft.add(error)
            }
            if draft.isOver { break }
        }
        if draft.isEmpty, draft.remarks.allSatisfy({ $0.kind == .note }) {
            draft.add(
                SongRemark(
                    .note,
                    "there is no entry in it, so nothing is played: write one such as 4 120 (klick itself crashes)"))
        }
        return draft.reading()
    }
}
