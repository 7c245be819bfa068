// SPDX-License-Identifier: Apache-2.0

/// What the programs call themselves.
public enum Product {
    /// The version of daemon and tools, which are made together.
    public static let version = "0.1.0"
}
