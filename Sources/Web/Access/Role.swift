// SPDX-License-Identifier: Apache-2.0

/// What a page may do.
package enum Role: String, Sendable, CaseIterable, Encodable {
    /// Watch and listen.
    case watch
    /// Change what is played, too.
    case control
}
