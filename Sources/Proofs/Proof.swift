// SPDX-License-Identifier: Apache-2.0

internal import Glibc
public import MetronomeRhythm
internal import Sound

/// A proof of the engine: it renders a tempo map, and every onset is compared with exact fractions.
///
/// In place of the sounds it plays a single frame, so that every frame that is not silent is an onset.
public struct Proof: Sendable {
    /// The tempi that are rendered, and for how long.
    public let map: TempoMap
    /// Beats in a bar.
    public let beatsPerBar: Int
    /// Which beats ring the bell; `nil`: none.
    public let bell: BellPattern?

    /// A proof over a tempo map.
    public init(map: TempoMap, beatsPerBar: Int = 4, bell: BellPattern? = nil) {
        self.map = map
        self.beatsPerBar = beatsPerBar
        self.bell = bell
    }

    /// Renders all of it, which takes a few seconds for a day, and compares. Throws `SoundError` when memory is short.
    public func run() throws -> ProofReport {
        let rate = map.sampleRate
        let impulse = try Sample(
            DecodedAudio(sampleRate: rate.hertz, channels: 1, frames: [0.5]), rate: rate.hertz, name: "impulse")
        let kits = KitSet([Kit(beat: impulse.view, bell: impulse.view)])
        let music = Arrangement(tempo: map.tempo, beatsPerBar: beatsPerBar, bell: bell)
        let render = try OfflineRender(music, kits: kits, sampleRate: rate, edits: map.edits(of: music))
        let edits = try render.compileEdits()
        var judge = ProofJudge(timeline: map.timeline, sampleRate: rate, frames: map.frames)
        var frame: Int64 = 0
        withExtendedLifetime(impulse) {
            unsafe render.render(frames: map.frames, edits) { chunk, count in
                unsafe Self.forEachOnset(in: chunk, count: count) { judge.hear(frame + Int64($0)) }
                frame += Int64(count)
            }
        }
        return judge.finish()
    }

    /// Calls `body` with the index of every stereo frame that is not silent.
    static func forEachOnset(in chunk: UnsafePointer<Float>, count: Int, body: (Int) -> Void) {
        let block = 256
        var start = 0
        while start < count {
            let end = min(start + block, count)
            if unsafe !isZero(chunk + 2 * start, bytes: (end - start) * 2 * MemoryLayout<Float>.size) {
                for frame in start..<end where unsafe chunk[2 * frame] != 0 || chunk[2 * frame + 1] != 0 { body(frame) }
            }
            start = end
        }
    }

    /// Whether all bytes are 0: the first eight are, and each equals the one eight further on. As fast as `memcmp`.
    private static func isZero(_ memory: UnsafeRawPointer, bytes: Int) -> Bool {
        unsafe memory.loadUnaligned(as: UInt64.self) == 0 && memcmp(memory, memory + 8, bytes - 8) == 0
    }
}
