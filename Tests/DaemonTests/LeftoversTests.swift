// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import Daemon

@Suite struct LeftoversTests {
    @Test func `drafts of processes that are gone are removed once they are old, and nothing else`() throws {
        let folder = try TemporaryFolder()
        // No process has the highest possible number.
        let (gone, own) = (pid_t.max, getpid())
        let kept = [
            "state.json", "state.json.\(own).new", "young.json.\(gone).new", "a.new", "\(gone).new", "state.json.x.new",
            "state.json.-1.new", "state.json.\(gone).damaged",
        ]
        for name in kept + ["state.json.\(gone).new", "waltz.toml.\(gone).new"] {
            try folder.write("", to: name)
            var times = [timespec(tv_sec: 0, tv_nsec: 0), timespec(tv_sec: time(nil) - 120, tv_nsec: 0)]
            if !name.hasPrefix("young") { utimensat(AT_FDCWD, "\(folder.path)/\(name)", &times, 0) }
        }
        Leftovers.sweep(folder.path)
        #expect(try folder.names() == kept.sorted())
        Leftovers.sweep(folder.path + "/nowhere")
    }

    @Test func `each folder that files are replaced in is looked through`() throws {
        let launch = try Launch(
            flags: ["--log-level": "critical"], file: nil, usesConfiguration: false, remembers: false)
        let library = launch.userLibrary
        for files in [library.presets, library.setLists, library.grooves] {
            #expect(launch.foldersWritten.contains(try #require(files.folder)))
        }
    }
}
