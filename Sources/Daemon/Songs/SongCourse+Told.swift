// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession

extension SongCourse {
    /// The tempo of a beat at `scale` times what is written, in felt beats a minute; 0 behind the end.
    func bpm(ofBeat beat: Int64, scale: Ratio) -> Double {
        guard let first = passages(from: beat, to: beat + 1).first else { return 0 }
        let lead = Position(units: first.lead)
        let begin = TimelineSegment(
            originPlace: FramePlace(frame: 0), originPosition: lead, curve: first.curve,
            curveBegin: Position(whole: 0), beat: first.beat.multiplied(by: scale) ?? first.beat, sampleRate: .hz48000)
        return begin.ownBeatsPerMinute(at: lead)
    }

    /// Its sections as clients are told them, at `scale` times its tempo.
    func sections(scale: Double) -> [SongPage.Section] {
        stretches.filter { $0.written.pass == 1 && $0.written.ending == nil }.map { stretch in
            let section = song.sections[stretch.written.section]
            let tempi = section.tempi(countedIn: stretch.beat)
            // Without what was rounded in the product.
            func told(_ bpm: Double) -> Double { (bpm * scale * 1e9).rounded() / 1e9 }
            return SongPage.Section {
                $0.label = section.label
                $0.bar = stretch.written.firstBar
                $0.bars = section.writtenBars
                $0.times = section.times
                $0.meter = stretch.meter
                $0.beat = stretch.beat == .one ? nil : NoteValue.name(of: stretch.beat)
                ($0.bpm, $0.toBpm) = (told(tempi.first), told(tempi.last))
                if let (least, most) = tempi.extremes { ($0.leastBpm, $0.mostBpm) = (told(least), told(most)) }
                $0.fromS = stretch.seconds
                $0.begin = TimelineState.Bars.Quarters(stretch.written.begin)
            }
        }
    }
}
