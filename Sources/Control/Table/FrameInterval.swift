// SPDX-License-Identifier: Apache-2.0

/// The least interval between two frames, in milliseconds.
public enum FrameInterval {
    /// What a subscription may ask for.
    public static let range = 4...60_000
    /// The interval where a subscription asks for none.
    public static let usual = 16
}
