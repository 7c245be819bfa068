// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Control

/// A verb that takes no words of its own, and can wait for a place: `metroctl mute --at bar`. All of it is in the method's row.
struct PlainVerb<Name: MethodName>: ParsableCommand {
    static var configuration: CommandConfiguration {
        .verb(Name.method, name: Name.method.split(separator: ".").last.map(String.init))
    }

    @OptionGroup var options: ChangeOptions

    func run() throws { try options.options.change(Name.method, [:], at: options.at) }
}

/// A method of the command table.
protocol MethodName {
    static var method: String { get }
}

enum StopName: MethodName { static let method = "stop" }
enum ResetName: MethodName { static let method = "reset" }
enum UndoName: MethodName { static let method = "undo" }
enum RedoName: MethodName { static let method = "redo" }
enum MuteName: MethodName { static let method = "mute" }
enum UnmuteName: MethodName { static let method = "unmute" }
enum SongUnloadName: MethodName { static let method = "song.unload" }
enum SetlistNextName: MethodName { static let method = "setlist.next" }
enum SetlistAdvanceName: MethodName { static let method = "setlist.advance" }
enum SetlistPreviousName: MethodName { static let method = "setlist.previous" }
