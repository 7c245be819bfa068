// SPDX-License-Identifier: Apache-2.0

internal import Logging
internal import MetronomeControl
internal import MetronomeSession

extension Performance {
    /// What is to be done.
    enum Action {
        case answer(Ask.ID, Answer)
        /// Answer how well the real-time thread keeps time.
        case answerTiming(Ask.ID, AudioState)
        case tell(MetronomeControl.Event, to: [Client])
        case play(PlayOrder)
        /// Have the real-time thread take the silence though it waits for a device.
        case stopWaiting
        case openOutput(run: UInt64)
        case closeOutput(atOnce: Bool)
        case changeOutput(OutputOrder)
        case setFill(milliseconds: Int)
        case load(Ask.ID, Load)
        /// Report when this file of a song is saved; nil: none.
        case watchSong(String?)
        /// Report when the file of this set list is saved; nil: none.
        case watchSetList(LibraryName?)
        case save(Settings, StateSaver.Cause)
        /// Add a run to the journal, which began and ended at a time of CLOCK_REALTIME.
        case addToJournal(JournalEntry, beganAt: Int, endedAt: Int)
        case log(Logger.Level, String)
        /// A client has asked the daemon to end.
        case shutDown
    }

    /// What a turn has led to so far. It is no part of what a performance is: two are the same whatever is to be done.
    struct Actions: Equatable {
        var list: [Action] = []

        static func == (one: Actions, other: Actions) -> Bool { true }

        mutating func append(_ action: Action) { list.append(action) }

        /// Takes back the last action where it tells some clients the state; nil where it is any other.
        mutating func takeBackState(to clients: [Client]) -> StateEvent? {
            guard case .tell(.state(let event), to: clients)? = list.last else { return nil }
            list.removeLast()
            return event
        }
    }

    /// Why a turn does not take place.
    enum TurnEnd: Error {
        case refused(ControlError)
        /// The turn takes place when this load was read. The wish may be another one then.
        case needs(Load, for: Ask.Wish? = nil)
    }
}
