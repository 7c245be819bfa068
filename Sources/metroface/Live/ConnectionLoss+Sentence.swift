// SPDX-License-Identifier: Apache-2.0

import MetronomeControl

extension ConnectionLoss {
    /// The sentence to show while the daemon is waited for.
    var sentence: String {
        guard case .failed(.notRunning(let path, let reason)) = self else { return "waiting for the daemon: \(self)" }
        return "waiting for a daemon: metronomed starts one (\(reason): \(path))"
    }
}
