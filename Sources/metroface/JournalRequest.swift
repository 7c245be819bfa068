// SPDX-License-Identifier: Apache-2.0

import Faces
import FoundationEssentials
internal import MetronomeBounds
import MetronomeControl
import MetronomeLinux
import MetronomeMotion
import Programs

/// `metroface journal --png FILE`: what was played, day by day, as a picture. Reads the files of the user.
struct JournalRequest {
    /// How many days are shown unless `--over` says so.
    static let days = 30

    private let size: Size
    private let theme: Theme
    private let days: Int
    private let isSVG: Bool
    private let path: String

    /// Checks a command line.
    init(_ command: Metroface) throws(ProgramFailure) {
        let others = [
            ("--gif", command.gif != nil), ("--beat", command.beat != nil), ("--bars", command.bars != nil),
            ("--fps", command.fps != nil), ("--offset", command.offset != nil), ("--socket", command.socket != nil),
            ("--bpm", command.bpm != nil), ("--meter", command.meter != nil), ("--file", command.file != nil),
        ].filter(\.1)
        if let word = others.first?.0 { throw .usage("\(word) does not go with journal, which shows days") }
        guard let path = command.png ?? command.svg else {
            throw .usage("journal is a picture: metroface journal --png FILE; metroctl journal shows it in a terminal")
        }
        if command.png != nil, command.svg != nil { throw .usage("--png and --svg exclude each other: ask for one") }
        (self.path, isSVG) = (path, command.png == nil)
        if path == "-", !isSVG { try FaceRequest.checkPipe("--png") }
        size = try FaceRequest.size(command.size) ?? JournalPicture.defaultSize
        theme = try FaceRequest.theme(command.theme) ?? .light
        days = command.over ?? Self.days
        guard (1...366).contains(days) else { throw .usage("--over must be 1...366 days") }
    }

    /// Reads the journal, draws it and writes the picture.
    func perform() throws(ProgramFailure) {
        let journal: Journal
        do {
            journal = try JournalFolder(environment: ProcessInfo.processInfo.environment).journal(days: days)
        } catch {
            throw .failed(error.message)
        }
        let drawing = JournalPicture(journal).drawing(size: size, theme: theme)
        let bytes: [UInt8]
        do {
            bytes = try isSVG ? CairoRenderer.svg(drawing) : CairoRenderer.png(drawing)
        } catch {
            throw .failed("\(error)")
        }
        try Output.write(bytes, to: path)
    }
}

extension JournalPicture {
    /// The days of a journal.
    init(_ journal: Journal) {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let days = journal.days.enumerated().map { index, day in
            let isFirst = index == 0 || day.day.day == 1
            var tempi: ClosedRange<Double>?
            if let low = day.sum.minBpm, let high = day.sum.maxBpm, low <= high { tempi = low...high }
            return Day(
                label: "\(day.day.day)", month: isFirst ? months[day.day.month - 1] : nil,
                minutes: day.sum.seconds / 60, tempi: tempi)
        }
        let minutes = Int(clamping: (min(journal.total.seconds, 1e12) / 60).rounded())
        let time = minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
        let played = journal.days.count { $0.sum.runs > 0 }
        let total =
            played == 0
            ? "nothing was played in these \(days.count) days"
            : "\(time) on \(played) \(played == 1 ? "day" : "days") of \(days.count)"
        let practised = journal.practised.map { Passage(name: $0.name, bpm: $0.bpm, goalBpm: $0.goalBpm) }
        self.init(days: days, total: total, practised: practised)
    }
}
