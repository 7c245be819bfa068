// SPDX-License-Identifier: Apache-2.0

#if DEBUG || Fuzzing
internal import MetronomeControl
internal import MetronomeRhythm

/// What of a status decides what is heard.
enum SoundingMembers {
    /// The members of the status that decide what is heard beside what the timeline tells.
    private static let all = [
        "volume", "bell_volume", "subdivision_volume", "muted", "lanes", "sounds", "subdivision", "swing",
        "gap_trainer", "random_mute", "timer", "song", "count_in_sound",
    ]

    /// Those of what is heard.
    private static let heard = ["volume", "lanes", "section"]

    /// Whether two states sound the same.
    static func areSame(_ one: JSONValue?, _ other: JSONValue) -> Bool {
        all.allSatisfy { one?[$0] == other[$0] }
            && (other["song"] == .null || heard.allSatisfy { one?["heard"]?[$0] == other["heard"]?[$0] })
    }

    /// Whether a change that waits has one of them.
    static func areChanged(by change: JSONValue) -> Bool { all.contains { change[$0] != nil } }

    /// Whether two states differ only in what the lanes play, in none of their gains.
    static func haveOtherPatterns(_ one: JSONValue, _ other: JSONValue) -> Bool {
        guard one["song"] == .null, other["song"] == .null,
            all.allSatisfy({ $0 == "lanes" || one[$0] == other[$0] })
        else { return false }
        let (before, after) = (one["lanes"]?.array ?? [], other["lanes"]?.array ?? [])
        guard (before + after).allSatisfy({ $0["solo"] != true }) else { return false }
        let own = WrittenLane.own.map { JSONValue.string($0) }
        let names = Set((before + after).compactMap { $0["name"] })
        return names.allSatisfy { name in
            guard let lane = after.first(where: { $0["name"] == name }),
                let former = before.first(where: { $0["name"] == name })
            else { return !own.contains(name) }
            return ["gain", "mute", "pan", "channel", "sound"].allSatisfy { former[$0] == lane[$0] }
        }
    }
}
#endif
