// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl
import MetronomeSession

/// A verb that takes no words of its own, and can wait for a place: `metroctl mute --at bar`. All of it is in the method's row.
struct PlainVerb<Name: MethodName>: ParsableCommand {
    static var configuration: CommandConfiguration {
        .verb(Name.method, name: Name.method.split(separator: ".").last.map(String.init))
    }

    @OptionGroup var options: ChangeOptions

    func run() throws {
        try options.options.change(Name.method, [:], at: options.at) { sentence, _ in
            Name.frame(sentence)
                + Name.hint { try? options.options.status() }
        }
    }
}

/// A method of the command table.
protocol MethodName {
    static var method: String { get }
    /// What is put around the sentence.
    static func frame(_ sentence: String) -> String
    /// What is to be said besides, by the status after it.
    static func hint(_ status: () -> Status?) -> String
}

extension MethodName {
    static func frame(_ sentence: String) -> String { sentence }
    static func hint(_ status: () -> Status?) -> String { "" }

    /// What was done, and what holds now: `undone; now 120 bpm`.
    fileprivate static func now(_ done: String, _ sentence: String) -> String {
        let isNothing = sentence == "done" || sentence.hasPrefix("done,")
        return isNothing ? done + sentence.dropFirst("done".count) : "\(done); now \(sentence)"
    }
}

enum UndoName: MethodName {
    static let method = "undo"
    static func frame(_ sentence: String) -> String { now("undone", sentence) }
}

enum RedoName: MethodName {
    static let method = "redo"
    static func frame(_ sentence: String) -> String { now("redone", sentence) }
}

enum StopName: MethodName { static let method = "stop" }
enum MuteName: MethodName { static let method = "mute" }
enum UnmuteName: MethodName {
    static let method = "unmute"

    /// Says that a trainer keeps beats silent, which no mute does.
    static func hint(_ status: () -> Status?) -> String {
        guard let status = status() else { return "" }
        let silent = Trainer.Kind.allCases.filter {
            $0.rules.silencesBeats && (status.settings.others[$0.member]?.string ?? "off") != "off"
        }
        return silent.map { kind in
            "\n(the \(Status.words(for: kind.member)) goes on; metroctl trainer \(kind.rawValue) off ends it)"
        }.joined()
    }
}
enum SongUnloadName: MethodName { static let method = "song.unload" }
enum SetlistNextName: MethodName { static let method = "setlist.next" }
enum SetlistAdvanceName: MethodName { static let method = "setlist.advance" }
enum SetlistPreviousName: MethodName { static let method = "setlist.previous" }
