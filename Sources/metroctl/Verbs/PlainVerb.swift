// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Control

/// A verb that takes no words of its own, and can wait for a place: `metroctl mute --at bar`. All of it is in the method's row.
struct PlainVerb<Name: MethodName>: ParsableCommand {
    static var configuration: CommandConfiguration {
        .verb(Name.method, name: Name.method.split(separator: ".").last.map(String.init))
    }

    @OptionGroup var options: ChangeOptions

    func run() throws {
        try options.options.change(Name.method, [:], at: options.at, telling: Name.told) { sentence, _ in
            Name.frame(sentence)
        }
    }
}

/// A method of the command table.
protocol MethodName {
    static var method: String { get }
    /// The members of the answer that are told; nil for all.
    static var told: Set<String>? { get }
    /// What is put around the sentence.
    static func frame(_ sentence: String) -> String
}

extension MethodName {
    static var told: Set<String>? { nil }
    static func frame(_ sentence: String) -> String { sentence }
}

/// What is off and what is plain then, the document says.
enum ResetName: MethodName {
    static let method = "reset"
    static let told: Set<String>? = ["bpm", "meter", "bell", "pending"]
    static func frame(_ sentence: String) -> String { "a plain metronome: \(sentence)" }
}

enum UndoName: MethodName {
    static let method = "undo"
    static func frame(_ sentence: String) -> String { "undone: \(sentence)" }
}

enum RedoName: MethodName {
    static let method = "redo"
    static func frame(_ sentence: String) -> String { "redone: \(sentence)" }
}

enum StopName: MethodName { static let method = "stop" }
enum MuteName: MethodName { static let method = "mute" }
enum UnmuteName: MethodName { static let method = "unmute" }
enum SongUnloadName: MethodName { static let method = "song.unload" }
enum SetlistNextName: MethodName { static let method = "setlist.next" }
enum SetlistAdvanceName: MethodName { static let method = "setlist.advance" }
enum SetlistPreviousName: MethodName { static let method = "setlist.previous" }
