// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Logging
import MetronomeLinux
import SeededRandom
import Testing

@testable import Daemon

@Suite struct ConsoleLogTests {
    /// What a logger writes.
    private func written(_ style: ConsoleLog.Style, _ body: (Logger) -> Void) -> String {
        var ends: [CInt] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { close(ends[0]) }
        body(Logger(label: "test") { [ends] _ in ConsoleLog(style: style, descriptor: ends[1]) })
        close(ends[1])
        var bytes = [UInt8](repeating: 0, count: 65536)
        let count = read(ends[0], &bytes, bytes.count)
        return String(decoding: bytes[..<max(count, 0)], as: UTF8.self)
    }

    @Test func `on a terminal a line names the program, and the level if it matters`() {
        let text = written(.plain) {
            $0.info("listening")
            $0.warning("no device")
            $0.error("no sound")
            $0.debug("not this one")
        }
        #expect(text == "metronomed: listening\nmetronomed: warning: no device\nmetronomed: error: no sound\n")
    }

    @Test func `the journal gets priorities`() {
        let levels: [(Logger.Level, Int)] = [
            (.trace, 7), (.debug, 7), (.info, 6), (.notice, 5), (.warning, 4), (.error, 3), (.critical, 2),
        ]
        for (level, priority) in levels {
            #expect(ConsoleLog.line("text", level, .journal) == "<\(priority)>text\n")
        }
    }

    @Test func `a message is one line, whatever it names`() {
        #expect(ConsoleLog.line("one\n<0>two\u{1B}[2J\n", .error, .journal) == "<3>one\\n<0>two\\u{1B}[2J\n")
        #expect(ConsoleLog.line("", .info, .plain) == "metronomed: \n")
    }

    @Test func `no text from outside ends a line, begins another, or turns what is read, however long it is`() {
        var random = SeededGenerator(seed: 5)
        let parts = [
            "\n", "\r", "\u{1B}[2K", "\u{85}", "\u{2028}", "\u{202E}", "\u{0}", "\u{9B}31m", "<2>daemon ended", "a",
            "ü", "\u{1F600}",
            "\r\n", "\u{FEFF}", "metronomed: error: ",
        ]
        for _ in 0..<500 {
            let count = Int.random(in: 0...40, using: &random) * (Bool.random(using: &random) ? 1 : 300)
            let text = (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
            for style in [ConsoleLog.Style.plain, .journal] {
                let line = ConsoleLog.line("cannot read \(text)", .warning, style)
                #expect(line.utf8.count <= ConsoleLog.longest)
                #expect(line.hasPrefix(style == .plain ? "metronomed: warning: cannot" : "<4>cannot"))
                #expect(line.utf8.dropLast().allSatisfy { $0 >= 0x20 } && line.hasSuffix("\n"))
                #expect(String(line.dropLast()).printable == line.dropLast())
            }
        }
    }

    @Test func `metadata follows as key and value, sorted, the newest value of a key`() {
        let text = written(.plain) { logger in
            var logger = logger
            logger[metadataKey: "device"] = "hw:0"
            logger[metadataKey: "rate"] = "44100"
            logger.warning("xrun", metadata: ["rate": "48000", "what": "two words", "empty": ""])
        }
        #expect(text == "metronomed: warning: xrun device=hw:0 empty=\"\" rate=48000 what=\"two words\"\n")
    }

    @Test func `the style is the journal's only if the descriptor is its stream`() throws {
        var ends: [CInt] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { ends.forEach { close($0) } }
        var status = stat()
        #expect(fstat(ends[1], &status) == 0)
        let stream = "\(status.st_dev):\(status.st_ino)"
        #expect(ConsoleLog.Style(environment: ["JOURNAL_STREAM": stream], descriptor: ends[1]) == .journal)
        #expect(ConsoleLog.Style(environment: ["JOURNAL_STREAM": "1:1"], descriptor: ends[1]) == .plain)
        #expect(ConsoleLog.Style(environment: [:], descriptor: ends[1]) == .plain)
        #expect(ConsoleLog.Style(environment: ["JOURNAL_STREAM": stream], descriptor: -1) == .plain)
    }

    @Test func `a closed standard error loses what is logged, and nothing else`() {
        var ends: [CInt] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { ends.forEach { close($0) } }
        for (descriptor, count) in [(-1, 0), (ends[1], 17)] {
            Logger(label: "test") { _ in ConsoleLog(style: .plain, descriptor: descriptor) }.info("here")
            _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
            var bytes = [UInt8](repeating: 0, count: 100)
            #expect(max(0, read(ends[0], &bytes, bytes.count)) == count)
        }
    }

    @Test func `a reader that has stopped reading does not stop the logger`() async throws {
        var ends: [CInt] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { ends.forEach { close($0) } }
        let (descriptor, flags) = (ends[1], fcntl(ends[1], F_GETFL))
        #expect(fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0)
        let filling = [UInt8](repeating: 0, count: 4096)
        while write(descriptor, filling, filling.count) > 0 {}
        #expect(fcntl(descriptor, F_SETFL, flags) == 0)

        let (lines, logged) = AsyncStream.makeStream(of: Bool.self)
        Thread.detachNewThread {
            Logger(label: "test") { _ in ConsoleLog(style: .plain, descriptor: descriptor) }.error("unread")
            logged.yield(true)
        }
        Task {
            // Ten seconds without progress count as blocked.
            try await Task.sleep(for: .seconds(10))
            logged.yield(false)
        }
        #expect(await lines.first { _ in true } == true)
        var bytes = [UInt8](repeating: 0, count: 1 << 17)
        #expect(read(ends[0], &bytes, bytes.count) > 0)
    }

    @Test func `a terminal that has room for a byte, and not for the line, does not stop the logger`() async throws {
        typealias Open =
            @convention(c) (
                UnsafeMutablePointer<CInt>, UnsafeMutablePointer<CInt>, UnsafeMutablePointer<CChar>?,
                UnsafeRawPointer?, UnsafeRawPointer?
            ) -> CInt
        // Glibc's module leaves it out.
        let symbol = try #require(dlsym(nil, "openpty"))
        var (screen, line): (CInt, CInt) = (-1, -1)
        #expect(unsafeBitCast(symbol, to: Open.self)(&screen, &line, nil, nil, nil) == 0)
        defer { for descriptor in [screen, line] { close(descriptor) } }
        let filler = open("/proc/self/fd/\(line)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        defer { close(filler) }
        let filling = [UInt8](repeating: UInt8(ascii: "x"), count: 4096)
        while write(filler, filling, filling.count) > 0 {}
        // A few bytes are read, until there is room for a byte.
        var readiness = pollfd(fd: line, events: Int16(POLLOUT), revents: 0)
        var bytes = [UInt8](repeating: 0, count: 256)
        repeat { #expect(read(screen, &bytes, bytes.count) > 0) } while poll(&readiness, 1, 100) == 0

        let log = ConsoleLog(style: .plain, descriptor: line)
        let (ends, ended) = AsyncStream.makeStream(of: Bool.self)
        Thread.detachNewThread {
            let logger = Logger(label: "test") { _ in log }
            for _ in 0..<100 { logger.error("\(String(repeating: "y", count: 3000))") }
            ended.yield(true)
        }
        Task {
            // Ten seconds without progress count as blocked.
            try await Task.sleep(for: .seconds(10))
            ended.yield(false)
        }
        #expect(await ends.first { _ in true } == true)
    }
}
