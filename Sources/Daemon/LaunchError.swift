// SPDX-License-Identifier: Apache-2.0

/// Why the daemon could not start, or a render could not be made.
package struct LaunchError: Error, CustomStringConvertible {
    /// One line for people.
    package let description: String
    /// The exit code. 1: it failed; 2: another start would fail, too, as with a wrong argument or configuration.
    package let exitCode: Int32

    init(_ error: any Error, exitCode: Int32 = 1) {
        description = "\(error)"
        self.exitCode = exitCode
    }

    package init(message: String, exitCode: Int32) {
        description = message
        self.exitCode = exitCode
    }
}
