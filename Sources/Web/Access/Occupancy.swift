// SPDX-License-Identifier: Apache-2.0

/// How many connections there are, and of whom. A pure value.
struct Occupancy: Sendable {
    /// Connections at a time, where as many files may be open.
    static let mostConnections = 4096
    /// Connections of one visitor at a time that do not follow.
    static let mostOfVisitor = 256
    /// Pages of one visitor that follow. Those of this machine are not limited, for they may be those of a proxy.
    static let mostPagesOfVisitor = 256

    private struct Share {
        var others = 0
        var pages = 0
    }

    private var shares: [AddressBlock: Share] = [:]
    /// Connections at a time.
    let most: Int
    private(set) var connections = 0
    private(set) var pages = 0

    /// None yet, of `most` at a time.
    init(most: Int = mostConnections) { self.most = most }

    /// Pages that follow at a time; an eighth is left to others.
    var mostPages: Int { most - (most + 7) / 8 }

    /// Takes a connection in; false where there is no room for it.
    mutating func enter(_ visitor: AddressBlock) -> Bool {
        guard connections < most, shares[visitor]?.others ?? 0 < Self.mostOfVisitor else {
            return false
        }
        connections += 1
        shares[visitor, default: Share()].others += 1
        return true
    }

    /// One of its connections is to follow; false where too many do.
    mutating func follow(_ visitor: AddressBlock) -> Bool {
        guard var share = shares[visitor], share.others > 0, pages < mostPages,
            visitor.isLoopback || share.pages < Self.mostPagesOfVisitor
        else { return false }
        pages += 1
        share.others -= 1
        share.pages += 1
        shares[visitor] = share
        return true
    }

    /// A connection that was taken in is closed.
    mutating func leave(_ visitor: AddressBlock, wasFollowing: Bool) {
        guard var share = shares[visitor] else { return }
        connections -= 1
        if wasFollowing {
            pages -= 1
            share.pages -= 1
        } else {
            share.others -= 1
        }
        shares[visitor] = share.pages + share.others > 0 ? share : nil
    }
}
