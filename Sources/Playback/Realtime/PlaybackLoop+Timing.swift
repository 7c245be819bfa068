// SPDX-License-Identifier: Apache-2.0

internal import Rhythm
internal import Sound

/// What the loop shows to its probe.
extension PlaybackLoop {
    /// Renders frames into the chunk, for a device or for nobody, and notes the beats among them.
    @_noLocks mutating func render(count: Int, forDevice: Bool) {
        var beat = renderer.nextBeat
        unsafe renderer.render(into: chunk, count: count)
        // A device without a clock of its own can tell nothing.
        var tells = false
        if forDevice, let stream = device { tells = !stream.start.isTimeless }
        while beat < renderer.nextBeat {
            let frame = renderer.onset(ofBeat: beat)
            if tells {
                probe.beat(onset: AwaitedOnsets.Onset(frame: frame, toldNs: clock.ns(ofFrame: frame)))
            } else {
                probe.beat()
            }
            beat += 1
        }
    }
}
