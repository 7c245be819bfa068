// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The descriptors of stdin, stdout and stderr.
public enum StandardDescriptors {
    /// Opens /dev/null for each that is closed, so that no file and no socket is taken for one of them. To be called before
    /// anything is opened.
    ///
    /// It is opened for reading: a write to stdout fails with EBADF, as it does where stdout is closed.
    public static func fill() {
        var descriptor: CInt
        repeat { descriptor = unsafe open("/dev/null", O_RDONLY) } while (0...STDERR_FILENO).contains(descriptor)
        if descriptor >= 0 { close(descriptor) }
    }

    /// As ``fill()``, and has writing fail with an error where it would end the program: EPIPE where nobody reads any more,
    /// EFBIG past the limit of a file's size.
    public static func prepare() {
        fill()
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }
}
