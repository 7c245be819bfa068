// SPDX-License-Identifier: Apache-2.0

internal import Bounds
import Control
import Faces
import Rhythm
import Session

extension PracticePlace {
    /// Where the trainers are at what is heard; while stopped, where the next start begins them. Nil without any, and where a song
    /// plays, which they wait for.
    init?(_ heard: HeardMoment, atNs heardNs: Int64, _ status: Status) {
        guard let course = PracticeCourse(heard, status) else { return nil }
        let grid = heard.isPlaying ? heard.grid : BarGrid(beatsPerBar: heard.grid.beatsPerBar)
        let beat = heard.isPlaying ? heard.position.whole : 0
        let timer = course.timer.map { Timer($0.trainer, status.practice?.timer, heard, atNs: heardNs) }
        self.init(
            isSilent: heard.isPlaying && course.isSilent(beat: beat, in: grid),
            speed: Speed(course, heard, atBeat: beat, in: grid), gap: Gap(course, atBeat: beat, in: grid),
            mute: Mute(course, atBeat: beat, in: grid), timer: timer)
        if self == PracticePlace() { return nil }
    }
}

extension PracticePlace.Speed {
    /// The most tempi that make a curve.
    private static let most = 160

    fileprivate init?(_ course: PracticeCourse, _ heard: HeardMoment, atBeat beat: Int64, in grid: BarGrid) {
        guard let speed = course.speed else { return nil }
        let target = Double(speed.trainer.to) / 1000
        // One that is there already has no way.
        let way = course.speedWay(ofBeat: beat, in: grid) ?? Double(speed.beat)...Double(speed.beat)
        let length = way.upperBound - way.lowerBound
        var isStepped = false
        var count = 33
        if case .steps = speed.trainer.pace {
            isStepped = true
            count = min(Self.most, max(1, Int(clamping: length).quotient(by: grid.beatsPerBar)))
        }
        let last = Double(isStepped ? count : count - 1)
        let tempi = (0..<count).map { index -> Double in
            // The last beat of a way that changes with every beat belongs to it.
            let place = way.lowerBound + (length > 0 ? Double(index) / last : 0) * length
            let beat = Int64(clamping: isStepped || index < count - 1 ? place.rounded(.down) : place.rounded(.up) - 1)
            return course.tempo(ofBeat: max(speed.beat, beat), in: grid)?.beatsPerMinute ?? target
        }
        let position = heard.isPlaying ? heard.position.beats : 0
        let next = course.nextTempo(afterBeat: beat, in: grid)
        let end = course.speedEnd(in: grid)
        self.init(
            course: tempi, isStepped: isStepped,
            part: length > 0 ? min(1, max(0, (position - way.lowerBound) / length)) : 1, target: target,
            next: next.map { next in
                Next(bpm: next.tempo.beatsPerMinute, bars: Int(grid.bar(ofBeat: next.beat) - grid.bar(ofBeat: beat)))
            },
            barsLeft: end.flatMap { $0 > beat ? Int(grid.bar(ofBeat: $0) - grid.bar(ofBeat: beat)) : nil },
            stops: speed.trainer.ending == .stop)
    }
}

extension PracticePlace.Gap {
    fileprivate init?(_ course: PracticeCourse, atBeat beat: Int64, in grid: BarGrid) {
        guard let gap = course.gap, let place = course.gapPlace(ofBeat: max(beat, gap.beat), in: grid) else {
            return nil
        }
        let (trainer, round) = (gap.trainer, place.round - 1)
        let growth = trainer.growth.multipliedReportingOverflow(by: round)
        let grown = growth.overflow ? trainer.longest : min(trainer.longest, trainer.muted + growth.partialValue)
        self.init(
            round: Int(place.round), played: Int(trainer.played),
            muted: Int(grown),
            passed: Int(place.isSilent ? trainer.played + place.passed : place.passed),
            unit: trainer.unit == .bars ? .bars : .beats)
    }
}

extension PracticePlace.Mute {
    fileprivate init?(_ course: PracticeCourse, atBeat beat: Int64, in grid: BarGrid) {
        guard let mute = course.mute else { return nil }
        self.init(
            percent: mute.trainer.percent(inBar: max(0, grid.bar(ofBeat: beat) - mute.bar)),
            greatest: Double(mute.trainer.percent), unit: mute.trainer.unit == .bars ? .bars : .beats,
            isSilent: course.isMuted(beat: beat, in: grid))
    }
}

extension PracticePlace.Timer {
    /// The daemon tells when it is over; while stopped, all of it is left.
    fileprivate init(
        _ timer: PracticeTimer, _ told: PracticeState.Timer?, _ heard: HeardMoment, atNs heardNs: Int64
    ) {
        let perUnit = timer.unit == .bars ? heard.grid.beatsPerBar : 1
        let left = told?.endNs.map { max(0, Double($0 - heardNs) / 1e9) }
        guard let length = timer.seconds.map(Double.init) else {
            let all = Double(timer.amount) * Double(perUnit)
            let beats = told?.endBeat.map { max(0, Double($0) - heard.position.beats) } ?? all
            self.init(
                seconds: left, count: Int(clamping: (beats / Double(perUnit)).rounded(.up)),
                unit: timer.unit == .bars ? .bars : .beats, part: min(1, beats / all))
            return
        }
        self.init(seconds: left ?? length, part: min(1, (left ?? length) / length))
    }
}
