// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
internal import MetronomeRhythm
internal import Sound

/// The part of the loop that says when a run begins.
extension PlaybackLoop {
    /// How many frames from the next one on the first beat of a new run is, for its sound to begin, and at its time if it has
    /// one.
    @_noLocks func startDelay(of plan: Plan) -> Int64 {
        // Without a device nothing is written ahead: clients hear of the first beat before it is heard all the same.
        let ahead = isOnDevice ? 0 : min(fill, Self.mostAhead(at: renderer.segment.sampleRate.hertz))
        let least = Double(plan.longestLead + renderer.segment.sampleRate.hertz / 1000 + ahead)
        guard let time = plan.startTime else { return Int64(clamping: least) }
        var frames = clock.frame(at: time) - Double(renderer.frame)
        let period = plan.startPeriod * clock.framesPerSecond
        let longest = Self.longestStart * Double(renderer.segment.sampleRate.hertz)
        guard frames > -0x1p52, frames < longest else { return Int64(clamping: least) }
        if frames < least, period > 1 { frames += Double(Int64(clamping: (least - frames) / period) + 1) * period }
        return Int64(clamping: max(frames + 0.5, least))
    }

    /// The most frames by which a start without a device is delayed, for clients to hear of its first beat: 20 ms.
    @_noLocks private static func mostAhead(at rate: Int) -> Int { rate / 50 }

    /// The most seconds from a plan's adoption to the first beat: a time further off is none.
    private static var longestStart: Double { 120 }
}
