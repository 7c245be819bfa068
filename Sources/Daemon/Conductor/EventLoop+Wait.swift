// SPDX-License-Identifier: Apache-2.0

internal import NIOCore

extension EventLoop {
    /// Calls `then` once: when `work` calls what it is given, or when the limit is over, after `late`. Call on the loop.
    func wait(
        _ limit: TimeAmount, for work: (@escaping () -> Void) -> Void, late: @escaping () -> Void = {},
        then: @escaping () -> Void
    ) {
        var then: (() -> Void)? = then
        let done = {
            then?()
            then = nil
        }
        let timer = assumeIsolated().scheduleTask(in: limit) {
            late()
            done()
        }
        work {
            timer.cancel()
            done()
        }
    }
}
