// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import NIOCore
internal import Rhythm
internal import Session

extension Conductor {
    /// Makes the tempo that the speed trainer has led to before a beat the one of the settings, unless another was set by hand.
    /// Returns whether it was another.
    @discardableResult func followTempo(before beat: Int64) -> Bool {
        guard !gestures.contains(.tempo), beat >= followedBeat, let music, music.course(atBeat: beat - 1).speed != nil,
            let tempo = music.parts.last(where: { $0.fromBeat < beat })?.tempo, tempo != settings.tempo
        else { return false }
        followedBeat = beat
        settings.tempo = tempo
        journalNotes?.note(tempo)
        remember(settings)
        sendState(changed: ["bpm", "practice"])
        return true
    }

    /// Tells what a trainer has changed by now, sends a plan that reaches farther when it is time, and sets the timer for the
    /// next of these.
    func followPractice() {
        practiceTimer?.cancel()
        practiceTimer = nil
        guard let run = heardRun, let music = musicInForce, let renewal = music.renewalBeat else { return }
        let present = run.beat(at: .now)
        let silence = music.parts.last { $0.fromBeat <= present }?.isSilent ?? false
        let isNewSilence = silence != isInSilence
        isInSilence = silence
        if !followTempo(before: present + 1), isNewSilence { sendState(changed: ["practice"]) }
        if present >= renewal, sent.isEmpty { ask(Transport.Event.edit) { _ in } }
        let next = (music.parts.map(\.fromBeat) + [renewal]).filter { $0 > present }.min()
        if let next { practiceTimer = wake(at: run.time(ofBeat: next)) { $0.followPractice() } }
    }

    /// Where the trainers are, as it is heard; nil without any, and while stopped.
    func practiceState(at now: ClockTime) -> PracticeState? {
        guard let run = heardRun, let music = musicInForce else { return nil }
        let beat = max(0, run.beat(at: now))
        return PracticeState(music.course(atBeat: beat), atBeat: beat, of: run.record)
    }

    /// Lets go of the timer: the run is over.
    func endPractice() {
        practiceTimer?.cancel()
        practiceTimer = nil
        isInSilence = false
        followedBeat = 0
        gestures = []
    }
}
