// SPDX-License-Identifier: Apache-2.0

import Glibc
import MetronomeLinux
import Testing

@Suite struct SignalsTests {
    // One test, for a process has one pipe for its signals. What other tests of the process catch comes by it too.
    @Test func `a signal is read once, and a handler that was replaced can be put back`() throws {
        let signals = try Signals([SIGUSR1, SIGUSR2])
        defer { for number in [SIGUSR1, SIGUSR2] { signal(number, SIG_IGN) } }
        func taken() -> [CInt] { signals.taken().filter { [SIGUSR1, SIGUSR2].contains($0) } }
        #expect(taken() == [])
        for number in [SIGUSR2, SIGUSR1] {
            // Not to this thread, which may block signals.
            kill(getpid(), number)
            #expect(hasCome(signals))
            #expect(taken() == [number] && taken() == [])
        }
        signal(SIGUSR1, SIG_IGN)
        Signals.handle(SIGUSR1)
        kill(getpid(), SIGUSR1)
        #expect(hasCome(signals) && taken() == [SIGUSR1])
    }

    /// Whether a signal comes within a minute.
    private func hasCome(_ signals: Signals) -> Bool {
        var request = pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)
        // A signal that comes to this thread ends the wait early.
        while poll(&request, 1, 60_000) < 0 {}
        return request.revents != 0
    }
}
