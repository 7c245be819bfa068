// SPDX-License-Identifier: Apache-2.0

import Control
import Glibc
import Linux
import Session

/// `metroctl on`, from its first connection to its end.
struct Hook {
    private let program: ChildCommand
    private let environment: [String: String]
    private let signals: Signals
    private var follower: PlaceFollower
    /// How often it is still to run; nil without a limit.
    private var rest: Int?
    private var running: ChildCommand.Running?
    /// The places that were left out since it was started last.
    private var missed = 0
    private var hasReportedLoss = false

    init(
        program: ChildCommand, environment: [String: String], socket: String, follower: PlaceFollower, signals: Signals,
        rest: Int?
    ) {
        self.program = program
        self.environment = environment.merging(["METRONOMED_SOCKET": socket]) { $1 }
        self.follower = follower
        self.signals = signals
        self.rest = rest
    }

    /// Runs the command until a signal comes or it has run often enough.
    mutating func run(retries: Bool, isQuiet: Bool) throws {
        while true {
            if running?.end() != nil { running = nil }
            if rest == 0, running == nil { return }
            var heard: [PlaceFeed.Heard] = []
            for report in follower.turn() {
                switch report {
                case .connected: hasReportedLoss = false
                case .heard(let place): heard.append(place)
                case .lost(let loss):
                    guard retries else { throw Failure(loss) }
                    if !hasReportedLoss, !isQuiet { Output.error("\(loss); waiting for it") }
                    hasReportedLoss = true
                case .ended(let loss): throw Failure(loss)
                }
            }
            if let last = heard.last { try start(at: last, of: heard.count) }
            let ready = PreciseWait.forInput(
                of: signals.descriptor, follower.descriptor, untilNs: rest == 0 ? nil : follower.wakeNs)
            guard ready[0] else { continue }
            if let number = signals.taken().first(where: { $0 != SIGCHLD }) { return try end(by: number) }
        }
    }

    /// Starts the command at `place`, the last of `count` places that were heard at once, unless the command still runs.
    private mutating func start(at place: PlaceFeed.Heard, of count: Int) throws(Failure) {
        if running != nil || rest == 0 {
            missed += count
            return
        }
        missed += count - 1
        var variables = place.variables
        variables["METROCTL_MISSED"] = "\(missed)"
        variables["METROCTL_METER"] = follower.feed?.music.status.meter
        do {
            running = try program.start(environment: environment.merging(variables) { $1 })
        } catch {
            throw Failure(Failure.refused, error.message)
        }
        missed = 0
        rest = rest.map { $0 - 1 }
    }

    /// Passes a signal on to the command that runs, and waits for its end; a second one ends it at once.
    private func end(by number: CInt) throws {
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
        }
        return variables
    }
}
