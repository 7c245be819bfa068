// SPDX-License-Identifier: Apache-2.0

import Glibc
import MetronomeLinux
import Testing

@Suite struct ChildCommandTests {
    /// Waits for the end.
    private func end(_ running: ChildCommand.Running) -> CInt {
        while true {
            if let end = running.end() { return end }
            usleep(1000)
        }
    }

    /// How a shell ends that runs a script.
    private func end(of script: String, _ environment: [String: String] = [:]) throws -> CInt {
        let command = try ChildCommand(["sh", "-c", script], searchPath: "/nowhere:/bin:/usr/bin")
        return end(try command.start(environment: environment))
    }

    @Test func `it has its arguments and these variables alone, and no input`() throws {
        #expect(try end(of: "exit 7") == 7)
        #expect(try end(of: #"[ "$A=$B" = 1=two ]"#, ["A": "1", "B": "two"]) == 0)
        #expect(try end(of: "read -r line") == 1)
    }

    @Test func `it has the default for signals that its parent ignores, and a group of its own`() throws {
        signal(SIGPIPE, SIG_IGN)
        #expect(try end(of: "kill -PIPE $$; exit 1") == 128 + SIGPIPE)
        #expect(try end(of: "[ $(ps -o pgid= -p $$) = $$ ]", ["PATH": "/bin:/usr/bin"]) == 0)
    }

    @Test func `a signal reaches what it has started too`() throws {
        let command = try ChildCommand(["/bin/sh", "-c", "sleep 100 & wait"], searchPath: nil)
        let running = try command.start(environment: ["PATH": "/bin:/usr/bin"])
        #expect(running.end() == nil)
        running.send(SIGTERM)
        #expect(end(running) == 128 + SIGTERM)
    }

    @Test(arguments: [["no-such-program"], ["/no/such/program"], ["/"], ["/etc/passwd"], [""], []])
    func `what cannot be run is said before it is started`(words: [String]) {
        #expect(throws: SystemError.self) { try ChildCommand(words, searchPath: "/bin:/usr/bin") }
    }
}
