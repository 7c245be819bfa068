// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm
internal import Sound

/// The part of the loop that notes the timing of beats.
extension PlaybackLoop {
    /// An address in the middle of the code of this module, which the compiler lays out in the order of its files.
    static var placeOfCode: UnsafeRawPointer {
        let place: @convention(c) () -> Void = {}
        return unsafe unsafeBitCast(place, to: UnsafeRawPointer.self)
    }

    /// Renders frames into the chunk, for the device or to be dropped, and notes the beats among them.
    @_noLocks mutating func render(count: Int, forDevice: Bool) {
        var beat = renderer.startedBeats
        unsafe renderer.render(into: chunk, count: count)
        // A device without a clock of its own does not report what it plays.
        var reports = false
        if forDevice, let stream = device { reports = !stream.start.isTimeless }
        while beat < renderer.startedBeats {
            let frame = renderer.frame(ofStartedBeat: beat)
            if reports {
                probe.beat(onset: AwaitedOnsets.Onset(frame: frame, expected: clock.time(ofFrame: frame)))
            } else {
                probe.beat()
            }
            beat += 1
        }
    }
}
