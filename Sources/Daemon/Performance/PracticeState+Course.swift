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
        self.init {
            $0.silent = course.isSilent(beat: beat, in: grid)
            $0.speed = Speed(course, atBeat: beat, in: grid)
            $0.gap = Gap(course, atBeat: beat, in: grid)
            $0.mute = Mute(course, atBeat: beat, in: grid)
            $0.timer = Timer(course)
            $0.countIn =
                beat < first
                ? CountIn {
                    $0.left = Int(first - beat)
                    $0.beats = Int(first)
                } : nil
        }
    }
}

extension PracticeState.Speed {
    fileprivate init?(_ course: PracticeCourse, atBeat beat: Int64, in grid: BarGrid) {
        guard let speed = course.speed else { return nil }
        let next = course.nextTempo(afterBeat: beat, in: grid)
        self.init {
            $0.fromBar = Int(speed.bar)
            $0.from = Double(course.start) / 1000
            $0.to = Double(speed.trainer.to) / 1000
            $0.nextBpm = next?.tempo.beatsPerMinute
            $0.nextBeat = next.map { Int($0.beat) }
            $0.endBeat = course.speedEnd(in: grid).map(Int.init)
            $0.ending = speed.trainer.ending.rawValue
        }
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
        self.init {
            $0.fromBar = Int(gap.bar)
            $0.round = Int(place.round)
            $0.silent = place.isSilent
            $0.passed = Int(place.passed)
            $0.length = Int(place.length)
            $0.unit = gap.trainer.unit.rawValue
            $0.nextBeat = Int(next)
        }
    }
}

extension PracticeState.Mute {
    fileprivate init?(_ course: PracticeCourse, atBeat beat: Int64, in grid: BarGrid) {
        guard let mute = course.mute else { return nil }
        let bar = max(0, grid.bar(ofBeat: beat) - mute.bar)
        self.init {
            $0.fromBar = Int(mute.bar)
            $0.silent = course.isMuted(beat: beat, in: grid)
            $0.percent = (mute.trainer.percent(inBar: bar) * 10).rounded() / 10
            $0.unit = mute.trainer.unit.rawValue
            $0.seed = Int(mute.trainer.seed ?? 0)
        }
    }
}

extension PracticeState.Timer {
    fileprivate init?(_ course: PracticeCourse) {
        guard let timer = course.timer else { return nil }
        self.init {
            $0.fromBar = Int(timer.bar)
            $0.length = Int(timer.trainer.amount)
            $0.unit = timer.trainer.unit.rawValue
        }
    }
}
