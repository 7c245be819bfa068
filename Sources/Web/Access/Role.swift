// SPDX-License-Identifier: Apache-2.0

package import MetronomeControl

/// What a page may do.
package enum Role: String, Sendable, CaseIterable, Encodable {
    /// Watch and listen.
    case watch
    /// Change what is played, too.
    case control

    /// Whether such a page may call a method.
    package func mayCall(_ command: Command) -> Bool {
        switch command.access {
        case .watch: true
        case .control: self == .control
        case .owner, .connection: false
        }
    }
}
