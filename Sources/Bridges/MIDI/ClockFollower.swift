// SPDX-License-Identifier: Apache-2.0

package import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession

/// Has the daemon follow an outside MIDI clock: its tempo and beats, its bars where it says its place, and its start, continue
/// and stop.
///
/// A value that is given what comes in, what the daemon says, and the time; it returns what to ask of the daemon. Times are
/// CLOCK_MONOTONIC in nanoseconds.
package struct ClockFollower: Sendable {
    /// The name under which the clock is followed.
    static let source = "midi"
    /// What a song may be off the master where that starts or continues.
    private static let mostOffNs: Double = 20e6

    private let offsetNs: Int64
    private var estimate = ClockEstimate()
    private var music: HeardMusic?
    private var lineNs: Int64?
    /// A start or continue that waits for the tempo.
    private var isStarting = false
    private var refusedProposal: Double?
    /// Whether the follower has asked for a start last, and not for a stop; nil once the daemon has told what became of it.
    private var askedToPlay: Bool?
    /// Requests of starts and stops without an answer yet.
    private var unanswered = 0

    /// - Parameter offsetNs: how much later than its clocks come their beats are heard; below 0 for earlier.
    package init(offsetNs: Int64 = 0) { self.offsetNs = offsetNs }

    // MARK: the daemon

    /// The daemon is there.
    package mutating func connect(_ subscription: Subscription) {
        (music, lineNs, refusedProposal) = (HeardMusic(subscription), nil, nil)
        (askedToPlay, unanswered) = (nil, 0)
    }

    /// Takes in an event.
    package mutating func add(_ event: Event) -> [BridgeRequest] {
        music?.add(event)
        guard case .state(let event) = event else { return [] }
        if unanswered == 0 { askedToPlay = nil }
        guard let sync = event.state.sync, sync.source == Self.source, let proposal = sync.proposal, lineNs != nil
        else {
            refusedProposal = nil
            return []
        }
        // A MIDI clock takes no tempo from those that follow it.
        guard proposal != refusedProposal else { return [] }
        refusedProposal = proposal
        return [BridgeRequest(method: "follow.refuse")]
    }

    /// The daemon has answered a start or a stop; `isDone` is false where it refused, or did not answer.
    package mutating func answer(_ method: String, isDone: Bool) {
        guard ["start", "stop"].contains(method) else { return }
        unanswered = max(0, unanswered - 1)
        if unanswered == 0, !isDone || askedToPlay == music?.status.playing { askedToPlay = nil }
    }

    /// Whether the daemon plays, or will once it has done what the follower has asked for.
    private var plays: Bool { askedToPlay ?? music?.status.playing ?? false }

    /// A request of a start or a stop, which counts until it is answered.
    private mutating func transport(_ request: BridgeRequest, plays: Bool) -> BridgeRequest {
        (askedToPlay, unanswered) = (plays, unanswered + 1)
        return request
    }

    /// The daemon is gone.
    package mutating func disconnect() { (music, lineNs, askedToPlay) = (nil, nil, nil) }

    // MARK: the clock

    /// Whether clocks come from which the tempo is known.
    package func isFollowing(atNs now: Int64) -> Bool { estimate.isAlive(atNs: now) && estimate.place != nil }

    /// When the clock has died, unless another one comes; nil before the first.
    package var deadlineNs: Int64? { estimate.deadlineNs }

    /// Whether clocks come, whatever their tempo.
    package func hasClocks(atNs now: Int64) -> Bool { estimate.isAlive(atNs: now) }

    /// When a master that plays is silent, unless a clock comes; nil while it does not play.
    package var silentNs: Int64? { estimate.silentNs }

    /// Takes a message that came at a time.
    package mutating func take(_ message: MIDIMessage, atNs now: Int64) -> [BridgeRequest] {
        estimate.take(message, atNs: now)
        switch message {
        case .clock: return clock(atNs: now)
        case .start, .resume: isStarting = true
        case .position: break
        case .stop:
            isStarting = false
            if plays { return [transport(BridgeRequest(method: "stop"), plays: false)] }
        }
        return []
    }

    private mutating func clock(atNs now: Int64) -> [BridgeRequest] {
        guard let status = music?.status, estimate.place != nil else { return [] }
        guard isStarting || lineNs.map({ now >= $0 + BridgeRequest.lineEveryNs }) ?? true else { return [] }
        let clocksPerBeat = Double(24) * (status.beatLength?.value ?? 1)
        if !estimate.isPlaced, lineNs == nil, let beat = music?.timeline?.beat(after: ClockTime(nanoseconds: now)) {
            // Nothing says which clock is on a beat: the clock nearest to a beat that plays counts as one.
            estimate.assume(0, atNs: beat.time.nanoseconds - offsetNs, inBeatOf: clocksPerBeat)
        }
        guard let place = estimate.place else { return [] }
        let bpm = 60e9 / (place.clockNs * clocksPerBeat)
        guard (1...1000).contains(bpm) else { return [] }
        lineNs = now
        var requests = [
            BridgeRequest.follow(
                source: Self.source, beat: JSONValue(place.clocks / clocksPerBeat), atNs: place.atNs + offsetNs,
                bpm: bpm,
                quantum: estimate.isPlaced ? status.beatsInBar : nil)
        ]
        if isStarting { requests += begin(status, place) }
        isStarting = false
        return requests
    }

    /// What a start or continue comes to.
    private mutating func begin(_ status: Status, _ place: ClockEstimate.Place) -> [BridgeRequest] {
        let start = start(status, place)
        guard plays else { return [transport(start, plays: true)] }
        // Beats are led to the master as they play; a song, which is not, is begun again.
        // Behind its end there is nothing to go to.
        let isOver = music?.timeline?.isOver(atQuarters: place.clocks / 24) ?? false
        guard status.song != nil, estimate.isPlaced, !isInStep(place), !isOver else { return [] }
        return [transport(BridgeRequest(method: "stop"), plays: false), transport(start, plays: true)]
    }

    /// Whether the song that plays is where the master is.
    private func isInStep(_ place: ClockEstimate.Place) -> Bool {
        guard let heard = music?.timeline?.quarters(atNs: place.atNs + offsetNs) else { return false }
        return abs(heard * 24 - place.clocks) * place.clockNs < Self.mostOffNs
    }

    /// Starts with the next beat of the clock; a song, which keeps its own tempo, where the master is in it.
    private func start(_ status: Status, _ place: ClockEstimate.Place) -> BridgeRequest {
        guard status.song != nil, estimate.isPlaced, place.clocks >= 0 else {
            return BridgeRequest(method: "start", params: ["at": .string("beat")])
        }
        return BridgeRequest(
            method: "start",
            params: ["time_ns": .integer(place.atNs + offsetNs), "quarters": JSONValue(place.clocks / 24)])
    }
}
