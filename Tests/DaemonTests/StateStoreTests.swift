// SPDX-License-Identifier: Apache-2.0

import Control
import Glibc
import Linux
import Rhythm
import Testing

@testable import Daemon

@Suite struct StateStoreTests {
    private let folder: TemporaryFolder
    private let store: StateStore

    init() throws {
        folder = try TemporaryFolder()
        store = StateStore(path: folder.path + "/state.json")
    }

    private func example() throws -> SavedState {
        var state = SavedState()
        state.tempo = try Tempo(1373, over: 10)
        state.meter = try Meter(beats: 7, unit: 8)
        state.bell = .every(try BellPattern(every: 7, on: 2))
        state.volume = 0.35
        state.beatSound = "wood"
        state.bellSound = "/sounds/bell.flac"
        state.latency = .quiet
        state.offsets = ["default": 40, "hw:CARD=PCH,DEV=3": -12.5]
        return state
    }

    @Test func `what is saved is what is loaded`() throws {
        let state = try example()
        try store.save(state)
        let loaded = store.load()
        #expect(loaded.state == state)
        #expect(loaded.warning == nil)
        for bell in [BellSetting.off, .bar] {
            var other = state
            other.bell = bell
            try store.save(other)
            #expect(store.load().state == other)
        }
        try store.save(SavedState())
        #expect(store.load().state == SavedState())
    }

    @Test(arguments: [(120, 1), (1373, 10), (400, 3), (1, 1), (1000, 1), (99_999_937, 999_983), (200, 7)])
    func `a tempo is remembered exactly`(numerator: Int64, denominator: Int64) throws {
        var state = SavedState()
        state.tempo = try Tempo(numerator, over: denominator)
        try store.save(state)
        #expect(store.load().state.tempo == state.tempo)
    }

    @Test func `the file is for people to read`() throws {
        try store.save(example())
        let text = try folder.text("state.json")
        #expect(text.contains(#""tempo" : "137.3""#))
        #expect(text.contains(#""meter" : "7/8""#))
        #expect(text.hasSuffix("}\n"))
    }

    @Test func `saving leaves one private file, whatever was there`() throws {
        try folder.write("old", to: "state.json")
        try folder.write("left behind by a crash", to: "state.json.\(getpid()).new")
        try store.save(example())
        #expect(try folder.names() == ["state.json"])
        #expect(TemporaryFolder.mode(folder.path + "/state.json") == 0o600)
    }

    @Test func `missing folders are made, and are private`() throws {
        let deep = StateStore(environment: ["XDG_STATE_HOME": folder.path + "/a/b"])
        #expect(deep.path == folder.path + "/a/b/metronomed/state.json")
        try deep.save(example())
        #expect(deep.load().state == (try example()))
        for made in ["/a", "/a/b", "/a/b/metronomed"] {
            #expect(TemporaryFolder.mode(folder.path + made) == 0o700)
        }
    }

    @Test func `a file that is not there is no warning`() {
        let loaded = store.load()
        #expect(loaded.state == SavedState())
        #expect(loaded.warning == nil)
    }

    @Test(arguments: [
        "", "{", "[]", "null", #"{"tempo": 120}"#, #"{"tempo": "fast"}"#, #"{"tempo": "1/0"}"#, #"{"meter": "4/3"}"#,
        #"{"volume": 2}"#, #"{"bell": "often"}"#, #"{"bell": {"every": 4, "on": 5}}"#, #"{"sounds": "wood"}"#,
        #"{"latency": "loud"}"#, #"{"offsets": {"default": 2001}}"#, #"{"offsets": [40]}"#,
    ])
    func `a broken file is set aside with one warning, and nothing of it is used`(text: String) throws {
        try folder.write(text, to: "state.json")
        let loaded = store.load()
        #expect(loaded.state == SavedState())
        #expect(loaded.warning?.contains("state.json.bad") == true)
        #expect(try folder.names() == ["state.json.bad"])
        #expect(try folder.text("state.json.bad") == text)
        #expect(store.load().warning == nil)
    }

    @Test func `keys from a newer version are ignored`() throws {
        try folder.write(#"{"tempo": "90", "swing": 0.6, "sounds": {"beat": "wood", "accent": 1}}"#, to: "state.json")
        let loaded = store.load()
        #expect(loaded.warning == nil)
        #expect(loaded.state.tempo == (try Tempo(90)))
        #expect(loaded.state.beatSound == "wood")
    }

    @Test func `without HOME and XDG variables nothing is remembered and nothing fails`() throws {
        let nowhere = StateStore(environment: [:])
        #expect(nowhere.path == nil)
        try nowhere.save(example())
        #expect(nowhere.load().state == SavedState())
        #expect(nowhere.load().warning == nil)
        #expect(StateStore(environment: ["HOME": "/h"]).path == "/h/.local/state/metronomed/state.json")
    }

    @Test func `a place that cannot be written to is a clear error`() throws {
        try folder.write("", to: "file")
        let below = StateStore(path: folder.path + "/file/metronomed/state.json")
        let error = try #require(throws: SystemError.self) { try below.save(SavedState()) }
        #expect(error.message.contains(folder.path + "/file"))
        #expect(throws: SystemError.self) { try StateStore(path: "/sys/metronomed/state.json").save(SavedState()) }
        mkdir(store.path ?? "", 0o700)
        #expect(throws: SystemError.self) { try store.save(SavedState()) }
        #expect(try folder.names() == ["file", "state.json"])
    }
}
