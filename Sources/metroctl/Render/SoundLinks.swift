// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import MetronomeControl
import MetronomeLinux
import Programs

/// The sounds of the daemon for another program, each by its name: a folder of links to their files.
///
/// It is a data folder, in which one's own sounds are searched, so that none of another user or shell comes before them.
struct SoundLinks {
    /// For XDG_DATA_HOME.
    var folder: String { temporary.path }
    private let temporary: TemporaryFolder
    private var links: [(link: String, path: String)] = []

    /// Makes the links. Throws where there is no place for them, and leaves none then.
    init(_ sounds: [SoundList.Entry], in folder: String = FileManager.default.temporaryDirectory.path)
        throws(ProgramFailure)
    {
        do throws(Errno) { temporary = try TemporaryFolder(in: folder) } catch {
            throw ProgramFailure.failed("cannot make a folder in \(folder): \(error); TMPDIR may name another")
        }
        let place = temporary.path + "/metronomed/sounds"
        do {
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
            for path in sounds.compactMap(\.path) {
                let link = place + "/" + (path.split(separator: "/").last ?? "")
                try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
                links.append((link, path))
            }
        } catch {
            temporary.remove()
            throw ProgramFailure.failed("cannot write in \(folder): \(error)")
        }
    }

    /// A text about the links, with the files that they lead to.
    func told(_ text: String) -> String {
        links.reduce(text) { $0.contains(folder) ? $0.replacing($1.link, with: $1.path) : $0 }
    }

    func remove() { temporary.remove() }
}
