// SPDX-License-Identifier: Apache-2.0

internal import Bounds
internal import Rhythm
internal import Session

extension HeardMusic {
    /// The prompts that are shown, and the bar with which they begin; nil without any.
    private var prompts: (list: PromptList, fromBar: Int64)? {
        let kind = Trainer.Kind.prompt
        guard let bar = status.practice?.trainers[kind.rawValue]?["from_bar"]?.integer,
            let text = status.otherSettings[kind.member]?.string, let list = try? PromptList(parsing: text)
        else { return nil }
        // A daemon's are far fewer; a grid can be calculated with up to there.
        return (list, min(max(Int64(bar), -1 << 40), 1 << 40))
    }

    /// What is to be played at a beat, and what comes next.
    func prompt(ofBeat beat: Int64, in account: HeardTimeline) -> (present: String?, next: String?) {
        guard let (list, bar) = prompts else { return (nil, nil) }
        let grid = account.rule(ofBeat: beat).grid
        let begin = TrainerBegin(beat: grid.beat(ofBar: bar, 1), bar: bar)
        let place = TrainerPlace(begin, BeatPosition(whole: beat), in: grid)
        return (list.prompt(at: place), list.next(at: place)?.prompt)
    }

    /// The first beat of the next prompt, from a beat on; nil where none comes.
    func promptBegin(from beat: Int64, in account: HeardTimeline) -> HeardBeat? {
        guard let (list, fromBar) = prompts, let line = account.barLine(from: beat) else { return nil }
        let (number, rest) = max(0, Int64(line.bar) - fromBar).flooredDivision(by: list.every)
        let bar = fromBar + (number + (rest > 0 ? 1 : 0)) * list.every
        return account.beat(ofBar: bar, 1, from: beat)
    }
}
