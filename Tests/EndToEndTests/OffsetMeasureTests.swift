// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing

/// `metroctl offset measure`, which another program does.
@Suite(.waits) struct OffsetMeasureTests {
    /// Runs it with a folder of programs in front of the system's.
    private func measure(_ words: [String], _ home: Home, programs: String) throws -> ChildProcess {
        var environment = home.environment
        environment["PATH"] = "\(programs):/usr/bin:/bin"
        return try ChildProcess(
            Built.metroctl, ["offset", "measure"] + words, environment: environment, in: home.folder)
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
