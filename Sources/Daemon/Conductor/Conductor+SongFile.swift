// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import Logging
internal import NIOCore
internal import Rhythm
internal import Session
internal import Songs

extension Conductor {
    /// The song is another, or is played otherwise: watches its file.
    func songChanged() {
        guard songWatch?.path != song?.path else { return }
        songWatch?.close()
        songTrouble = nil
        songWatch = song.map { song in
            SongWatch(loop: loop, files: files, path: song.path) { [weak self] in
                self?.readAgain(song.path, song.format)
            }
        }
    }

    /// Reads the file of the song again: it goes on at the same place at the next bar, or as it was where there is a mistake.
    private func readAgain(_ path: String, _ format: String?) {
        let source = SongSource(path: path, format: format.flatMap(SongFormat.init(rawValue:)))
        files.run({ try source.course() }) { [weak self] result in
            guard let self, let song, song.path == path else { return }
            switch result {
            case .failure(let error):
                tell(trouble: (error as? SongSource.Refusal)?.message ?? "\(error)")
            case .success(let (course, notes)):
                guard course.song != song.course.song || !pending.list.isEmpty else { return tell(trouble: nil) }
                for note in notes { log.info("\(note)") }
                changeSong(.reload(course), at: transport.isStarted ? .bar : .now) { [weak self] answer in
                    if case .failure(let error) = answer {
                        self?.tell(trouble: "\(error)")
                    } else {
                        self?.tell(trouble: nil)
                    }
                }
            }
        }
    }

    /// Says why what is in the file is not what plays.
    private func tell(trouble: String?) {
        guard trouble != songTrouble else { return }
        songTrouble = trouble
        if let trouble { log.warning("the song plays on as it was: \(trouble)") }
        sendState(changed: ["song"])
    }
}
