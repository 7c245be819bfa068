// SPDX-License-Identifier: Apache-2.0

/// How long before it is heard a beat is announced, in milliseconds.
public enum Lead {
    /// What a subscription may ask for: at 1000 bpm up to 167 beats.
    public static let range = 0...10_000
    /// The lead where a subscription asks for none.
    public static let usual = 200
}
