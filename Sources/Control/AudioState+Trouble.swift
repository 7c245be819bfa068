// SPDX-License-Identifier: Apache-2.0

extension AudioState {
    /// What a musician should know of, in one line: that nothing is heard, and why. Nil while all is well.
    public var trouble: String? {
        guard state == "missing" else { return nil }
        return "no sound device '\(device ?? "")': silent, by the system clock"
    }
}
