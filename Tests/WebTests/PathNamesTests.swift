// SPDX-License-Identifier: Apache-2.0

import ControlSamples
import MetronomeControl
import SeededRandom
import Testing

@testable import Web

@Suite struct PathNamesTests {
    private let folders = ["/home/anna", "/home/anna/.config", "/mnt/my data/anna/"]
    private func names() -> PathNames { PathNames(folders: folders) }

    private func told(_ names: inout PathNames, _ text: String) -> String { names.text(text) }

    @Test(arguments: [
        ("/home/anna/songs/waltz.toml", "waltz.toml"), ("/usr/share/sounds/rim.wav", "rim.wav"),
        ("/home/anna/my songs/a: b.toml", "a: b.toml"), ("/a//b/", "b"), ("/home/anna", "anna"),
        ("cannot read /home/anna/songs/x.toml: no such file", "cannot read x.toml: no such file"),
        ("/home/anna/my songs/x.toml:3:5: 3/4 has no beats", "x.toml:3:5: 3/4 has no beats"),
        ("file:/home/anna/out.wav", "file:out.wav"), ("'/home/anna/a b/c.wav' is no sound", "'c.wav' is no sound"),
        ("song = \"/home/anna/x/y.toml\"\nbpm = 3", "song = \"y.toml\"\nbpm = 3"),
        ("it is in /home/anna.", "it is in ~."),
        ("below /mnt/my data/anna/kits/808/kick.wav", "below kick.wav"), ("in /home/anna/: none", "in ~: none"),
        ("/home/anna/a.toml, /home/anna/b/c.toml", "a.toml, c.toml"),
    ])
    func `a path becomes a name`(_ text: String, _ name: String) {
        var names = names()
        #expect(told(&names, text) == name)
    }

    @Test func `files of one name have names of their own, also beside one that is called like that`() {
        var names = names()
        let paths = ["/a/x (2)", "/b/x", "/c/x", "/d/x"]
        let all = paths.map { told(&names, $0) }
        #expect(all == ["x (2)", "x", "x (3)", "x (4)"] && all.map { names.path(of: $0) } == paths)
    }

    @Test(arguments: [
        "4/4", "3/4+4/4", "AC/DC", "/2", "x2 or /2", "1/3 beats", "see /home/annabel", "http://x/", "a / b",
        "/", "default", "hw:0,0", "see /usr/share",
    ])
    func `what is no path of the user's stays as it is`(_ text: String) {
        var names = names()
        #expect(told(&names, text) == text)
    }

    @Test func `what a player has written stays as it is, also where it begins like a path`() {
        var names = names()
        let entry: JSONValue = ["note": "/G/B", "path": "/srv/music/etude.toml"]
        #expect(names.value(entry) == ["note": "/G/B", "path": "etude.toml"])
    }

    @Test func `in a sentence a file that was told, and what lies beside it, is told by its name`() {
        var names = names()
        let song: JSONValue = [
            "path": "/srv/our band/etude.toml", "trouble": "/srv/our band/etude.toml:1:1: unknown key \"x\"",
            "warning": "no sound /srv/our band/kick.wav: No such file",
        ]
        let told: JSONValue = [
            "path": "etude.toml", "trouble": "etude.toml:1:1: unknown key \"x\"",
            "warning": "no sound kick.wav: No such file",
        ]
        #expect(names.value(song) == told)
    }

    @Test func `two files of one name have two names, which stay theirs`() {
        var names = names()
        #expect(told(&names, "/kits/808/kick.wav") == "kick.wav")
        #expect(told(&names, "/kits/909/kick.wav") == "kick.wav (2)")
        #expect(told(&names, "/kits/505/kick.wav (2)") == "kick.wav (2) (2)")
        #expect(told(&names, "/kits/707/kick.wav") == "kick.wav (3)")
        #expect(told(&names, "/kits/909/kick.wav") == "kick.wav (2)")
        #expect(names.path(of: "kick.wav (2)") == "/kits/909/kick.wav")
        #expect(names.path(of: "snare.wav") == nil)
    }

    @Test func `however many paths are told, so many names are kept`() {
        var names = names()
        for number in 0..<PathNames.most + 100 { _ = names.text("/a/\(number)/x.wav") }
        #expect(told(&names, "/b/x.wav") == "x.wav")
        #expect(names.path(of: "x.wav (4096)") == "/a/4095/x.wav")
        #expect(names.path(of: "x.wav (4097)") == nil)
    }

    @Test func `whatever the text, no folder of the user is told`() {
        var random = SeededGenerator(seed: 11)
        let parts = [
            "/home/anna", "/home/anna/.config", "/", "//", "songs", " ", ": ", "x.wav", "\n", "é", ".", "\"", "4/4",
        ]
        for _ in 0..<5000 {
            var names = names()
            let text = (0..<Int.random(in: 1...12, using: &random)).compactMap { _ in
                parts.randomElement(using: &random)
            }
            .joined()
            let told = names.text(text)
            #expect(!told.contains("/home/anna/") && !told.hasSuffix("/home/anna"), "\(text.debugDescription)")
        }
    }

    @Test func `a line is told as its value is, however it is written`() throws {
        var random = SeededGenerator(seed: 12)
        let parts = [
            "/home/anna", "\\/home\\/anna", "\\u002fhome/anna", "/", "/x", "songs", " ", ": ", "é", "\\n", "\\\"",
            "4/4",
        ]
        for _ in 0..<3000 {
            var (names, others) = (names(), names())
            let text = (0..<Int.random(in: 0...8, using: &random)).compactMap { _ in parts.randomElement(using: &random)
            }
            .joined()
            let line = Array("{\"a\":[\"\(text)\",1.5]}\n".utf8)
            let toldLine = names.line(line)
            let told = try JSONLine.parse(toldLine ?? [])
            let expected = others.value(try JSONLine.parse(line))
            #expect(told == expected, "\(text)")
        }
        var names = names()
        let plain = Array("{ \"meter\": \"3/4\", \"bpm\": 1.50 }\n".utf8)
        let told = names.line(plain)
        #expect(told == plain)
        let broken = names.line(Array("{\"/\n".utf8))
        #expect(broken == nil)
    }

    @Test func `a home folder that is the root hides nothing by accident`() {
        var names = PathNames(folders: ["/", ""])
        #expect(told(&names, "see /etc and 3/4") == "see /etc and 3/4")
    }

    // MARK: what pages are told

    /// A status in which every text that can be a path is one.
    private var status: Status {
        var status = Status.allegro
        status.settings.sounds = SoundNames {
            $0.beat = "/home/anna/kits/a/kick.wav"; $0.bell = "/home/anna/kits/b/kick.wav"
            $0.accent = "/home/anna/loud.wav"
            $0.ghost = "auto"
            $0.subdivision = "/home/anna/tick.wav"
        }
        status.song = SongState {
            $0.path = "/home/anna/songs/waltz.toml"; $0.bars = 1; $0.startBar = 1; $0.scale = 1
            $0.beats = 3; $0.lanes = [["name": "hat", "sound": "/home/anna/kits/hat.wav"]]
            $0.trouble = "/home/anna/songs/waltz.toml:3:4: no"
        }
        status.setList = SetListState {
            $0.name = "tour"; $0.place = 1; $0.count = 2
            $0.entry = .init { ($0.name, $0.song) = ("waltz", "/home/anna/songs/waltz.toml") }
            $0.next = .init {
                $0.name = "x"; $0.song = "/home/anna/songs/x.toml"
                $0.trouble = "cannot read /home/anna/songs/x.toml: no such file"
            }
        }
        status.settings.others["count_in_sound"] = "/home/anna/one.wav"
        status.settings.others["lanes"] = [["name": "kick", "sound": "/srv/kits/low.wav"]]
        status.pending = [
            PendingState { ($0.pending, $0.at, $0.changes) = (1, "bar", ["sounds": ["beat": "/home/anna/new.wav"]]) }
        ]
        status.audio.device = "file:/home/anna/out.wav"
        status.audio.reason = "cannot open /home/anna/.asoundrc: Permission denied"
        return status
    }

    private func connected() -> PresentState {
        var state = PresentState(name: "stage", folders: folders)
        state.connect(Subscription(seq: 1, events: [], state: status))
        state.identify(Version { $0.daemon = "0.1.0" })
        return state
    }

    private func greeting(_ state: inout PresentState, _ role: Role) -> [[UInt8]] { state.greeting(for: role) }

    @Test(arguments: Role.allCases)
    func `the state is told without a path, and is the same else`(_ role: Role) throws {
        var state = connected()
        let hello = try #require(greeting(&state, role).first)
        let text = String(decoding: hello, as: UTF8.self)
        #expect(!text.contains("/home") && !text.contains("anna") && !text.contains("/srv"), "\(text)")
        let told = try #require(try JSONLine.parse(hello)["params"]?["state"])
        #expect(
            told["settings"]?["sounds"] == [
                "beat": "kick.wav", "bell": "kick.wav (2)", "accent": "loud.wav", "ghost": "auto",
                "subdivision": "tick.wav",
            ])
        #expect(told["song"]?["path"] == "waltz.toml")
        #expect(told["heard"]?["bpm"] == 137.3)
        var plain = PresentState(name: "stage")
        plain.connect(Subscription(seq: 1, events: [], state: .allegro))
        plain.identify(Version { $0.daemon = "0.1.0" })
        let whole = try JSONLine.parse(greeting(&plain, role)[0])
        #expect(whole["params"]?["state"] == (try JSONLine.parse(JSONLine.encode(Status.allegro))))
    }

    @Test func `events and answers are told without a path`() throws {
        var state = connected()
        let event = StateEvent { ($0.seq, $0.changed, $0.state) = (2, ["sounds"], status) }
        let line = EventLine.encode(method: StateEvent.method, params: event)
        let told = state.add(.state(event), line: line)
        #expect(told.count == 1)
        #expect(!String(decoding: told.joined(), as: UTF8.self).contains("anna"))
        let list = try JSONLine.parse(
            JSONLine.encode(
                SoundList {
                    $0.sounds = [.init { ($0.name, $0.path, $0.source) = ("rim", "/home/anna/s/rim.wav", "user") }]
                }))
        let sounds = state.told(list)
        #expect(sounds["sounds"]?[0]?["path"] == "rim.wav")
        let refusal = state.told(
            ControlError(.unusableSound, "cannot read /home/anna/a/kick.wav: no", allowed: ["/home/anna/b/x.wav"]))
        #expect(refusal.message == "cannot read kick.wav: no")
        #expect(refusal.allowed == ["x.wav"])
    }

    @Test func `a sound that plays is found by the name that pages are told, and no other file is`() {
        var state = connected()
        _ = state.greeting(for: .watch)
        for (name, path) in [
            ("kick.wav", "/home/anna/kits/a/kick.wav"), ("kick.wav (2)", "/home/anna/kits/b/kick.wav"),
            ("hat.wav", "/home/anna/kits/hat.wav"), ("low.wav", "/srv/kits/low.wav"), ("one.wav", "/home/anna/one.wav"),
            ("new.wav", "/home/anna/new.wav"),
        ] { #expect(state.pathOfSound(name) == path) }
        for name in ["waltz.toml", "/home/anna/kits/a/kick.wav", "", "x.toml"] {
            #expect(state.pathOfSound(name) == nil)
        }
        _ = state.disconnect()
        #expect(state.pathOfSound("kick.wav") == nil)
    }
}
