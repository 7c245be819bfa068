// SPDX-License-Identifier: Apache-2.0

import MetronomeLinux
import Testing

@Suite struct BaseFoldersTests {
    @Test func `the variables of the specification come before the folders of the home`() {
        let folders = BaseFolders(
            environment: ["HOME": "/home/me", "XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "/s"])
        #expect(folders.home == "/home/me" && folders.configuration == "/c" && folders.state == "/s")
        let usual = BaseFolders(environment: ["HOME": "/home/me"])
        #expect(usual.configuration == "/home/me/.config" && usual.state == "/home/me/.local/state")
    }

    @Test func `what is empty or relative counts as not set`() {
        let folders = BaseFolders(environment: ["HOME": "me", "XDG_CONFIG_HOME": "", "XDG_STATE_HOME": "s"])
        #expect(folders == BaseFolders(environment: [:]))
        #expect(folders.home == nil && folders.configuration == nil && folders.state == nil)
    }

    @Test func `what is not UTF-8 counts as not set, and is told`() {
        let name = "/home/J\u{FFFD}\u{301}rgen"
        let folders = BaseFolders(environment: ["HOME": name, "XDG_STATE_HOME": "/s", "XDG_RUNTIME_DIR": name])
        #expect(folders.home == nil && folders.configuration == nil && folders.state == "/s" && folders.runtime == nil)
        #expect(folders.unreadable == ["HOME", "XDG_RUNTIME_DIR"])
        #expect(BaseFolders(environment: ["HOME": "/home/Jürgen"]).unreadable == [])
    }
}
