// SPDX-License-Identifier: Apache-2.0

import Control
import Glibc
import Linux

/// Prints what is heard, and knows what it printed last.
struct WatchScreen {
    let view: WatchView
    private var shown = ""
    private var shownState = ""
    private var shownTrouble = ""
    private var keys: termios?

    init(view: WatchView) {
        self.view = view
        guard case .pendulum = view else { return }
        keys = Terminal.hideKeys()
        put("\u{1B}[?25l")
    }

    /// Prints a line. On a terminal it replaces the one before, nothing is written where both are the same, and the trouble
    /// stands below it.
    private mutating func show(_ text: String, trouble: String = "") throws(Errno) {
        if case .pendulum = view {
            guard text != shown || trouble != shownTrouble else { return }
            let below = trouble == shownTrouble ? "" : "\n" + trouble + "\u{1B}[K\u{1B}[A"
            (shown, shownTrouble) = (text, trouble)
            try Output.write("\r" + text + "\u{1B}[K" + below)
        } else {
            try Output.write(text + "\n")
        }
    }

    /// Shows the state after subscribing or after a change.
    mutating func state(_ music: AnnouncedMusic, line: [UInt8]) throws(Errno) {
        switch view {
        case .pendulum: break
        case .lines:
            let status = music.status
            let text = (status.playing ? "playing" : "stopped") + "  \(JSONValue(status.bpm).text) bpm  \(status.meter)"
            if text != shownState { try show(text) }
            shownState = text
            try showTrouble(music.status.audio.trouble)
        case .json: try Output.write(String(decoding: line, as: UTF8.self) + "\n")
        case .waybar: try block(WaybarBlock(status: music.status, heard: music.heard(atNs: MonotonicClock.nowNs)))
        }
    }

    /// Shows a change of the output.
    mutating func audio(_ music: AnnouncedMusic, line: [UInt8]) throws(Errno) {
        if case .lines = view { try showTrouble(music.status.audio.trouble) } else { try event(line: line) }
    }

    /// Prints a line when the device stops playing, and one when it plays again.
    private mutating func showTrouble(_ trouble: String?) throws(Errno) {
        guard (trouble ?? "") != shownTrouble else { return }
        shownTrouble = trouble ?? ""
        try show(trouble ?? "the sound device is back")
    }

    /// Shows any other event.
    func event(line: [UInt8]) throws(Errno) {
        if case .json = view { try Output.write(String(decoding: line, as: UTF8.self) + "\n") }
    }

    /// Shows a beat, when it is heard.
    mutating func beat(_ beat: BeatEvent, _ music: AnnouncedMusic) throws(Errno) {
        switch view {
        case .pendulum, .json: break
        case .lines:
            let place = "\(beat.bar).\(beat.beat)"
            let pad = String(repeating: " ", count: max(0, 7 - place.count))
            try show("\(place)\(pad)  \(JSONValue(beat.bpm).text) bpm" + (beat.bell ? "  bell" : ""))
        case .waybar:
            try block(WaybarBlock(status: music.status, heard: music.heard(atNs: beat.atNs)))
        }
    }

    /// Draws the pendulum as it is now.
    mutating func frame(_ music: AnnouncedMusic, atNs now: Int64) throws(Errno) {
        guard case .pendulum(let terminal) = view else { return }
        let line = PendulumLine(
            columns: terminal.columns, isUnicode: terminal.isUnicode, isColoured: terminal.isColoured)
        let text = line.text(status: music.status, heard: music.heard(atNs: now))
        let trouble = music.status.audio.trouble ?? ""
        try show(text, trouble: String(trouble.prefix(max(0, terminal.columns - 1))))
    }

    /// Shows that there is no daemon.
    mutating func offline() throws(Errno) {
        switch view {
        case .pendulum:
            try show("")
            put("\r")
        case .waybar: try block(.offline)
        case .lines, .json: shownState = ""
        }
    }

    /// Puts the terminal back as it was.
    mutating func end() {
        guard case .pendulum = view else { return }
        put((shown.isEmpty ? "" : "\n") + (shownTrouble.isEmpty ? "" : "\n") + "\u{1B}[?25h")
        if let keys { Terminal.showKeys(keys) }
    }

    private mutating func block(_ block: WaybarBlock) throws(Errno) {
        let text = String(decoding: JSONLine.encode(block).dropLast(), as: UTF8.self)
        guard text != shown else { return }
        shown = text
        try show(text)
    }

    private func put(_ text: String) {
        try? Output.write(text)
    }
}
