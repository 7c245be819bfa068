// SPDX-License-Identifier: Apache-2.0

extension AudioState {
    /// What a musician should know of, in one line: why the device does not play, and what is done about it. Nil while all
    /// is well.
    public var trouble: String? {
        reason.map { reason in
            "no sound from '\(device ?? "")': \(reason)" + (trying.map { "; \($0)" } ?? "")
        }
    }
}
