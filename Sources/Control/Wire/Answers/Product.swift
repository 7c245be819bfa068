// SPDX-License-Identifier: Apache-2.0

/// What the programs report about themselves.
public enum Product {
    /// The version of the daemon and the tools, which are released together.
    public static let version = "0.1.0"
}
