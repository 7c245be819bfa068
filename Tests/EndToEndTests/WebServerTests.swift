// SPDX-License-Identifier: Apache-2.0

import Glibc
import MetronomeControl
import MetronomeLinux
import Testing

/// `metroweb` beside a daemon.
@Suite(.waitsFirst, .serialized) struct WebServerTests {
    /// A server on a free port, and its token to control.
    private final class Server {
        let child: ChildProcess
        let port: UInt16
        let token: String

        init(_ home: Home, _ words: [String] = [], role: String = "control") throws {
            let child = try ChildProcess(
                Built.metroweb, ["--port", "0"] + words, environment: home.environment, in: home.folder)
            self.child = child
            let address = try poll(for: "the server") { () -> Substring? in
                child.stderr.split(separator: "\n").first { $0.contains("listening on") }
            }
            port = try #require(UInt16(address.split(separator: ":").last?.dropLast() ?? ""))
            let link = try ChildProcess(
                Built.metroweb, ["--link", role, "--port", "\(port)"], environment: home.environment, in: home.folder)
            try #require(try link.end() == .exit(0))
            token = String(try #require(link.stdout.split(separator: "#t=").last).prefix(22))
        }

        /// The head of a request of a browser that has paired.
        func head(_ line: String) -> String {
            "\(line) HTTP/1.1\r\nHost: localhost:\(port)\r\nCookie: metroweb_\(port)=\(token)\r\n"
        }

        func call(_ body: String) throws -> String {
            let browser = try Browser(port)
            try browser.send(
                head("POST /call") + "Connection: close\r\nContent-Type: application/json\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n" + body)
            return try browser.rest()
        }

        func follow() throws -> Browser {
            let browser = try Browser(port)
            try browser.send(head("GET /events") + "\r\n")
            return browser
        }
    }

    /// A connection.
    private final class Browser {
        let descriptor: CInt
        private(set) var text: [UInt8] = []

        init(_ port: UInt16) throws {
            descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = (0x7F00_0001 as UInt32).bigEndian
            let result = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            try #require(result == 0, "connect: \(Errno.last)")
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        }

        deinit { close(descriptor) }

        func send(_ text: String) throws { try Descriptor.write(Array(text.utf8), to: descriptor) }

        /// Reads what is there; whether the server has closed the connection.
        @discardableResult
        func read() -> Bool {
            var bytes = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = Glibc.read(descriptor, &bytes, bytes.count)
                guard count > 0 else { return count == 0 || errno == ECONNRESET }
                text += bytes[..<count]
            }
        }

        /// All that comes until the server closes the connection.
        func rest() throws -> String {
            try poll(for: "the end of \(String(decoding: text.prefix(200), as: UTF8.self))") { read() ? true : nil }
            return String(decoding: text, as: UTF8.self)
        }

        func waits(for part: String) throws {
            let part = Array(part.utf8)
            try poll(for: String(decoding: part, as: UTF8.self)) {
                read()
                return text.firstRange(of: part) == nil ? nil : true
            }
        }

        func forget() { text = [] }
    }

    @Test func `a page starts the music, is told so, and hears of the daemon's end and return`() throws {
        let home = try Home()
        let server = try Server(home)
        let page = try server.follow()
        try page.waits(for: "event.connection\",\"params\":{\"connected\":false}")
        #expect(try server.call("{\"method\":\"start\"}").hasPrefix("HTTP/1.1 503"))
        for _ in 0..<2 {
            page.forget()
            try home.withDaemon(["--no-play"]) { daemon in
                try page.waits(for: "\"connected\":true")
                page.forget()
                let answer = try server.call("{\"id\":7,\"method\":\"start\"}")
                #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
                #expect(answer.contains("{\"id\":7,\"result\":{"))
                try page.waits(for: "event.timeline")
                try page.waits(for: "\"playing\":true")
                #expect(try daemon.connect().say("status")["playing"] == true)
            }
            try page.waits(for: "event.connection\",\"params\":{\"connected\":false}")
        }
        server.child.signal(SIGTERM)
        #expect(try server.child.end() == .exit(0))
        #expect(!server.child.stderr.contains(server.token))
        #expect(!server.child.stdout.contains(server.token))
    }

    @Test func `the sound of the beat is that of the daemon's file`() throws {
        let home = try Home(.capture)
        try home.withDaemon(["--no-play"]) { _ in
            let server = try Server(home, role: "watch")
            let page = try server.follow()
            try page.waits(for: "\"connected\":true")
            for (name, status) in [("beat", "200"), ("none", "404"), ("%2Fetc%2Fpasswd", "404")] {
                let browser = try Browser(server.port)
                try browser.send(server.head("GET /sounds/\(name)") + "Connection: close\r\n\r\n")
                let answer = try browser.rest()
                #expect(answer.hasPrefix("HTTP/1.1 \(status)"))
                if status == "200" { #expect(answer.contains("audio/wav")) }
            }
        }
    }

    @Test func `a change reaches 500 pages, and the daemon has one client for them`() throws {
        let home = try Home()
        try home.withDaemon(["--no-play"]) { daemon in
            let server = try Server(home)
            let pages = try (0..<500).map { _ in try server.follow() }
            for page in pages { try page.waits(for: "\"connected\":true") }
            let client = try daemon.connect()
            try client.say("tempo 133.7")
            for page in pages { try page.waits(for: "\"bpm\":133.7") }
            // 32 clients are served: this one, metroweb, and 30 more.
            let others = try (0..<30).map { _ in try daemon.connect() }
            for other in others { #expect(try other.say("ping")["error"] == nil) }
        }
    }

    @Test func `clients that mean harm disturb neither pages nor the daemon`() throws {
        let home = try Home()
        try home.withDaemon(["--no-play"]) { daemon in
            let server = try Server(home)
            let page = try server.follow()
            try page.waits(for: "\"connected\":true")
            // Slow ones, some that say nothing, some that ask for more than fits into their sockets and read nothing.
            let idle = try (0..<40).map { _ in try Browser(server.port) }
            for browser in idle[..<30] { try browser.send("GET / HTTP/1.1\r\nHost: x") }
            let get = "GET /main.js HTTP/1.1\r\nHost: localhost\r\n\r\n"
            for browser in idle[30...] {
                let many = [UInt8](String(repeating: get, count: 150).utf8)
                _ = many.withUnsafeBytes {
                    Glibc.send(browser.descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
                }
            }
            for text in [
                "\u{16}\u{3}\u{1}\u{2}", "start\n", "GET / HTTP/9.9\r\n\r\n", "GET / HTTP/1.1\r\n\r\n",
                "GET /../../etc/passwd HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: localhost\r\nX: \(String(repeating: "x", count: 100_000))\r\n\r\n",
                "POST /call HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n",
            ] {
                let browser = try Browser(server.port)
                _ = Array(text.utf8).withUnsafeBytes {
                    Glibc.send(browser.descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
                }
                if text.contains("Host") {
                    let answer = try browser.rest()
                    #expect(!answer.contains("200 OK") && !answer.contains("root:"), "\(text.prefix(40))")
                }
            }
            #expect(try server.call("{\"method\":\"shutdown\"}").hasPrefix("HTTP/1.1 403"))
            page.forget()
            #expect(try server.call("{\"method\":\"tempo.set\",\"params\":{\"bpm\":97}}").hasPrefix("HTTP/1.1 200"))
            try page.waits(for: "\"bpm\":97")
            #expect(try daemon.connect().say("status")["heard"]?["bpm"] == 97)
        }
    }

    @Test func `a page that pairs is given the cookie of the port, though any port was asked for`() throws {
        let home = try Home()
        let server = try Server(home)
        let browser = try Browser(server.port)
        let body = "{\"token\":\"\(server.token)\"}"
        try browser.send(
            "POST /pair HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n" + body)
        #expect(try browser.rest().contains("Set-Cookie: metroweb_\(server.port)=\(server.token);"))
    }

    @Test func `a link that was renewed lets nobody in any more`() throws {
        let home = try Home()
        try home.withDaemon(["--no-play"]) { _ in
            let server = try Server(home)
            #expect(try server.call("{\"method\":\"ping\"}").contains("200 OK"))
            let renewal = try ChildProcess(
                Built.metroweb, ["--renew"], environment: home.environment, in: home.folder)
            #expect(try renewal.end() == .exit(0))
            #expect(try server.call("{\"method\":\"ping\"}").hasPrefix("HTTP/1.1 401"))
        }
    }

    @Test func `open starts a browser with the link to control, also where the page is served already`() throws {
        let home = try Home()
        let starter = try home.folder.write(
            "#!/bin/sh\necho \"$1\" >> '\(home.folder("opened"))'\n", to: "bin/xdg-open")
        chmod(starter, 0o755)
        var environment = home.environment
        environment["PATH"] = "\(home.folder("bin")):/usr/bin:/bin"
        func opened(_ count: Int) throws -> [Substring] {
            try poll(for: "the browser") { () -> [Substring]? in
                let text = (try? home.folder.bytes("opened")).map { String(decoding: $0, as: UTF8.self) } ?? ""
                let lines = text.split(separator: "\n")
                return lines.count >= count ? lines : nil
            }
        }
        let first = try ChildProcess(
            Built.metroweb, ["--port", "0", "--open"], environment: environment, in: home.folder)
        let link = try #require(opened(1).first)
        #expect(link.hasPrefix("http://") && link.contains("#t="), "\(link)")
        let port = try #require(link.split(separator: "#")[0].split(separator: ":").last).filter(\.isNumber)
        let second = try ChildProcess(
            Built.metroweb, ["--port", port, "--open"], environment: environment, in: home.folder)
        #expect(try second.end() == .exit(0) && second.stderr.contains("is served already"), "\(second.stderr)")
        #expect(try opened(2) == [link, link] && first.ended() == nil)
    }

    @Test func `a port that is taken and wrong options are said, with their exit status`() throws {
        let home = try Home()
        let server = try Server(home)
        for (words, status, text) in [
            (
                ["--port", "\(server.port)"], 1,
                "cannot listen on 127.0.0.1, port \(server.port): Address already in use: choose another port by --port"
            ),
            (["--listen", "stage"], 2, "--listen takes an address"), (["--host", "a/b"], 2, "--host takes a name"),
            (["--link", "all"], 2, "control"), (["--renew", "--link", "watch"], 2, "one after the other"),
        ] as [([String], Int32, String)] {
            let child = try ChildProcess(Built.metroweb, words, environment: home.environment, in: home.folder)
            #expect(try child.end() == .exit(status))
            #expect(child.stderr.contains(text), "\(child.stderr)")
        }
    }

    @Test(arguments: [[], ["--listen", "0.0.0.0", "--no-announce"], ["--listen", "127.0.0.2", "--read-only"]])
    func `the command that it names prints a link to where it listens`(_ words: [String]) throws {
        let home = try Home()
        let child = try ChildProcess(
            Built.metroweb, ["--port", "0"] + words, environment: home.environment, in: home.folder)
        defer { child.kill() }
        let advice = try poll(for: "an advice") { () -> Substring? in
            child.stderr.split(separator: "\n").first { $0.contains(" prints the link") }
        }
        let command = advice.split(separator: " ").drop { $0 != "metroweb" }.dropFirst().prefix { $0 != "prints" }
        let asked = try ChildProcess(
            Built.metroweb, command.map(String.init), environment: home.environment, in: home.folder)
        #expect(try asked.end() == .exit(0), "\(asked.stderr)")
        let address = try #require(asked.stdout.split(separator: "#t=")[0].split(separator: " ").last)
        #expect(child.stderr.contains("listening on \(address)\n"), "\(asked.stdout) \(child.stderr)")
    }

    @Test func `a pipe that nobody reads stops neither the page nor its end`() throws {
        let home = try Home()
        let pipe = home.folder("log")
        #expect(mkfifo(pipe, 0o600) == 0)
        let reader = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(reader) }
        let child = try ChildProcess(
            "/bin/sh", ["-c", "exec \"$0\" --port 0 --no-announce 2> \"$1\"", Built.metroweb, pipe],
            environment: home.environment, in: home.folder)
        var said: [UInt8] = []
        let port = try poll(for: "the server") { () -> UInt16? in
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = read(reader, &bytes, bytes.count)
            said += bytes.prefix(max(0, count))
            let lines = String(decoding: said, as: UTF8.self)
            guard lines.contains("prints the link") else { return nil }
            let address = lines.split(separator: "\n").first { $0.contains("listening on") }
            return address.flatMap { UInt16($0.split(separator: ":").last?.dropLast() ?? "") }
        }
        let filler = open(pipe, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(filler) }
        let filling = [UInt8](repeating: UInt8(ascii: "x"), count: 4096)
        while write(filler, filling, filling.count) > 0 {}
        // Of as many wrong tokens a line is said.
        for number in 0..<70 {
            let browser = try Browser(port)
            let token = "\(100 + number)" + String(repeating: "0", count: 19)
            try browser.send(
                "GET /events HTTP/1.1\r\nHost: localhost:\(port)\r\nCookie: metroweb_\(port)=\(token)\r\n"
                    + "Connection: close\r\n\r\n")
            _ = try browser.rest()
        }
        let browser = try Browser(port)
        try browser.send("GET / HTTP/1.1\r\nHost: localhost:\(port)\r\nConnection: close\r\n\r\n")
        #expect(try browser.rest().hasPrefix("HTTP/1.1 200"))
        child.signal(SIGTERM)
        #expect(try child.end() == .exit(0))
    }

    @Test func `where few files may be open, as many connections are taken as there is room for, and that is said`()
        throws
    {
        let home = try Home()
        func start(_ files: Int) throws -> ChildProcess {
            try ChildProcess(
                "/bin/sh", ["-c", "ulimit -n \(files); exec \"$0\" --port 0 --no-announce", Built.metroweb],
                environment: home.environment, in: home.folder)
        }
        let child = try start(84)
        let port = try poll(for: "the server") { () -> UInt16? in
            let address = child.stderr.split(separator: "\n").first { $0.contains("listening on") }
            return address.flatMap { UInt16($0.split(separator: ":").last?.dropLast() ?? "") }
        }
        #expect(child.stderr.contains("20 connections at a time, for 84 open files are allowed here"))
        var browsers: [Browser] = []
        for _ in 0..<20 { browsers.append(try Browser(port)) }
        // One more is closed at once, and the others are served.
        _ = try Browser(port).rest()
        try browsers[19].send("GET / HTTP/1.1\r\nHost: localhost:\(port)\r\nConnection: close\r\n\r\n")
        #expect(try browsers[19].rest().hasPrefix("HTTP/1.1 200"))
        browsers = []
        let few = try start(64)
        #expect(try few.end() == .exit(1))
        #expect(few.stderr.contains("needs more than 64 open files, and 64 are allowed here"), "\(few.stderr)")
    }
}
