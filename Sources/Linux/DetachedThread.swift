// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A thread of its own, for a loop that waits in poll(2): pthread_create(3).
package enum DetachedThread {
    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Runs a function on a new thread, which ends with it.
    package static func start(_ body: @escaping @Sendable () -> Void) throws(Errno) {
        let argument = unsafe Unmanaged.passRetained(Body(body))
        var thread = pthread_t()
        let code = unsafe pthread_create(
            &thread, nil,
            { pointer in
                if let pointer = unsafe pointer {
                    unsafe Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().run()
                }
                return nil
            }, argument.toOpaque())
        guard code == 0 else {
            unsafe argument.release()
            throw Errno(code)
        }
        pthread_detach(thread)
    }
}
