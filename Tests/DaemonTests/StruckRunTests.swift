// SPDX-License-Identifier: Apache-2.0

import Glibc
import MetronomeLinux
import MetronomeRhythm
import MetronomeSession
import Testing

@testable import Daemon

/// A run that is over, where the disk does not take that.
@Suite struct StruckRunTests {
    private let folder: TemporaryFolder
    private let store: StateStore
    private let run = SavedRun(
        boot: "b", time: ClockTime(nanoseconds: 5), bar: 1, beat: 1, beatsPerBar: 4, beatNs: 5e8, edit: Edit())
    private let volume: Edit

    init() throws {
        folder = try TemporaryFolder()
        store = StateStore(path: folder.path + "/state.json")
        var settings = Settings()
        settings.volume = 0.35
        volume = Edit(remembering: settings)
    }

    @Test(arguments: [nil, 9])
    func `a run that is over is not played on where that cannot be saved, and the settings stay`(endNs: Int64?) throws {
        var run = run
        try store.save(volume, run: run)
        let state = store.load().state
        var store = store
        store.synchronize = { _ in
            errno = ENOSPC
            return -1
        }
        #expect(throws: SystemError.self) { try store.save(Edit(), run: run) }
        #expect(store.load().run == run)
        store.isPlayedElsewhere = { _ in true }
        #expect(throws: SystemError.self) { try store.save(Edit()) }
        store.isPlayedElsewhere = { _ in false }
        #expect(store.load().run == run)
        run.ended = endNs.map(ClockTime.init(nanoseconds:))
        #expect(throws: SystemError.self) { try store.save(Edit(), run: endNs == nil ? nil : run) }
        let left = try #require(store.load().run)
        #expect(!left.isToResume(boot: "b", at: ClockTime(nanoseconds: 10)))
        #expect(store.load().state == state && store.load().warning == nil)
    }

    @Test func `a state in which a run that is over cannot be marked is removed`() throws {
        try store.save(Edit(), run: run)
        try folder.write(folder.text("state.json").filter { !$0.isWhitespace }, to: "state.json")
        #expect(store.load().run == run)
        var store = store
        store.synchronize = { _ in -1 }
        #expect(throws: SystemError.self) { try store.save(Edit()) }
        #expect(try folder.names() == [])
    }
}
