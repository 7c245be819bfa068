// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The elementary functions that the standard library leaves to the C library. Angles in radians.
enum Elementary {
    @inline(__always) static func sin(_ x: Double) -> Double { Glibc.sin(x) }
    @inline(__always) static func cos(_ x: Double) -> Double { Glibc.cos(x) }
    @inline(__always) static func tan(_ x: Double) -> Double { Glibc.tan(x) }
    @inline(__always) static func atan2(_ y: Double, _ x: Double) -> Double { Glibc.atan2(y, x) }
    @inline(__always) static func exp(_ x: Double) -> Double { Glibc.exp(x) }
    @inline(__always) static func expm1(_ x: Double) -> Double { Glibc.expm1(x) }
    @inline(__always) static func log(_ x: Double) -> Double { Glibc.log(x) }
    @inline(__always) static func hypot(_ x: Double, _ y: Double) -> Double { Glibc.hypot(x, y) }
}
