// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import MetronomeSession
import Testing

@testable import Daemon

/// The files of single lanes.
@Suite struct StemTests {
    @Test(arguments: [
        ("hat x.x. | kick xxxx mute", ["beat", "hat"]), ("hat x.x. solo | kick xxxx", ["hat"]),
        ("hat x.x. | kick xxxx mute solo", ["kick"]), ("beat mute | hat x.x.", ["hat"]),
    ])
    func `each lane that is heard has a stem, in which it is heard alone`(lanes: String, names: [String]) throws {
        let settings = try Edit.lanes([.all(try WrittenLane.lanes(parsing: lanes))]).applied(to: Settings())
        let stems = try Launch.stems(of: settings, isAsked: true)
        #expect(stems.map(\.name) == names)
        for (name, stem) in stems {
            #expect(stem.lanes.lanes.filter(\.isSolo).map(\.name) == [name])
        }
    }

    @Test(arguments: [("hat x.x. | kick xxxx", "beat"), ("beat mute | hat x.x. | kick xxxx", "hat")])
    func `bars are counted in once in all stems together`(lanes: String, name: String) throws {
        let settings = try Edit.lanes([.all(try WrittenLane.lanes(parsing: lanes))]).applied(to: Settings())
        let counted = try Launch.stems(of: settings, isAsked: true).filter {
            $0.settings.lanes["beat"]?.gain != Ratio.zero
        }
        #expect(counted.map(\.name) == [name])
    }
}
