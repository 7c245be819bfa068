// SPDX-License-Identifier: Apache-2.0

/// A setting that cannot be used, or a configuration file that cannot be read. Nothing has been changed by it.
package struct ConfigurationError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Where it was said: `--bpm`, `environment METRONOMED_BPM`, `/home/me/.config/metronomed/config.toml:3:1`.
    package let place: String
    /// What was wrong and what is allowed: one line without a full stop.
    package let reason: String

    package var description: String { "\(place): \(reason)" }
}
