// SPDX-License-Identifier: Apache-2.0

/// The boot of the machine: CLOCK_MONOTONIC begins anew with each.
package enum BootID {
    /// It as a text; nil where the system does not tell it.
    package static var current: String? {
        guard let bytes = try? FileContents.read("/proc/sys/kernel/random/boot_id", limit: 1 << 10) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first.map(String.init)
        return text.flatMap { $0.isEmpty ? nil : $0 }
    }
}
