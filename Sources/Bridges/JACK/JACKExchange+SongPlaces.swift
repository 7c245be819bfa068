// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
internal import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession

/// Where the transport and the song of the daemon are, while nothing plays.
extension JACKExchange {
    /// The song is begun where the transport stands.
    func seek(_ clock: JACKClock) -> [Action] {
        guard let bar = bar(at: clock.cycle), bar != status?.song?.startBar else { return [] }
        return [.request(BridgeRequest(method: "seek", params: ["place": .integer(Int64(bar))]))]
    }

    /// The transport goes where the next start begins.
    func place() -> [Action] {
        guard let status, !status.playing, let cycle, !cycle.rolls, !cycle.starts, let bar = status.song?.startBar,
            bar != self.bar(at: cycle), let quarters = song?.map.distance(ofBar: bar), let score
        else { return [] }
        return [.locate(Int64(clamping: score.frame(ofQuarters: quarters.value).rounded()))]
    }

    /// The bar of the song where the transport stands; nil without a song, and outside of it.
    private func bar(at cycle: JACKCycle) -> Int? {
        guard let song, let score,
            let quarters = Ratio(
                Int64(clamping: (score.quarters(atFrame: Double(cycle.place)) * 960).rounded()), over: 960),
            let place = song.place(ofQuarters: quarters)
        else { return nil }
        return song.bar(ofBeat: place.quotient(by: .one))
    }

    /// Where the daemon is in the song at the present cycle, in quarter notes; nil in a count-in.
    func quartersHeard(_ clock: JACKClock) -> Double? {
        music?.timeline?.quarters(atNs: clock.heardNs(ofFrame: Double(clock.cycle.frame)) + offsetNs)
    }
}
