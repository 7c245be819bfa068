// SPDX-License-Identifier: Apache-2.0

package import MetronomeControl
package import MetronomeLinux
package import MetronomeRhythm
internal import Songs

extension JACKExchange {
    /// The song that the daemon has loaded, read from the same file and in the same way. Throws why it cannot be.
    package static func course(of song: SongState) throws(SystemError) -> SongCourse {
        guard let format = SongFormat(rawValue: song.format) else {
            throw SystemError(
                "\(song.path) is of the format \(RhythmError.quote(song.format)), which is not known here")
        }
        let reading = SongReading(
            try FileContents.read(song.path, limit: SongReading.limit, from: .filesOnly), format: format)
        guard let read = reading.song else {
            throw SystemError(reading.mistakes.first?.text(path: song.path) ?? song.path)
        }
        do { return try SongCourse(read) } catch { throw SystemError("\(song.path): \(error.message)") }
    }
}
