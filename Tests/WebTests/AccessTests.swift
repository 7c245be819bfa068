// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import MetronomeLinux
import SeededRandom
import Testing

@testable import Web

@Suite struct AccessTests {
    private let tokens = Tokens.random()

    @Test func `a token is matched by itself alone`() throws {
        let token = Token.random()
        #expect(token.matches(Array(token.text.utf8)))
        #expect(Token(token.text) == token)
        for index in 0..<Token.length {
            var other = Array(token.text.utf8)
            other[index] ^= 1
            #expect(!token.matches(other))
        }
        for other in ["", String(token.text.dropLast()), token.text + "A", token.text + token.text] {
            #expect(!token.matches(Array(other.utf8)))
        }
    }

    @Test func `tokens have 22 letters that an address may have, and are never the same`() {
        let all = (0..<1000).map { _ in Token.random().text }
        #expect(Set(all).count == 1000)
        #expect(all.allSatisfy { $0.utf8.count == 22 && Token($0) != nil })
        // Each letter appears in each place: none is left out.
        #expect(Set(all.flatMap { $0 }).count == 64)
    }

    @Test func `a token that is printed shows nothing`() {
        let token = Token.random()
        #expect(!"\(token) \(String(reflecting: token)) \(tokens)".contains(token.text))
        #expect(!"\(tokens)".contains(tokens.control.text))
        #expect(!String(reflecting: tokens).contains(tokens.watch.text))
    }

    @Test func `each token gives its role and any other text none`() {
        #expect(tokens.role(of: Array(tokens.control.text.utf8)) == .control)
        #expect(tokens.role(of: Array(tokens.watch.text.utf8)) == .watch)
        #expect(tokens.role(of: []) == nil)
        #expect(tokens.role(of: Array(Token.random().text.utf8)) == nil)
    }

    @Test func `tokens are read from the text of their file as they were written`() {
        #expect(Tokens(fileText: tokens.fileText) == tokens)
        #expect(Tokens(fileText: "") == nil)
        #expect(Tokens(fileText: "control = \(tokens.control.text)\n") == nil)
        #expect(Tokens(fileText: "control = x\nwatch = y\n") == nil)
        // One token for both would let who watches control.
        #expect(Tokens(fileText: "control = \(tokens.watch.text)\nwatch = \(tokens.watch.text)\n") == nil)
    }

    // MARK: the file

    private func inFolder(_ body: (String) throws -> Void) throws {
        var template = Array("/tmp/metroweb-test.XXXXXX".utf8CString)
        let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    @Test func `the file of the tokens is made when it is missing, for its owner alone`() throws {
        try inFolder { folder in
            let file = TokenFile(path: folder + "/state/web.tokens")
            let tokens = try file.load()
            #expect(try file.load() == tokens)
            var status = stat()
            #expect(stat(file.path, &status) == 0)
            #expect(status.st_mode & 0o777 == 0o600)
        }
    }

    @Test func `a file of tokens that others can read is refused`() throws {
        try inFolder { folder in
            var file = TokenFile(path: folder + "/web.tokens")
            try file.renew()
            chmod(file.path, 0o640)
            #expect(throws: (any Error).self) { try file.load() }
            #expect(file.current() == nil)
        }
    }

    @Test func `a folder in the place of the tokens is said to be one`() throws {
        try inFolder { folder in
            chmod(folder, 0o755)
            let error = #expect(throws: SystemError.self) { try TokenFile(path: folder).load() }
            #expect(error?.message == "cannot read \(folder): it is a folder, not a file")
        }
    }

    @Test func `renewed tokens are noticed, and a file that is gone lets nobody in`() throws {
        try inFolder { folder in
            var file = TokenFile(path: folder + "/web.tokens")
            let former = try file.load()
            #expect(file.current() == former)
            let renewed = try TokenFile(path: file.path).renew()
            #expect(renewed != former)
            #expect(file.current() == renewed)
            unlink(file.path)
            #expect(file.current() == nil)
        }
    }

    // MARK: names

    private let hosts = HostNames(machine: "Stage.example.net", others: ["Music.Example.org"])

    @Test(arguments: [
        "localhost", "LOCALHOST:8120", "127.0.0.1:8120", "192.168.1.20", "[::1]:8120", "[2001:db8::1]", "stage",
        "stage.local:80",
        "stage.example.net", "music.example.org", "music.example.org.:443", "stage.local.",
    ])
    func `a server is called by its addresses and its names`(_ host: String) {
        #expect(hosts.allows(host))
    }

    @Test(arguments: [
        "", ":", ":80", "evil.example", "stage.evil.example", "localhost.evil.example", "127.0.0.1.evil.example",
        "127.0.0.1@evil",
        "1", "0x7f.1", "127.1", "localhost:", "localhost:99999", "localhost:80:80", "localhost:-1", "[::1", "[::1]x",
        "[evil]",
        "localhost/x", "stage.local evil", "..", "local", "music.example.org..",
    ])
    func `a name that a stranger can give is refused`(_ host: String) {
        #expect(!hosts.allows(host))
    }

    @Test func `a text with a sign that no host has is none, whatever stands beside it`() {
        var random = SeededGenerator(seed: 14)
        let letters = Array("[]:.@/%-_ aL0l1ocalhost\u{0}\u{FF}é")
        for _ in 0..<5000 {
            let text = String(
                (0..<Int.random(in: 0...24, using: &random)).compactMap { _ in letters.randomElement(using: &random) })
            let isAllowed = hosts.allows(text)
            #expect(
                !isAllowed || text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "[]:.-_%".contains($0)) })
        }
    }

    @Test func `an origin is the same only with scheme, name and port`() {
        #expect(HostNames.isSame(origin: "http://stage:8120", host: "stage:8120"))
        #expect(HostNames.isSame(origin: "https://Music.example.org", host: "music.example.org"))
        for other in [
            "null", "", "http://stage", "http://stage:81200", "http://evil", "file://", "stage:8120", "ws://stage:8120",
        ] {
            #expect(!HostNames.isSame(origin: other, host: "stage:8120"))
        }
    }
}
