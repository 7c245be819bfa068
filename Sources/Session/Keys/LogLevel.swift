// SPDX-License-Identifier: Apache-2.0

/// How severe a message of the log is, the least severe first.
public enum LogLevel: String, Sendable, CaseIterable {
    case trace, debug, info, notice, warning, error, critical
}
