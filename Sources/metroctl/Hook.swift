// SPDX-License-Identifier: Apache-2.0

import Glibc
import MetronomeControl
import MetronomeLinux
import MetronomeSession
import Programs

/// `metroctl on`: runs a command at every place of a kind, until it has run often enough or a signal comes.
struct Hook: Bridge {
    private let program: ChildCommand
    private let environment: [String: String]
    private let place: MusicalPlace
    private let early: Duration
    private let retries: Bool
    private let signals: Signals
    /// How often it is to run, and still is to run; nil without a limit.
    private let count: Int?
    private var rest: Int?
    /// What is known of the music; nil while there is no connection.
    private var feed: PlaceFeed?
    private var running: ChildCommand.Running?
    /// The places that were left out since it was started last.
    private var missed = 0

    init(
        _ program: ChildCommand, environment: [String: String], at place: MusicalPlace, early: Duration, count: Int?,
        retries: Bool, signals: Signals
    ) {
        self.program = program
        // Where another hook's command starts this one, its place is not handed on.
        self.environment = environment.filter { !$0.key.hasPrefix("METROCTL_") }
        (self.place, self.early, self.count, rest) = (place, early, count, count)
        (self.retries, self.signals) = (retries, signals)
    }

    var descriptors: [CInt] { [] }
    var wakeNs: Int64? { rest == 0 ? nil : feed?.wakeNs }

    mutating func take(_ event: BridgeEvent<Never>, atNs now: Int64) throws -> [BridgeAction<Never>] {
        switch event {
        case .woken:
            if running?.end() != nil { running = nil }
            if rest == 0, running == nil { return [.end] }
        case .connected(let subscription): feed = PlaceFeed(place, early: early, subscription, atNs: now)
        case .told(let event, _): feed?.add(event)
        case .lost(let loss):
            guard retries else { throw ProgramFailure(loss) }
            feed = nil
        case .turn:
            let heard = feed?.due(atNs: now) ?? []
            if let last = heard.last { try start(at: last, of: heard.count) }
        case .signalled(let numbers):
            guard let number = numbers.first(where: { $0 != SIGCHLD }) else { break }
            end(by: number)
            if let rest, rest > 0 {
                let done = (count ?? rest) - rest
                throw ProgramFailure.failed(
                    "ended by a signal: the command has run \(done) of \(done + rest) times",
                    reason: "ended")
            }
            return [.end]
        default: break
        }
        return []
    }

    /// Starts the command at `place`, the last of `count` places that were heard at once, unless the command still runs.
    private mutating func start(at place: PlaceFeed.Heard, of count: Int) throws(ProgramFailure) {
        if running != nil || rest == 0 {
            missed += count
            return
        }
        missed += count - 1
        var variables = place.variables
        variables["METROCTL_MISSED"] = "\(missed)"
        let music = feed?.music
        variables["METROCTL_METER"] = place.beat.flatMap { music?.meter(ofBeat: $0.index) } ?? music?.status.meter
        do {
            running = try program.start(environment: environment.merging(variables) { $1 })
        } catch {
            throw ProgramFailure.failed(error.message)
        }
        missed = 0
        rest = rest.map { $0 - 1 }
    }

    /// Passes a signal on to the command that runs, and waits for its end; a second one ends it at once.
    private func end(by number: CInt) {
        guard let running else { return }
        running.send(number)
        while running.end() == nil {
            PreciseWait.forInput(of: signals.descriptor, untilNs: nil)
            if signals.taken().contains(where: { $0 != SIGCHLD }) { running.send(SIGKILL) }
        }
    }
}

extension PlaceFeed.Heard {
    /// The place as variables of the environment. Those of the daemon's settings begin with METRONOMED_.
    var variables: [String: String] {
        var variables = ["METROCTL_RUN": "\(run)", "METROCTL_HEARD_NS": "\(atNs)"]
        if let beat {
            variables["METROCTL_BEAT"] = "\(beat.index)"
            variables["METROCTL_BAR"] = "\(beat.bar)"
            variables["METROCTL_BEAT_IN_BAR"] = "\(beat.beat)"
            variables["METROCTL_BELL"] = beat.bell ? "1" : "0"
            variables["METROCTL_BPM"] = JSONValue(beat.bpm).text
            if let section { variables["METROCTL_SECTION"] = section.name }
            variables["METROCTL_PROMPT"] = prompt
            variables["METROCTL_NEXT_PROMPT"] = nextPrompt
        }
        return variables
    }
}
