// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import MetronomeLinux

/// The files that the runs are kept in, a line for each: `metronomed/journal/2026-11.jsonl` in the state folder of the user,
/// and so for every month.
package struct JournalFolder: Sendable {
    /// A month is kept up to this size; later runs are not kept. At 250 bytes a run, this is a run every three minutes, day and
    /// night.
    package static let limit = 4 << 20

    /// The folder; nil where there is no place for one.
    package let path: String?

    /// A folder by its path.
    package init(path: String?) { self.path = path }

    /// Finds the place by `XDG_STATE_HOME` and `HOME`.
    package init(environment: [String: String]) {
        self.init(path: BaseFolders(environment: environment).state.map { $0 + "/metronomed/journal" })
    }

    /// Adds a line to the file of its month: all of it, or nothing. Waits for the disk.
    ///
    /// - Throws: where it cannot be written, and where the file is full.
    package func append(_ entry: JournalEntry) throws(SystemError) {
        guard let path, let day = entry.day else { return }
        try DurableFile.makeFolder(path)
        let file = "\(path)/\(day.description.prefix(7)).jsonl"
        let descriptor = unsafe open(file, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { throw SystemError(errno, "cannot write \(file)") }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw SystemError("cannot write \(file): it is not an ordinary file")
        }
        guard status.st_size < Self.limit else {
            throw SystemError("cannot write \(file): it has \(Self.limit >> 20) MiB, which is the most for a month")
        }
        var line = JSONLine.encode(entry)
        // A line that was cut off, as by a crash, ends here.
        var last: UInt8 = 0
        if status.st_size > 0, unsafe pread(descriptor, &last, 1, status.st_size - 1) == 1, last != UInt8(ascii: "\n") {
            line.insert(UInt8(ascii: "\n"), at: 0)
        }
        let written = unsafe line.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
        guard written == line.count, fdatasync(descriptor) == 0 else {
            let code = written < 0 || written == line.count ? errno : ENOSPC
            // Of half a line nothing is kept.
            if written > 0 { ftruncate(descriptor, status.st_size) }
            throw SystemError(code, "cannot write \(file)")
        }
    }

    /// The lines of the months that some days fall into; a month without a file has none.
    ///
    /// - Throws: for a file that cannot be read.
    package func lines(from first: CalendarDay, to last: CalendarDay) throws(SystemError) -> [ArraySlice<UInt8>] {
        guard let path else { return [] }
        var lines: [ArraySlice<UInt8>] = []
        var (year, month) = (first.year, first.month)
        while (year, month) <= (last.year, last.month) {
            let name = CalendarDay(year: year, month: month, day: 1).description.prefix(7)
            do {
                let bytes = try FileContents.read("\(path)/\(name).jsonl", limit: 2 * Self.limit)
                lines += bytes.split(separator: UInt8(ascii: "\n"))
            } catch {
                guard error.code == ENOENT else { throw error }
            }
            (year, month) = month == 12 ? (year + 1, 1) : (year, month + 1)
        }
        return lines
    }

    /// The journal of the `count` days up to today.
    package func journal(days count: Int) throws(SystemError) -> Journal {
        let now = LocalTime.now
        let today = CalendarDay(year: now.year, month: now.month, day: now.day)
        let first = CalendarDay(number: today.number - count + 1)
        return Journal(lines: try lines(from: first, to: today), days: count, to: today)
    }
}
