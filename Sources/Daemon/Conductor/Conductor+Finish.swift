// SPDX-License-Identifier: Apache-2.0

internal import Logging
internal import NIOCore

extension Conductor {
    /// After the real-time thread: waits 0.5 s at most for the device (a driver may hang), then up to a limit for files
    /// that clients have saved. The whole end of the daemon has 5 s (`TimeoutStopSec`).
    func finish(filesWithin limit: TimeAmount = .milliseconds(1500), _ then: @escaping () -> Void) {
        takeReports()
        loop.wait(.milliseconds(500), for: output.whenIdle) { [loop, files, log] in
            let late = { log.warning("what clients have saved last may be lost: files took too long") }
            loop.wait(limit, for: { done in files.run({}) { _ in done() } }, late: late, then: then)
        }
    }
}
