// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import Logging
internal import MetronomeLinux

/// Writes the log on standard error: as plain text for a person, with sd-daemon(3) priorities for the journal.
///
///     metronomed: warning: no sound device device=default
///     <4>no sound device device=default
///
/// An entry is one line and one write(2) of at most 4 KiB: what a name or a text from outside holds ends no line and begins none,
/// and the journal does not split it. What cannot be written at once is dropped, so that a halted terminal or a stopped reader
/// does not stop the beat.
package struct ConsoleLog: LogHandler {
    /// How a line begins.
    package enum Style: Sendable {
        /// The program's name, and the level unless it is `info` or `notice`.
        case plain
        /// The level as a number in angle brackets.
        case journal

        /// `journal` if the descriptor is the one that `JOURNAL_STREAM` names as `device:inode`, else `plain`.
        package init(environment: [String: String], descriptor: CInt = STDERR_FILENO) {
            var status = stat()
            let isJournal =
                unsafe fstat(descriptor, &status) == 0
                && environment["JOURNAL_STREAM"] == "\(status.st_dev):\(status.st_ino)"
            self = isJournal ? .journal : .plain
        }
    }

    /// The longest line, in bytes: a pipe that is ready has room for it.
    static let longest = 4096

    package var logLevel: Logger.Level = .info
    package var metadata: Logger.Metadata = [:]
    package var metadataProvider: Logger.MetadataProvider?
    private let style: Style
    private let output: LossyWriter

    package init(style: Style, level: Logger.Level = .info, descriptor: CInt = STDERR_FILENO) {
        self.style = style
        self.logLevel = level
        output = LossyWriter(descriptor)
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        var fields = metadata
        fields.merge(metadataProvider?.get() ?? [:]) { _, newer in newer }
        fields.merge(event.metadata ?? [:]) { _, newer in newer }
        if let error = event.error { fields["error"] = "\(error)" }
        var text = event.message.description
        for (key, value) in fields.sorted(by: { $0.key < $1.key }) {
            text += " \(key)=\(Self.quoted(value.description))"
        }
        output.write(Array(Self.line(text, event.level, style).utf8))
    }

    /// Writes why the program ends on standard error: as it is for a person, each line with the priority of an error for the journal.
    package static func complain(_ text: String) {
        let isForJournal = Style(environment: Launch.processEnvironment) == .journal
        let lines = isForJournal ? text.split(separator: "\n").map { "<3>\($0)\n" }.joined() : text
        let bytes = Array(lines.utf8)
        _ = unsafe Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }

    static func line(_ text: String, _ level: Logger.Level, _ style: Style) -> String {
        let prefix =
            switch style {
            case .journal: "<\(level.priority)>"
            case .plain: "metronomed: " + (level == .info || level == .notice ? "" : "\(level.rawValue): ")
            }
        // One line, whatever the names in it hold.
        let end = text.lastIndex { !$0.isNewline }
        let line = prefix + (end.map { text[...$0] } ?? "").printable
        return (line.utf8.count < longest ? line : line.cut(toBytes: longest - 4) + "…") + "\n"
    }

    private static func quoted(_ value: String) -> String {
        let isPlain = !value.isEmpty && !value.contains { $0.isWhitespace || $0 == "\"" || $0 == "=" }
        return isPlain ? value : "\"" + value.replacing("\"", with: "\\\"") + "\""
    }
}

extension String {
    /// The begin of the text, of at most `count` bytes of UTF-8.
    fileprivate func cut(toBytes count: Int) -> String {
        var (text, bytes) = ("", 0)
        for scalar in unicodeScalars {
            bytes += UTF8.width(scalar)
            guard bytes <= count else { break }
            text.unicodeScalars.append(scalar)
        }
        return text
    }
}

extension Logger.Level {
    /// The syslog(3) priority.
    fileprivate var priority: Int {
        switch self {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }
}
