// SPDX-License-Identifier: Apache-2.0

import Glibc
import MetronomeBounds
import MetronomeControl
import MetronomeLinux
import MetronomeRhythm
import MetronomeSession

/// Prints what is heard, and knows what it printed last.
final class WatchScreen {
    let view: WatchView
    /// Whether it ends after some bars, of which a form has the beats alone.
    private let countsBars: Bool
    /// Writes text where the watch is shown.
    private let write: (String) throws(Errno) -> Void
    private var shown = ""
    /// The class of the beat that was heard last; nil while none was.
    private var lastClass: String?
    private var shownState = ""
    private var shownTrouble = ""
    /// Whether a line has told that the device is lost, and none that it is back.
    private var isLossTold = false
    private var modes: termios?
    /// Whether the terminal has been given back to the shell.
    private var isAway = true

    /// Whether it waits for a shell to give the terminal back, for which no signal comes.
    var isWaiting: Bool { if case .pendulum = view { isAway } else { false } }

    /// Whether keys are typed for the watch, and not for a program in front of it.
    var takesKeys: Bool { modes != nil }

    /// A screen on standard output, or where `write` puts the text. The pendulum stops the terminal's echo until
    /// ``end()``.
    init(
        view: WatchView, countsBars: Bool = false, write: @escaping (String) throws(Errno) -> Void = Output.write
    ) {
        (self.view, self.countsBars) = (view, countsBars)
        self.write = write
        begin()
    }

    /// Sets the terminal up, at the start and after the program was suspended, unless it is set up or runs in the background.
    func begin() {
        guard case .pendulum = view, isAway, Signals.isForeground else { return }
        isAway = false
        (shown, shownTrouble) = ("", "")
        modes = Terminal.hideKeys()
        try? write("\u{1B}[?25l")
    }

    /// Shows the state after subscribing or after a change. The line is that of its event.
    func show(state music: HeardMusic, line: [UInt8], atNs now: Int64) throws(Errno) {
        switch view {
        case .pendulum, .silent: break
        case .form where countsBars && music.status.playing: break
        case .form(let form): try show(line: form.text(status: music.status, heard: music.heard(atNs: now), atNs: now))
        case .lines:
            let status = music.status
            let text = (status.playing ? "playing" : "stopped") + "  \(JSONValue(status.bpm).text) bpm  \(status.meter)"
            let sync = status.sync.map { "follows \($0.brief)" } ?? ""
            let line = [text, status.pieceLine(music.heard(atNs: now), atNs: now), sync].filter { !$0.isEmpty }.joined(
                separator: "  ")
            if line != shownState { try write(line.printable + "\n") }
            shownState = line
            try showTrouble(of: status.audio)
        case .json: try show(event: line)
        case .waybar:
            // The bell and the beat stand out when they are heard, not when something else has changed.
            if !music.status.playing { lastClass = nil }
            var block = WaybarBlock(status: music.status, heard: music.heard(atNs: now))
            if music.status.playing { block.class = lastClass ?? block.alt }
            try show(block)
        }
    }

    /// Shows a change of the output. The line is that of its event.
    func show(audio music: HeardMusic, line: [UInt8]) throws(Errno) {
        if case .lines = view { try showTrouble(of: music.status.audio) } else { try show(event: line) }
    }

    /// Shows any other event, by its line.
    func show(event line: [UInt8]) throws(Errno) {
        if case .json = view { try write(String(decoding: line, as: UTF8.self) + "\n") }
    }

    /// Shows a beat, when it is heard.
    func show(_ beat: HeardBeat, of music: HeardMusic) throws(Errno) {
        switch view {
        case .pendulum, .json, .silent: break
        case .form(let form):
            // Each beat has a line, also where it says the same as the one before.
            shown = form.text(
                status: music.status, heard: music.heard(atNs: beat.time.nanoseconds), atNs: beat.time.nanoseconds)
            try write(shown.printable + "\n")
        case .lines:
            let place = beat.bar < 1 ? "count-in, beat \(beat.beat)" : "\(beat.bar).\(beat.beat)"
            let pad = String(repeating: " ", count: max(0, 7 - place.count))
            try write("\(place)\(pad)  \(JSONValue(beat.bpm).text) bpm" + (beat.bell ? "  bell" : "") + "\n")
        case .waybar:
            let block = WaybarBlock(status: music.status, heard: music.heard(atNs: beat.time.nanoseconds))
            lastClass = block.class
            try show(block)
        }
    }

    /// Draws the pendulum as it is now.
    func draw(_ music: HeardMusic, atNs now: Int64) throws(Errno) {
        guard case .pendulum(let terminal) = view, !isAway else { return }
        let line = PendulumLine(
            columns: terminal.columns, isUnicode: terminal.isUnicode, isColoured: terminal.isColoured)
        let trouble = music.status.audio.trouble ?? music.status.sync?.trouble
        let heard = music.heard(atNs: now)
        let text = line.text(status: music.status, heard: heard)
        let below = trouble ?? music.status.score?.line ?? music.status.pieceLine(heard, atNs: now)
        try draw(text, trouble: below.printable.clipped(to: terminal.columns - 1))
    }

    /// Shows that there is no daemon.
    func showOffline() throws(Errno) {
        switch view {
        case .pendulum:
            guard !isAway else { return }
            try draw("", trouble: "")
            try? write("\r")
        case .waybar: try show(.offline)
        case .form: try show(line: "")
        case .lines, .json, .silent: (shownState, shownTrouble, isLossTold) = ("", "", false)
        }
    }

    /// Puts the terminal back as it was; what was drawn stays, or is erased.
    func end(erases: Bool = false) {
        guard case .pendulum = view, !isAway else { return }
        isAway = true
        let below = (shown.isEmpty ? "" : "\n") + (shownTrouble.isEmpty ? "" : "\n")
        try? write((erases ? "\r\u{1B}[J" : below) + "\u{1B}[?25h")
        if let modes { Terminal.showKeys(modes) }
        modes = nil
    }
}

extension WatchScreen {
    /// Replaces the line on the terminal, and the trouble below it; writes nothing where both are the same as before.
    private func draw(_ text: String, trouble: String) throws(Errno) {
        guard text != shown || trouble != shownTrouble else { return }
        let below = trouble == shownTrouble ? "" : "\n" + trouble + "\u{1B}[K\u{1B}[A"
        (shown, shownTrouble) = (text, trouble)
        try write("\r" + text + "\u{1B}[K" + below)
    }

    /// Prints a line when the device stops playing, and one when it plays again.
    private func showTrouble(of audio: AudioState) throws(Errno) {
        let trouble = audio.trouble ?? ""
        if !trouble.isEmpty {
            if trouble != shownTrouble { try write(trouble.printable + "\n") }
            (shownTrouble, isLossTold) = (trouble, true)
        } else if audio.state == "running" {
            if isLossTold { try write("the sound device is back\n") }
            (shownTrouble, isLossTold) = ("", false)
        } else if audio.state == "closed" {
            // A device that is opened anew may be gone still.
            shownTrouble = ""
        }
    }

    /// Prints a line that differs from the one before.
    private func show(line text: String) throws(Errno) {
        guard text != shown else { return }
        shown = text
        try write(text.printable + "\n")
    }

    /// Prints a block that differs from the one before.
    private func show(_ block: WaybarBlock) throws(Errno) {
        let text = String(decoding: JSONLine.encode(block), as: UTF8.self)
        guard text != shown else { return }
        shown = text
        try write(text)
    }
}

extension String {
    /// Its first words, as many as fit into `columns` columns.
    func clipped(to columns: Int) -> String {
        guard self.columns > columns else { return self }
        let part = prefix(columns: columns - 1)
        let end = part.lastIndex(of: " ") ?? part.startIndex
        return end == part.startIndex ? "" : part[..<end] + "…"
    }
}
