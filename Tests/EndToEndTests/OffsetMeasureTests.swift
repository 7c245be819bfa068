// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing

/// `metroctl offset measure`, which another program does.
@Suite(.waits) struct OffsetMeasureTests {
    /// Runs it with a folder of programs in front of the system's.
    private func measure(_ words: [String], _ home: Home, programs: String) throws -> ChildProcess {
        try metroctl(["offset", "measure"] + words, home, programs: programs)
    }

    private func metroctl(_ words: [String], _ home: Home, programs: String) throws -> ChildProcess {
        var environment = home.environment
        environment["PATH"] = "\(programs):/usr/bin:/bin"
        return try ChildProcess(
            Built.metroctl, words, environment: environment, in: home.folder)
    }

    @Test func `it is done by metroear, whose exit status it has`() throws {
        let home = try Home()
        let programs = home.folder("programs")
        try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: true)
        try "#!/bin/sh\necho \"$*\"\nexit 1\n".write(toFile: programs + "/metroear", atomically: true, encoding: .utf8)
        #expect(chmod(programs + "/metroear", 0o755) == 0)
        try home.withDaemon(["--no-play", "--output", "clock"]) { _ in
            let program = try measure(["--device", "hw:2", "--json"], home, programs: programs)
            #expect(try program.end() == .exit(1), "\(program.stderr)")
            #expect(program.stdout.hasPrefix("measure --device hw:2 --socket /"), "\(program.stdout)")
            #expect(program.stdout.hasSuffix(" --json\n"))
        }
    }

    @Test func `start --by-ear sets the meter, and has metroear do the rest`() throws {
        let home = try Home()
        let programs = home.folder("programs")
        try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: true)
        try "#!/bin/sh\necho \"$*\"\n".write(toFile: programs + "/metroear", atomically: true, encoding: .utf8)
        #expect(chmod(programs + "/metroear", 0o755) == 0)
        try home.withDaemon(["--no-play", "--output", "clock"]) { _ in
            let program = try metroctl(["start", "3/4", "--by-ear", "--device", "hw:2"], home, programs: programs)
            #expect(try program.end() == .exit(0), "\(program.stderr)")
            #expect(program.stdout.hasPrefix("start --socket /") && program.stdout.hasSuffix(" --device hw:2\n"))
            let meter = try metroctl(["meter"], home, programs: programs)
            _ = try meter.end()
            #expect(meter.stdout.contains("3/4"), "\(meter.stdout)")
            for words in [["120", "--by-ear"], ["--by-ear", "--bars", "4"], ["--device", "hw:2"]] {
                #expect(try metroctl(["start"] + words, home, programs: programs).end() == .exit(2))
            }
        }
    }

    @Test func `without metroear it says what to install, and without a daemon that there is none`() throws {
        let home = try Home()
        let alone = try measure([], home, programs: home.folder("programs"))
        #expect(try alone.end() == .exit(3), "\(alone.stderr)")
        try home.withDaemon(["--no-play", "--output", "clock"]) { _ in
            let program = try measure([], home, programs: home.folder("programs"))
            #expect(try program.end() == .exit(1))
            #expect(program.stderr == "metroctl: metroear is not installed: make install-ear installs it\n")
        }
    }
}
