// SPDX-License-Identifier: Apache-2.0

import Control
import Glibc
import Testing
import VirtualDevice

/// Two sound cards, of which one stands in for the other.
@Suite(.serialized) struct FallbackTests {
    private static let flags = ["--bpm", "600", "--fallback-device", "second"]

    @Test func `a fallback that is missing too is tried as rarely as the card itself`() throws {
        var home = try Home(.capture)
        let card = try VirtualCard(in: &home)
        let second = try VirtualCard(in: &home, name: "second")
        card.control.pointee.busy = Int64(EBUSY)
        second.control.pointee.busy = Int64(EBUSY)
        try home.withDaemon(Self.flags) { daemon in
            // 0.25 + 0.5 + 1 s, and the first try.
            try poll(for: "four tries") { card.control.pointee.opens >= 4 ? true : nil }
            #expect((3...5).contains(second.control.pointee.opens), "\(second.control.pointee.opens) tries")
            #expect(try daemon.status().audio.output == "clock")
        }
    }
}
