// SPDX-License-Identifier: Apache-2.0

import SeededRandom
import Testing

@testable import Web

@Suite struct OccupancyTests {
    private func enters(_ occupancy: inout Occupancy, _ visitor: AddressBlock) -> Bool { occupancy.enter(visitor) }

    @Test func `a connection that follows makes room for another, and one that leaves does`() {
        var occupancy = Occupancy()
        let visitor = AddressBlock("10.0.0.7")
        for _ in 0..<Occupancy.mostOfVisitor { #expect(enters(&occupancy, visitor)) }
        #expect(!enters(&occupancy, visitor))
        let follows = occupancy.follow(visitor)
        #expect(follows)
        #expect(enters(&occupancy, visitor))
        #expect(!enters(&occupancy, visitor))
        occupancy.leave(visitor, wasFollowing: true)
        #expect(!enters(&occupancy, visitor))
        occupancy.leave(visitor, wasFollowing: false)
        #expect(enters(&occupancy, visitor))
    }

    @Test func `a page that is opened and left again and again follows each time`() {
        var occupancy = Occupancy()
        let visitor = AddressBlock("10.0.0.7")
        for _ in 0...Occupancy.mostPagesOfVisitor {
            let follows = occupancy.enter(visitor) && occupancy.follow(visitor)
            #expect(follows)
            occupancy.leave(visitor, wasFollowing: true)
        }
    }

    @Test func `pages that follow leave room for who does not`() {
        var occupancy = Occupancy()
        let here = AddressBlock("127.0.0.1")
        var pages = 0
        while occupancy.enter(here), occupancy.follow(here) { pages += 1 }
        #expect(pages == occupancy.mostPages && pages == 3584)
        #expect(enters(&occupancy, AddressBlock("10.0.0.7")))
    }

    @Test func `where fewer connections are possible, pages that follow leave room, too`() {
        var occupancy = Occupancy(most: 20)
        let here = AddressBlock("127.0.0.1")
        var pages = 0
        while occupancy.enter(here), occupancy.follow(here) { pages += 1 }
        #expect(pages == 17 && occupancy.connections == 18)
        #expect(enters(&occupancy, here) && enters(&occupancy, here) && !enters(&occupancy, here))
    }

    @Test func `whoever comes and goes, all are counted, and none stays counted`() {
        var random = SeededGenerator(seed: 3)
        var occupancy = Occupancy()
        var there: [(AddressBlock, Bool)] = []
        for _ in 0..<20_000 {
            let visitor = AddressBlock("10.0.0.\(Int.random(in: 0..<4, using: &random))")
            switch Int.random(in: 0..<4, using: &random) {
            case 0, 1: if occupancy.enter(visitor) { there.append((visitor, false)) }
            case 2:
                guard let index = there.firstIndex(where: { $0.0 == visitor && !$0.1 }) else { break }
                if occupancy.follow(visitor) { there[index].1 = true }
            default:
                guard let index = there.indices.randomElement(using: &random) else { break }
                let (visitor, isPage) = there.remove(at: index)
                occupancy.leave(visitor, wasFollowing: isPage)
            }
            #expect(occupancy.connections == there.count)
            #expect(occupancy.pages == there.count { $0.1 })
        }
        for (visitor, isPage) in there { occupancy.leave(visitor, wasFollowing: isPage) }
        #expect(occupancy.connections == 0 && occupancy.pages == 0)
    }
}
