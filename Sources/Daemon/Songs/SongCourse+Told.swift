// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession

extension SongCourse {
    /// Its sections as clients are told them, at `scale` times its tempo.
    func sections(scale: Double) -> [SongPage.Section] {
        stretches.filter { $0.written.pass == 1 && $0.written.ending == nil }.map { stretch in
            let section = song.sections[stretch.written.section]
            let part = stretch.written.part
            // Felt beats a minute.
            let factor = part.beat.value / stretch.beat.value * scale
            return SongPage.Section {
                $0.label = section.label
                $0.bar = stretch.written.firstBar
                $0.bars = section.endings.reduce(part.bars) { $0 + $1.part.bars }
                $0.times = section.times
                $0.meter = stretch.meter
                $0.beat = stretch.beat == .one ? nil : NoteValue.name(of: stretch.beat)
                $0.bpm = part.tempo.first.beatsPerMinute * factor
                $0.toBpm = part.tempo.last.beatsPerMinute * factor
                $0.fromS = stretch.seconds
                $0.begin = TimelineState.Bars.Quarters(stretch.written.begin)
            }
        }
    }
}
