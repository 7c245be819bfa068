// SPDX-License-Identifier: Apache-2.0

/// How long before it is heard a beat is told, in milliseconds.
public enum Lead {
    /// What can be asked for: at 1000 bpm up to 167 beats.
    public static let range = 0...10_000
    /// Where nothing is asked for.
    public static let usual = 200
}
