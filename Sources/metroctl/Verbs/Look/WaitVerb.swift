// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Glibc
import MetronomeControl
import MetronomeLinux
import MetronomeSession
import Programs

/// `metroctl wait`: ends when a place of the music is heard.
struct WaitVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wait", abstract: "Wait until a beat, bar, section or end is heard",
        usage:
            "metroctl wait ([<n>] beat | [<n>] bar | section [<label>] | prompt | @<bar>[.<beat>] | end | stopped) [--early <time>] [<options>]",
        discussion: """
            Ends with status 0 when the place is heard, and prints nothing; with --json, where that was. The time is followed \
            when the tempo changes meanwhile. While nothing plays it waits for the next start, but stopped is met at once. \
            A place that is over, or that the music does not reach, ends it with status 1. --timeout limits the whole wait \
            (status 4); without it there is no limit. Status 3: the daemon went.

            Examples:
              metroctl wait bar && arecord take.wav   from the bar line on
              metroctl wait 2 bars                    the second bar line from now
              metroctl wait @17
              metroctl wait section coda              of a song
              metroctl wait bar --early 50ms          50 ms before it is heard
              metroctl start --bars 8 && metroctl wait stopped
            """)

    @Argument(
        help: ArgumentHelp(
            "beat, bar, section, prompt, a beat of a bar such as @17 or @17.3, end, or stopped; a number of beats or bars.",
            valueName: "place"),
        completion: .list(PlaceName.all))
    var place: String
    @Argument(
        help: ArgumentHelp("Which section, without it any; behind a number, beats or bars.", valueName: "label"))
    var label: String?
    @Option(help: ArgumentHelp("End so long before it is heard: 20ms, 1s.", valueName: "time"))
    var early: Timeout?
    @OptionGroup var options: Options

    /// The place, and at which time that it is heard the wait is over.
    private func name() throws(ValidationError) -> (name: PlaceName, count: Int) {
        guard let count = Int(place) else { return (try PlaceName(place, label: label), 1) }
        guard (1...1_000_000).contains(count), let unit = label else {
            throw ValidationError("Write what is counted, and 1 to 1000000 of it: metroctl wait 2 bars")
        }
        switch unit {
        case "beat", "beats": return (try PlaceName("beat"), count)
        case "bar", "bars": return (try PlaceName("bar"), count)
        default:
            throw ValidationError(
                "Beats and bars are counted, not \(JSONValue.string(unit).text): metroctl wait 2 bars")
        }
    }

    func validate() throws { _ = try name() }

    func run() throws {
        let (name, count) = try name()
        let deadline = Deadline(in: options.givenTimeout?.duration)
        try checkSong(name)
        try options.follow(
            PlaceWait(
                name: name, count: count, early: early?.duration ?? .zero, deadline: deadline,
                words: [place, label].compactMap(\.self).joined(separator: " "),
                printsPlace: options.json && !options.quiet))
    }

    /// Throws where the song that is loaded has no such section, which would be waited for in vain; says so where there is no song.
    private func checkSong(_ name: PlaceName) throws(ProgramFailure) {
        guard case .section = name.place else { return }
        let client = try options.connect()
        let answer: Result<SongPage, ControlError>
        do { answer = try client.call("song.show", as: SongPage.self, timeout: options.timeout.duration) } catch {
            throw ProgramFailure(error)
        }
        guard case .success(let page) = answer else {
            // One may be loaded later.
            if !options.quiet { Output.error("no song is loaded: waiting for the sections of one") }
            return
        }
        guard let label, page.more == 0 else { return }
        let labels = page.sections.compactMap(\.label)
        guard !labels.contains(label) else { return }
        let there = labels.isEmpty ? "its sections have no labels" : "it has \(labels.joined(separator: ", "))"
        throw ProgramFailure(
            ControlError(
                .notFound, "the song has no section \(JSONValue.string(label).text): \(there)", param: "label",
                allowed: labels))
    }
}

/// `metroctl wait`, while it waits.
private struct PlaceWait: Bridge {
    let name: PlaceName
    /// At which time that the place is heard the wait is over.
    var count: Int
    let early: Duration
    let deadline: Deadline
    /// The place as it was written.
    let words: String
    let printsPlace: Bool
    /// What is known of the music; nil while there is no connection.
    var feed: PlaceFeed?

    var descriptors: [CInt] { [] }
    var wakeNs: Int64? { [feed?.wakeNs, deadline.atNs].compactMap { $0 }.min() }

    mutating func take(_ event: BridgeEvent<Never>, atNs now: Int64) throws -> [BridgeAction<Never>] {
        switch event {
        case .connected(let subscription):
            let status = subscription.state
            if name.isMetByStopped, !status.playing {
                try end(at: PlaceFeed.Heard(run: status.run, beat: nil, atNs: status.nowNs))
            }
            feed = PlaceFeed(name.place, early: early, subscription, atNs: now)
        case .told(let event, _): feed?.add(event)
        case .lost(let loss): throw ProgramFailure(loss)
        case .turn:
            for heard in feed?.due(atNs: now) ?? [] {
                count -= 1
                if count == 0 { try end(at: heard) }
            }
            if let refusal = feed?.refusal { throw ProgramFailure(ControlError(.outOfRange, refusal, param: "place")) }
            if deadline.isOver { throw ProgramFailure(.noAnswer, "\(words) was not heard in time") }
        default: break
        }
        return []
    }

    /// Ends the program at once: whoever waits for it is not kept waiting by a tidy end, of half a millisecond.
    private func end(at heard: PlaceFeed.Heard) throws(ProgramFailure) -> Never {
        if printsPlace { try Output.line(heard.json.text) }
        _exit(0)
    }
}

extension PlaceFeed.Heard {
    /// The place in the names of the protocol.
    var json: JSONValue {
        var members: [String: JSONValue] = ["run": .integer(Int64(run)), "at_ns": .integer(atNs)]
        if let beat {
            members["beat_index"] = .integer(beat.index)
            members["bar"] = .integer(beat.bar)
            members["beat"] = .integer(Int64(beat.beat))
            members["bell"] = .bool(beat.bell)
            members["bpm"] = JSONValue(beat.bpm)
            if let label = section?.label { members["section"] = .string(label) }
            if let prompt { members["prompt"] = .string(prompt) }
            if let nextPrompt { members["next_prompt"] = .string(nextPrompt) }
        }
        return .object(members)
    }
}
