// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Control

struct StopVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("stop")
    @OptionGroup var options: ChangeOptions

    func run() throws {
        try options.perform(["stop"])
    }
}

struct UndoVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("undo")
    @OptionGroup var options: ChangeOptions

    func run() throws {
        try options.perform(["undo"])
    }
}

struct RedoVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("redo")
    @OptionGroup var options: ChangeOptions

    func run() throws {
        try options.perform(["redo"])
    }
}

struct ToggleVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("toggle")
    @OptionGroup var options: Options

    func run() throws {
        try options.change(["toggle"])
    }
}
