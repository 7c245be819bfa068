// SPDX-License-Identifier: Apache-2.0

internal import CMetronomeLinux
internal import MetronomeRhythm
internal import Sound
internal import Synchronization

extension PlaybackEngine {
    /// Gives back the memory that only the start has used, several MiB of code and some of the heap, and loads what the
    /// real-time thread runs again at once, so that it does not have to wait for a file.
    ///
    /// What is run from now on is locked in memory, where the system allows it. To be called once; takes about a
    /// millisecond.
    public static func releaseStartupCode() {
        rehearse {
            linux_release_startup_code()
            // What a rehearsal without a device does not reach is beside what it does.
            unsafe linux_load_code(PlaybackLoop.placeOfCode)
        }
        linux_release_stack()
    }

    /// Does on this thread what the real-time thread does, and drops the frames: plays, changes the tempo, and stops. Before
    /// that it calls `release`, when all is prepared: what prepares it is code of the start, too.
    private static func rehearse(after release: () -> Void) {
        let frames: [Float] = [0.5, 0.25]
        guard let tempo = try? Tempo(1000), let slow = try? Tempo(999),
            let music = try? CompiledArrangement(Arrangement(tempo: tempo)),
            let slower = try? CompiledArrangement(Arrangement(tempo: slow)),
            let click = try? Sample(
                DecodedAudio(sampleRate: 48_000, channels: 1, frames: frames), rate: 48_000, name: "rehearsal")
        else { return release() }
        let start = ClockTime.now
        let link = UnsafeMutablePointer<RealtimeLink>.allocate(capacity: 1)
        let timing = TimingCell(start: start)
        unsafe link.initialize(
            to: RealtimeLink(
                timing: timing, fillMs: Atomic(30), fillInForceMs: Atomic(30), commandSignal: -1, reportSignal: -1))
        let plans = UnsafeMutablePointer<Plan>.allocate(capacity: 3)
        let kits = KitSet([Kit(beat: click.view, bell: click.view)])
        for (index, music) in [music, slower, slower].enumerated() {
            unsafe (plans + index).initialize(
                to: Plan(revision: UInt64(index), run: index < 2 ? 1 : nil, volume: 1, music: music, kits: kits))
        }
        var loop = unsafe PlaybackLoop(link: link, sampleRate: .hz48000)
        let formats = SampleFormat.allCases
        release()
        for index in 0..<3 {
            _ = unsafe link.pointee.commands.push(.command(.adopt(plans + index)))
            _ = loop.pass()
            loop.runOn(by: 4800, at: start)
        }
        for format in formats {
            unsafe format.convert(loop.chunk, frames: 16, channels: 2, into: loop.chunk + 64)
        }
        withExtendedLifetime((click, kits, music, slower)) {}
        withExtendedLifetime(loop) {}
        unsafe plans.deallocate()
        unsafe link.deinitialize(count: 1)
        unsafe link.deallocate()
        timing.free()
    }
}
