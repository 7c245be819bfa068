// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Control

@Suite struct ControlSocketTests {
    private let all = ["METRONOME_SOCKET": "/m", "XDG_RUNTIME_DIR": "/run/user/1"]

    @Test func `the flag goes before the variable, and that before the runtime directory`() throws {
        #expect(try ControlSocket.path(explicit: "/s", environment: all) == "/s")
        #expect(try ControlSocket.path(explicit: nil, environment: all) == "/m")
        let runtime = ["XDG_RUNTIME_DIR": "/run/user/1"]
        #expect(try ControlSocket.path(explicit: nil, environment: runtime) == "/run/user/1/metronomed/control.sock")
    }

    @Test func `empty counts as not set`() throws {
        #expect(try ControlSocket.path(explicit: "", environment: all) == "/m")
        let empty = ["METRONOME_SOCKET": "", "XDG_RUNTIME_DIR": "/r/"]
        #expect(try ControlSocket.path(explicit: nil, environment: empty) == "/r/metronomed/control.sock")
    }

    @Test func `without any of them there is no place, and the error says what to set`() {
        for environment in [[:], ["METRONOME_SOCKET": "", "XDG_RUNTIME_DIR": ""]] {
            let error = #expect(throws: ControlSocketError.noPlace) {
                try ControlSocket.path(explicit: nil, environment: environment)
            }
            for word in ["XDG_RUNTIME_DIR", "METRONOME_SOCKET", "--socket"] {
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
