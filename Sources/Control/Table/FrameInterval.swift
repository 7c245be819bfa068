// SPDX-License-Identifier: Apache-2.0

/// How often frames are sent, in milliseconds.
public enum FrameInterval {
    /// What can be asked for.
    public static let range = 4...60_000
    /// Where nothing is asked for.
    public static let usual = 16
}
