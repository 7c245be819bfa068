// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Control

struct StartVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("start")
    @OptionGroup var options: Options

    func run() throws {
        try options.change(["start"])
    }
}

struct StopVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("stop")
    @OptionGroup var options: Options

    func run() throws {
        try options.change(["stop"])
    }
}

struct UndoVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("undo")
    @OptionGroup var options: Options

    func run() throws {
        try options.change(["undo"])
    }
}

struct RedoVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("redo")
    @OptionGroup var options: Options

    func run() throws {
        try options.change(["redo"])
    }
}

struct ToggleVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("toggle")
    @OptionGroup var options: Options

    func run() throws {
        try options.change(["toggle"])
    }
}
