// SPDX-License-Identifier: Apache-2.0

import Glibc
import MetronomeLinux
import MetronomeRhythm
import MetronomeSession
import Synchronization
import Testing

@testable import Daemon

@Suite struct StateStoreTests {
    private let folder: TemporaryFolder
    private let store: StateStore

    init() throws {
        folder = try TemporaryFolder()
        store = StateStore(path: folder.path + "/state.json")
    }

    private func example() throws -> Settings {
        var settings = Settings()
        settings.tempo = try Tempo(1373, over: 10)
        settings.meter = try Meter(beats: 7, unit: 8)
        settings.bell = .every(try BellPattern(every: 7, on: 2))
        settings.volume = 0.35
        settings.beatSound = "wood"
        settings.bellSound = "/sounds/bell.flac"
        settings.latency = .quiet
        settings.offsets = ["default": 40, "hw:CARD=PCH,DEV=3": -12.5]
        return settings
    }

    @Test func `what is saved is what is loaded`() throws {
        let settings = try example()
        try store.save(Edit(remembering: settings))
        let loaded = store.load()
        #expect(try loaded.state.applied(to: Settings()) == settings)
        #expect(loaded.warning == nil)
        for bell in [BellSetting.off, .bar] {
            var other = settings
            other.bell = bell
            try store.save(Edit(remembering: other))
            #expect(try store.load().state.applied(to: Settings()) == other)
        }
        try store.save(Edit())
        #expect(store.load().state == Edit())
    }

    @Test func `every remembered key has a name of its own in the file`() throws {
        let names = Key.all.compactMap(\.savedName)
        #expect(Set(names).count == names.count)
        let json = try #require(Edit(remembering: example()).savedJSON())
        let text = String(decoding: json, as: UTF8.self)
        for name in names { #expect(text.contains("\"\(name.split(separator: ".").last ?? "")\"")) }
    }

    @Test(arguments: [(120, 1), (1373, 10), (400, 3), (1, 1), (1000, 1), (99_999_937, 999_983), (200, 7)])
    func `a tempo is remembered exactly`(numerator: Int64, denominator: Int64) throws {
        let tempo = try Tempo(numerator, over: denominator)
        try store.save(.tempo(.to(tempo)))
        #expect(store.load().state == .tempo(.to(tempo)))
    }

    @Test func `the file is for people to read`() throws {
        try store.save(Edit(remembering: example()))
        let text = try folder.text("state.json")
        #expect(text.contains(#""bpm" : "137.3""#))
        #expect(text.contains(#""meter" : "7/8""#))
        #expect(text.hasSuffix("}\n"))
    }

    @Test func `a pipe or a device in the place of the file stays, and is neither waited for nor replaced`() throws {
        let (pipe, device) = (folder.path + "/pipe", folder.path + "/null")
        #expect(mkfifo(pipe, 0o600) == 0)
        // As /dev/null, which only root may make.
        let isMade = mknod(device, S_IFCHR | 0o600, 0x103) == 0
        for file in [pipe] + (isMade ? [device] : []) {
            for path in [file, folder.path + "/state.json"] {
                if path != file { #expect(symlink(file, path) == 0) }
                defer { if path != file { unlink(path) } }
                let store = StateStore(path: path)
                let warning = try #require(store.load().warning)
                #expect(warning.hasPrefix("nothing is remembered from the last run: "))
                #expect(!warning.contains("it is now"), "\(warning)")
                let error = try #require(throws: SystemError.self) { try store.save(Edit()) }
                #expect(error.message == "cannot write \(file): it is not an ordinary file")
            }
        }
        #expect(try folder.names().sorted() == (isMade ? ["null", "pipe"] : ["pipe"]))
    }

    @Test func `saving leaves one private file, whatever was there`() throws {
        try folder.write("old", to: "state.json")
        try folder.write("left behind by a crash", to: "state.json.\(getpid()).new")
        try store.save(Edit(remembering: example()))
        #expect(try folder.names() == ["state.json"])
        #expect(TemporaryFolder.mode(folder.path + "/state.json") == 0o600)
    }

    @Test func `the new text is on the disk before it takes the name of the old one, and then the folder is`() throws {
        let synchronized = Mutex<[String]>([])
        var store = store
        store.synchronize = { descriptor in
            let name = TemporaryFolder.path(of: descriptor) ?? ""
            let size = lseek(descriptor, 0, SEEK_END)
            synchronized.withLock { $0.append(name.hasSuffix(".new") ? "\(name) \(size)" : name) }
            return 0
        }
        try store.save(Edit(remembering: example()))
        let size = try folder.text("state.json").utf8.count
        #expect(synchronized.withLock { $0 } == ["\(folder.path)/state.json.\(getpid()).new \(size)", folder.path])
    }

    @Test func `what the disk does not take is an error, and the old state stays`() throws {
        try store.save(Edit(remembering: example()))
        var store = store
        store.synchronize = { _ in
            errno = EIO
            return -1
        }
        let error = try #require(throws: SystemError.self) { try store.save(Edit()) }
        #expect(error.message.hasPrefix("cannot write \(folder.path)/state.json"))
        #expect(try folder.names() == ["state.json"])
        #expect(store.load().state == Edit(remembering: try example()))
    }

    @Test func `a file system that cannot write folders to the disk is no error`() throws {
        var store = store
        store.synchronize = { descriptor in
            errno = EINVAL
            return TemporaryFolder.path(of: descriptor)?.hasSuffix(".new") == true ? 0 : -1
        }
        try store.save(Edit(remembering: example()))
        #expect(store.load().state == Edit(remembering: try example()))
    }

    @Test func `missing folders are made, and are private`() throws {
        let deep = StateStore(environment: ["XDG_STATE_HOME": folder.path + "/a/b"])
        #expect(deep.path == folder.path + "/a/b/metronomed/state.json")
        try deep.save(Edit(remembering: example()))
        #expect(deep.load().state == Edit(remembering: try example()))
        for made in ["/a", "/a/b", "/a/b/metronomed"] {
            #expect(TemporaryFolder.mode(folder.path + made) == 0o700)
        }
    }

    @Test func `a file that is not there is no warning`() {
        let loaded = store.load()
        #expect(loaded.state == Edit())
        #expect(loaded.warning == nil)
    }

    @Test(arguments: ["", "{", "[]", "null", "\u{1}"])
    func `a damaged file is set aside with one warning, and nothing of it is used`(text: String) throws {
        try folder.write(text, to: "state.json")
        let loaded = store.load()
        #expect(loaded.state == Edit())
        #expect(loaded.warning?.contains("state.json.damaged") == true)
        #expect(try folder.names() == ["state.json.damaged"])
        #expect(try folder.text("state.json.damaged") == text)
        #expect(store.load().warning == nil)
    }

    @Test func `a file that is too large, or a folder in its place, is set aside as well`() throws {
        try folder.write([UInt8](repeating: 32, count: StateStore.limit + 1), to: "state.json")
        #expect(store.load().warning?.hasSuffix("it is now \(folder.path)/state.json.damaged") == true)
        mkdir(store.path ?? "", 0o700)
        #expect(store.load().warning?.hasSuffix("it is now \(folder.path)/state.json.damaged.2") == true)
        try store.save(Edit(remembering: example()))
        #expect(store.load().state == Edit(remembering: try example()))
    }

    @Test func `a look at the configuration leaves a damaged file where it is`() throws {
        try folder.write("{", to: "state.json")
        var store = store
        store.setsAside = false
        #expect(store.load().warning?.hasSuffix("is damaged") == true)
        #expect(try folder.names() == ["state.json"])
    }

    @Test func `a run is left to the process that plays it, until that has ended or was asked to`() throws {
        let run = SavedRun(
            boot: "b", time: ClockTime(nanoseconds: 5), bar: 1, beat: 1, beatsPerBar: 4, beatNs: 5e8, edit: Edit())
        let json = try #require(Edit().savedJSON(with: run, of: "12:34"))
        func load(_ json: [UInt8], alive: String) -> SavedRun? { Edit.saved(json) { $0 == alive }?.run }
        #expect(load(json, alive: "12:34") == nil && load(json, alive: "12:35") == run)
        var ended = run
        ended.ended = ClockTime(nanoseconds: 9)
        #expect(load(try #require(Edit().savedJSON(with: ended, of: "12:34")), alive: "12:34") == ended)
        #expect(load(try #require(Edit().savedJSON(with: run, of: nil)), alive: "12:34") == run)
    }

    @Test func `the run of another process stays in the file where this one plays none, and goes with that process`()
        throws
    {
        let run = SavedRun(
            boot: "b", time: ClockTime(nanoseconds: 5), bar: 1, beat: 1, beatsPerBar: 4, beatNs: 5e8, edit: Edit())
        let json = try #require(Edit().savedJSON(with: run, of: "12:34"))
        let kept = try #require(Edit.runElsewhere(json) { $0 == "12:34" })
        let other = try #require(Edit(remembering: example()).savedJSON(of: "12:35", elsewhere: kept))
        #expect(Edit.saved(other) { $0 == "12:34" }?.run == nil)
        #expect(Edit.saved(other) { $0 == "12:35" }?.run == run)
        #expect(Edit.runElsewhere(json) { $0 == "12:35" } == .none)
        let own = SavedRun(
            boot: "b", time: ClockTime(nanoseconds: 7), bar: 2, beat: 1, beatsPerBar: 4, beatNs: 5e8, edit: Edit())
        let both = try #require(Edit().savedJSON(with: own, of: "12:35", elsewhere: kept))
        #expect(Edit.saved(both) { _ in false }?.run == own)
        var store = store
        try store.save(Edit(), run: run)
        let process = try #require(ProcessIdentity.current)
        store.isPlayedElsewhere = { $0 == process }
        try store.save(Edit(remembering: example()))
        #expect(store.load().run == nil && store.load().state != Edit())
        store.isPlayedElsewhere = { _ in false }
        #expect(store.load().run == run)
        // Its own is over.
        try store.save(Edit())
        #expect(store.load().run == nil)
    }

    @Test func `an earlier file that was set aside is kept`() throws {
        for (index, text) in ["one", "two", "three"].enumerated() {
            try folder.write(text, to: "state.json")
            let name = "state.json.damaged" + (index == 0 ? "" : ".\(index + 1)")
            #expect(store.load().warning?.hasSuffix(name) == true)
            #expect(try folder.text(name) == text)
        }
        #expect(try folder.text("state.json.damaged") == "one")
    }

    @Test func `the offset of one device that cannot be used is left out alone`() throws {
        try folder.write(#"{"offsets": {"default": 40, "hw:1": "late", "hw:2": -5}}"#, to: "state.json")
        let loaded = store.load()
        #expect(try loaded.state.applied(to: Settings()).offsets == ["default": 40, "hw:2": -5])
        #expect(loaded.warning?.contains(#"offsets."hw:1" must be"#) == true)
    }

    @Test func `where the file is a symbolic link, the file it leads to is read and replaced`() throws {
        mkdir(folder.path + "/synced", 0o700)
        for target in ["synced/metronome.json", folder.path + "/synced/metronome.json"] {
            symlink(target, folder.path + "/state.json")
            try store.save(Edit(remembering: example()))
            #expect(try folder.names() == ["state.json", "synced"])
            #expect(try folder.names(in: "synced") == ["metronome.json"])
            #expect(store.load().state == Edit(remembering: try example()))
            unlink(folder.path + "/state.json")
        }
        try folder.write("{", to: "synced/metronome.json")
        symlink("synced/metronome.json", folder.path + "/state.json")
        #expect(store.load().warning?.contains("synced/metronome.json.damaged") == true)
        #expect(try folder.names(in: "synced") == ["metronome.json.damaged"])
    }

    @Test(arguments: [
        #""bpm": 1200"#, #""bpm": "fast""#, #""bpm": "1/0""#, #""meter": "4/3""#, #""volume": 2"#,
        #""bell": "often""#, #""bell": {"every": 4, "on": 5}"#, #""latency": "loud""#,
        #""offsets": {"default": 2001}"#, #""offsets": [40]"#, #""sounds": {"bell": ""}"#,
    ])
    func `a value that cannot be used is left out with a warning, and the others count`(member: String) throws {
        try folder.write(
            "{\(member), \"sounds\": {\"beat\": \"wood\"}}".replacing(
                #""sounds": {"bell": ""}, "sounds": {"#, with: #""sounds": {"bell": "", "#), to: "state.json")
        let loaded = store.load()
        #expect(loaded.state == .sounds(["beat": "wood"]))
        let name = try #require(member.split(separator: "\"").first)
        #expect(loaded.warning?.contains(name) == true)
        #expect(try folder.names() == ["state.json"])
    }

    @Test func `keys from a newer version are ignored`() throws {
        try folder.write(#"{"bpm": 90, "groove": 0.6, "sounds": {"beat": "wood", "ding": 1}}"#, to: "state.json")
        let loaded = store.load()
        #expect(loaded.warning == nil)
        let settings = try loaded.state.applied(to: Settings())
        #expect(settings.tempo == (try Tempo(90)))
        #expect(settings.beatSound == "wood")
    }

    @Test func `without HOME and XDG variables nothing is remembered and nothing fails`() throws {
        let nowhere = StateStore(environment: [:])
        #expect(nowhere.path == nil)
        try nowhere.save(Edit(remembering: example()))
        #expect(nowhere.load().state == Edit())
        #expect(nowhere.load().warning == nil)
        #expect(StateStore(environment: ["HOME": "/h"]).path == "/h/.local/state/metronomed/state.json")
    }

    @Test func `a place that cannot be written to is a clear error`() throws {
        try folder.write("", to: "file")
        let below = StateStore(path: folder.path + "/file/metronomed/state.json")
        let error = try #require(throws: SystemError.self) { try below.save(Edit()) }
        #expect(error.message.contains(folder.path + "/file"))
        #expect(throws: SystemError.self) { try StateStore(path: "/sys/metronomed/state.json").save(Edit()) }
        mkdir(store.path ?? "", 0o700)
        #expect(throws: SystemError.self) { try store.save(Edit()) }
        #expect(try folder.names() == ["file", "state.json"])
    }
}
