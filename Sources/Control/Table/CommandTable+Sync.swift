// SPDX-License-Identifier: Apache-2.0

internal import MetronomeSession

extension CommandTable {
    /// The methods of who owns an outside clock.
    static let sync: [Command] = [
        Command(
            "follow.refuse", for: .connection, words: ["follow refuse"], "Refuse the tempo that was proposed",
            discussion: "For the owner of the clock that is followed. Who asked for the tempo is told so at once.",
            result: "`sync`", returns: SyncAnswer.record.form, examples: [.init("follow refuse")],
            reasons: [.clockFollowed]
        ) { _ throws(ControlError) in .refuseProposal },
        Command(
            "follow.end", for: .connection, words: ["follow end"], "Have the clock followed no more",
            discussion: "For the owner of the clock that is followed. The beats go on at the last tempo.",
            result: "`sync`", returns: SyncAnswer.record.form, examples: [.init("follow end")],
            reasons: [.clockFollowed]
        ) { _ throws(ControlError) in .unfollow },
        Command(
            "follow", for: .connection,
            words: [
                "follow <source> <beat> <time_ns> <bpm>", "follow <source> <beat> <time_ns> <bpm> quantum <quantum>",
            ],
            "Have the beats follow an outside clock, by a line of it",
            discussion: """
                The client that sends the first line owns the clock until it leaves, ends it, or sends nothing for 2 s. Send a \
                line with every beat, or whenever it changes. Beats are slewed to it by 0.5 % at most; what is more than 10 ms \
                off is spliced with the end of the bar (Sync.md). A tempo that is asked for here is told to the owner, who \
                subscribes to `state`, as `sync.proposal`: a line with that tempo takes it, `follow.refuse` does not, and after \
                2 s it counts as refused.
                """,
            parameters: [
                Parameter(
                    name: "source", forms: [.text("a name of 1 to 32 letters, digits, `-` and `_`")], isRequired: true,
                    summary: "What the clock is called, such as `link`."),
                Parameter(
                    name: "beat", forms: [.number(OutsideLine.beats)], isRequired: true,
                    summary: "A position on it, in beats."),
                Parameter(
                    name: "time_ns", forms: [.integer(Int.min...Int.max)], isRequired: true,
                    summary: "When that is heard, CLOCK_MONOTONIC, not more than 2 s from now."),
                Parameter(
                    name: "bpm", forms: [.number(OutsideLine.tempi), .text("a ratio such as `1373/10`")],
                    isRequired: true,
                    summary: "Its tempo, in beats per minute."),
                Parameter(
                    name: "quantum", forms: [.integer(OutsideLine.quanta)], isRequired: false,
                    summary: "Beats in its bar; one begins with position 0. Without it only beats are met."),
            ],
            result: "`sync`, and the tempo that was asked for and is not taken yet in `sync.proposal`",
            returns: SyncAnswer.record.form,
            examples: [.init("follow link 16.25 81234567890123 120 quantum 4")],
            reasons: [.outOfRange, .clockFollowed],
            make: line),
    ]
}

@Sendable private func line(_ arguments: Arguments) throws(ControlError) -> Call {
    let name = arguments["source"]?.string ?? ""
    let isName = (1...32).contains(name.utf8.count) && name.utf8.allSatisfy(\.isOfName) && name != "system"
    guard isName else {
        throw arguments.invalid(
            "source", "source must be a name of 1 to 32 letters, digits, - and _, and not \"system\"")
    }
    let bpm: Double
    if let text = arguments["bpm"]?.string {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { part in
            part.utf8.allSatisfy { $0 == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
                ? Double(part) : nil
        }
        guard (1...2).contains(parts.count), let top = parts[0], let bottom = parts.count == 2 ? parts[1] : 1 else {
            throw arguments.invalid("bpm", "bpm must be a number or a ratio such as 1373/10")
        }
        bpm = top / bottom
    } else {
        bpm = arguments["bpm"]?.number ?? 0
    }
    return .follow(
        FollowRequest(
            source: name, beat: arguments["beat"]?.number ?? 0,
            timeNs: Int64(arguments["time_ns"]?.integer ?? 0), bpm: bpm, quantum: arguments["quantum"]?.integer ?? 1))
}

extension UInt8 {
    fileprivate var isOfName: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

/// A line of an outside clock, as a client sends it.
public struct FollowRequest: Sendable, Hashable {
    /// What the clock is called.
    public var source: String
    /// A position, in beats.
    public var beat: Double
    /// When that is heard, CLOCK_MONOTONIC.
    public var timeNs: Int64
    /// Beats per minute.
    public var bpm: Double
    /// Beats in a bar; 1 for none.
    public var quantum: Int
}
