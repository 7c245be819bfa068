// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm
internal import MetronomeSession

extension HeardMusic {
    /// The prompts that are shown, and the bar with which they begin; nil without any.
    private var prompts: (list: PromptList, fromBar: Int64)? {
        guard status.practice?.trainers[Trainer.Kind.prompt.rawValue] != nil,
            let (trainer, bar) = status.trainer(.prompt), let list = trainer.rules as? PromptList
        else { return nil }
        return (list, bar)
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
        prompts.flatMap { account.barLine(from: beat, fromBar: $0.fromBar, every: $0.list.every) }
    }
}
