// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import Rhythm
internal import Session

extension PracticeState {
    /// The trainers of a run at a beat; nil without any.
    init?(_ course: PracticeCourse, atBeat beat: Int64, of record: RunRecord) {
        let grid = record.rules.rule(ofBeat: beat).grid
        let first = grid.beat(ofBar: 1, 1)
        guard !course.isEmpty || beat < first else { return nil }
        self.init(
            silent: course.isSilent(beat: beat, in: grid), speed: Speed(course, atBeat: beat, in: grid),
            gap: Gap(course, atBeat: beat, in: grid), mute: Mute(course, atBeat: beat, in: grid), timer: Timer(course),
            countIn: beat < first ? CountIn(left: Int(first - beat), beats: Int(first)) : nil)
    }
}

extension PracticeState.Speed {
    fileprivate init?(_ course: PracticeCourse, atBeat beat: Int64, in grid: BarGrid) {
        guard let speed = course.speed else { return nil }
        let next = course.nextTempo(afterBeat: beat, in: grid)
        self.init(
            fromBar: Int(speed.bar), from: Double(course.start) / 1000, to: Double(speed.trainer.to) / 1000,
            nextBpm: next?.tempo.beatsPerMinute, nextBeat: next.map { Int($0.beat) },
            endBeat: course.speedEnd(in: grid).map(Int.init), ending: speed.trainer.ending.rawValue)
    }
}

extension PracticeState.Gap {
    fileprivate init?(_ course: PracticeCourse, atBeat beat: Int64, in grid: BarGrid) {
        guard let gap = course.gap, let place = course.gapPlace(ofBeat: max(beat, gap.beat), in: grid) else {
            return nil
        }
        let begun = max(beat, gap.beat)
        let left = place.length - place.passed
        let next = gap.trainer.unit == .beats ? begun + left : grid.beat(ofBar: grid.bar(ofBeat: begun) + left, 1)
        self.init(
            fromBar: Int(gap.bar), round: Int(place.round), silent: place.isSilent, passed: Int(place.passed),
            length: Int(place.length), unit: gap.trainer.unit.rawValue, nextBeat: Int(next))
    }
}

extension PracticeState.Mute {
    fileprivate init?(_ course: PracticeCourse, atBeat beat: Int64, in grid: BarGrid) {
        guard let mute = course.mute else { return nil }
        let bar = max(0, grid.bar(ofBeat: beat) - mute.bar)
        self.init(
            fromBar: Int(mute.bar), silent: course.isMuted(beat: beat, in: grid),
            percent: (mute.trainer.percent(inBar: bar) * 10).rounded() / 10, unit: mute.trainer.unit.rawValue,
            seed: Int(mute.trainer.seed ?? 0))
    }
}

extension PracticeState.Timer {
    fileprivate init?(_ course: PracticeCourse) {
        guard let timer = course.timer else { return nil }
        self.init(
            fromBar: Int(timer.bar), length: Int(timer.trainer.amount), unit: timer.trainer.unit.rawValue,
            endBeat: nil, endNs: nil, leftS: nil)
    }
}
