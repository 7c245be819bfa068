// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

/// `metroweb` on a system bus with an avahi-daemon of the tests' own.
@Suite(.waitsFirst, .serialized, .enabled(if: PrivateBus.isInstalled, "dbus-daemon is not installed"))
struct AnnouncementTests {
    private var home: Home
    private let bus: PrivateBus

    init() throws {
        home = try Home()
        home.useBus(at: home.folder("bus"))
        bus = try PrivateBus(in: home)
    }

    /// An avahi-daemon, and what it was asked.
    private struct Avahi {
        let child: ChildProcess
        private let folder: TestFolder
        private let name = "avahi-\(UInt32.random(in: 0...UInt32.max))"

        init(_ home: Home, _ wish: String = "establish") throws {
            folder = home.folder
            let child = try ChildProcess(
                Built.avahiStub, [home.folder(name), wish], environment: home.environment, in: home.folder)
            self.child = child
            try waits(for: "ready")
        }

        var lines: [String] {
            String(decoding: (try? folder.bytes(name)) ?? [], as: UTF8.self).split(separator: "\n").map(String.init)
        }

        func waits(for line: String) throws {
            try poll(for: "\(line) in \(lines); the child says \(child.stderr)") { lines.contains(line) ? true : nil }
        }
    }

    private func server(_ words: [String]) throws -> (child: ChildProcess, port: Substring) {
        let child = try ChildProcess(
            Built.metroweb, ["--port", "0", "--name", "Stage"] + words, environment: home.environment, in: home.folder)
        try says("listening on", child)
        let line = child.stderr.split(separator: "\n").first { $0.contains("listening on") }
        return (child, line?.split(separator: ":").last?.dropLast() ?? "")
    }

    private func says(_ text: String, _ child: ChildProcess) throws {
        try poll(for: "\(text); it says: \(child.stderr)") { child.stderr.contains(text) ? true : nil }
    }

    @Test func `a page is announced by name and port, and no more when the server has ended`() throws {
        let avahi = try Avahi(home)
        let server = try server(["--listen", "0.0.0.0"])
        try says("announced by mDNS as \"Stage\"", server.child)
        // All interfaces, by IPv4; no host, so the machine's; the path and nothing that is secret.
        let line = "add|-1|0|0|Stage|_http._tcp|||\(server.port)|path=/"
        #expect(avahi.lines == ["ready", "new", line, "commit"])
        server.child.signal(SIGTERM)
        #expect(try server.child.end() == .exit(0))
        try avahi.waits(for: "left")
    }

    @Test(arguments: ["local", "network"])
    func `a name that is taken gets a number`(_ wish: String) throws {
        let avahi = try Avahi(home, wish)
        let server = try server(["--listen", "0.0.0.0"])
        try says("announced by mDNS as \"Stage #2\"", server.child)
        #expect(avahi.lines.filter { $0.hasPrefix("add|") }.count == 2)
        #expect(avahi.lines.filter { $0 == "new" }.count == 1)
    }

    @Test func `an avahi that starts later, and one that starts again, announces the page`() throws {
        let server = try server(["--listen", "::"])
        try says("not announced by mDNS: avahi-daemon does not run", server.child)
        for _ in 0..<2 {
            let avahi = try Avahi(home)
            try avahi.waits(for: "add|-1|-1|0|Stage|_http._tcp|||\(server.port)|path=/")
            try avahi.waits(for: "commit")
            avahi.child.kill()
        }
    }

    @Test func `an avahi that does not answer keeps no page from being served, nor from ending`() throws {
        let avahi = try Avahi(home, "silent")
        let server = try server(["--listen", "0.0.0.0"])
        server.child.signal(SIGTERM)
        #expect(try server.child.end() == .exit(0))
        #expect(server.child.stderr.contains("not announced by mDNS: "))
        #expect(!server.child.stderr.contains("does not run"))
        #expect(avahi.lines == ["ready"])
    }

    @Test(arguments: [["--listen", "127.0.0.1"], ["--listen", "0.0.0.0", "--no-announce"]])
    func `a page that is for this machine, or is not to be announced, is not`(_ words: [String]) throws {
        let avahi = try Avahi(home)
        let quiet = try server(words)
        // One that is announced, started later, has been by the time that the other is looked at.
        let other = try server(["--listen", "0.0.0.0"])
        try says("announced by mDNS", other.child)
        #expect(!quiet.child.stderr.contains("mDNS"))
        #expect(avahi.lines.filter { $0.hasPrefix("add|") }.count == 1)
    }

    @Test func `without a system bus a page is served, and its end is prompt`() throws {
        try bus.end(home)
        let server = try server(["--listen", "0.0.0.0"])
        try says("not announced by mDNS: there is no system bus", server.child)
        server.child.signal(SIGTERM)
        #expect(try server.child.end() == .exit(0))
    }
}
