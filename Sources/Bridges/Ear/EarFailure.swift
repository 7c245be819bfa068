// SPDX-License-Identifier: Apache-2.0

/// Why an offset was not measured, or the music not started by a count-in.
public struct EarFailure: Error {
    /// What was seen or refused, and what to do.
    public let reason: String
}
