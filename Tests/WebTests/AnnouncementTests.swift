// SPDX-License-Identifier: Apache-2.0

import MetronomeLinux
import Testing

@testable import Web

@Suite struct AnnouncementTests {
    @Test func `a page is announced once avahi is ready, and again after avahi was away`() {
        var announcement = Announcement(name: "Stage")
        #expect(announcement.handle(.absent) == [.say("not announced by mDNS: avahi-daemon does not run")])
        for _ in 0..<2 {
            #expect(announcement.handle(.ready) == [.publish("Stage")])
            #expect(announcement.handle(.established) == [.say("announced by mDNS as \"Stage\"")])
            #expect(announcement.handle(.absent).count == 1)
        }
    }

    @Test func `a name that is taken gets a number, and keeps it`() {
        var announcement = Announcement(name: "Stage")
        #expect(announcement.handle(.taken) == [.publish("Stage #2")])
        #expect(announcement.handle(.taken) == [.publish("Stage #3")])
        #expect(announcement.handle(.established) == [.say("announced by mDNS as \"Stage #3\"")])
        #expect(announcement.handle(.unready) == [.withdraw])
        #expect(announcement.handle(.ready) == [.publish("Stage #3")])
    }

    @Test func `where every name is taken, no more are tried`() {
        var announcement = Announcement(name: "Stage")
        var tried = 1
        while case .publish = announcement.handle(.taken).first {
            tried += 1
            guard tried <= 1000 else { break }
        }
        #expect(tried == Announcement.mostNames)
    }

    @Test(arguments: [
        String(repeating: "x", count: 64), String(repeating: "ü", count: 32),
        "e" + String(repeating: "\u{301}", count: 31),
    ])
    func `a name has room in DNS, also with its number, and ends with a whole letter`(_ long: String) {
        var announcement = Announcement(name: long)
        #expect(announcement.name.utf8.count <= 63)
        #expect(long.hasPrefix(announcement.name))
        _ = announcement.handle(.taken)
        #expect(announcement.name.utf8.count <= 63)
        #expect(announcement.name.hasSuffix(" #2"))
    }

    @Test func `nothing is said twice in a row`() {
        var announcement = Announcement(name: "Stage")
        #expect(announcement.handle(.noBus("there is no system bus")).count == 1)
        #expect(announcement.handle(.noBus("there is no system bus")) == [])
        #expect(announcement.handle(.absent).count == 1)
        #expect(announcement.handle(.refused("it is read-only")).count == 1)
    }

    @Test func `a page for this machine alone is not announced`() {
        for address in ["127.0.0.1", "127.8.9.1", "::1"] {
            #expect(AvahiConnection.Service(page: address, port: 8120) == nil)
        }
    }

    @Test func `a page is announced by the addresses that it listens on`() throws {
        let all = try #require(AvahiConnection.Service(page: "::", port: 8120))
        #expect(all.family == .any)
        #expect(all.interface == nil)
        #expect(all.port == 8120)
        #expect(AvahiConnection.Service(page: "0.0.0.0", port: 1)?.family == .inet)
        #expect(AvahiConnection.Service(page: "fe80::1", port: 1)?.family == .inet6)
    }
}
