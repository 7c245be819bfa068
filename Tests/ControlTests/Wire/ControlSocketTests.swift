// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MetronomeControl

@Suite struct ControlSocketTests {
    private let all = ["METRONOMED_SOCKET": "/m", "XDG_RUNTIME_DIR": "/run/user/1"]

    @Test func `the flag goes before the variable, and that before the runtime directory`() throws {
        #expect(try ControlSocket.path(explicit: "/s", environment: all) == "/s")
        #expect(try ControlSocket.path(explicit: nil, environment: all) == "/m")
        let runtime = ["XDG_RUNTIME_DIR": "/run/user/1"]
        #expect(try ControlSocket.path(explicit: nil, environment: runtime) == "/run/user/1/metronomed/control.sock")
    }

    @Test func `a tilde is the home folder, in the flag and in the variable`() throws {
        let variables = ["METRONOMED_SOCKET": "~/s", "HOME": "/home/me"]
        #expect(try ControlSocket.path(explicit: nil, environment: variables) == "/home/me/s")
        #expect(try ControlSocket.path(explicit: "~/s", environment: ["HOME": "/home/me"]) == "/home/me/s")
        #expect(try ControlSocket.path(explicit: "./~/s", environment: ["HOME": "/home/me"]) == "./~/s")
        #expect(throws: ControlSocketError.noHome("~/s")) { try ControlSocket.path(explicit: "~/s", environment: [:]) }
    }

    @Test func `empty counts as not set`() throws {
        #expect(try ControlSocket.path(explicit: "", environment: all) == "/m")
        let empty = ["METRONOMED_SOCKET": "", "XDG_RUNTIME_DIR": "/r/"]
        #expect(try ControlSocket.path(explicit: nil, environment: empty) == "/r/metronomed/control.sock")
    }

    @Test func `a runtime folder that is relative, or not UTF-8, counts as not set`() throws {
        for folder in ["foo", "./foo", "/run/J\u{FFFD}rgen"] {
            #expect(throws: ControlSocketError.noPlace) {
                try ControlSocket.path(explicit: nil, environment: ["XDG_RUNTIME_DIR": folder])
            }
        }
    }

    @Test func `without any of them there is no place, and the error says what to set`() {
        for environment in [[:], ["METRONOMED_SOCKET": "", "XDG_RUNTIME_DIR": ""]] {
            let error = #expect(throws: ControlSocketError.noPlace) {
                try ControlSocket.path(explicit: nil, environment: environment)
            }
            for word in ["XDG_RUNTIME_DIR", "METRONOMED_SOCKET", "--socket"] {
                #expect(error?.description.contains(word) == true)
            }
        }
    }

    @Test func `107 bytes are the limit, and the error names it`() throws {
        let longest = "/" + String(repeating: "a", count: 106)
        #expect(try ControlSocket.path(explicit: longest, environment: [:]) == longest)
        let error = #expect(throws: ControlSocketError.tooLong(longest + "a")) {
            try ControlSocket.path(explicit: longest + "a", environment: [:])
        }
        #expect(error?.description.contains("107") == true)
    }
}
