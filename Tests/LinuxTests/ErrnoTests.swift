// SPDX-License-Identifier: Apache-2.0

import Glibc
import MetronomeLinux
import Testing

@Suite struct ErrnoTests {
    @Test func `an error reads as the system words it, with what was tried and what to do`() {
        #expect("\(Errno(ENOENT))" == "No such file or directory")
        #expect(SystemError(ENOENT, "cannot read /x").message == "cannot read /x: No such file or directory")
        #expect(SystemError(Errno(EACCES), "no", advice: "try /y").message == "no: Permission denied: try /y")
        #expect(SystemError(Errno(EACCES), "no").code == EACCES)
        #expect(SystemError("no").code == 0)
    }

    @Test func `the last error is that of the call that failed`() {
        errno = EMFILE
        #expect(Errno.last == Errno(EMFILE))
    }
}
