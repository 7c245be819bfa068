// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// The ALSA configuration of a test process: nothing of the system's, and what tests add. One for the process, because alsa-lib finds
/// it by the environment.
package enum ALSAConfiguration {
    private static let files = Mutex<[String]>([])

    /// Adds a file, whose devices can be opened from now on.
    package static func add(_ path: String) {
        files.withLock { files in
            files.append(path)
            setenv("ALSA_CONFIG_PATH", files.joined(separator: ":"), 1)
        }
    }
}
