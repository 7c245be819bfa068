// SPDX-License-Identifier: Apache-2.0

import Glibc
import MetronomeLinux
import MetronomeRhythm
import MetronomeSession
import Sound
import Testing

@testable import Daemon

/// Which sounds a change reads, and which it leaves as they are.
@Suite struct KeptSoundsTests {
    private let files: ClickFolder
    private let bench: PerformanceBench

    init() throws {
        files = try ClickFolder()
        bench = try PerformanceBench(clicks: files)
    }

    @Test func `what is played of a sound stays as it is while another is changed`() throws {
        let beat = try #require(bench.performance.samples["beat"])
        try bench.say("sound bell clear")
        #expect(bench.performance.samples["beat"] === beat)
        #expect(bench.performance.samples["clear"] != nil)
    }

    @Test func `a sound of one's own in the place of a usual one is read again where it is chosen`() throws {
        let (beat, bell) = (bench.performance.samples["beat"], bench.performance.samples["bell"])
        try files.write(0.3, to: "beat.wav")
        try bench.say("sound beat beat")
        #expect(bench.performance.samples["beat"] !== beat)
        #expect(bench.performance.samples["bell"] === bell)
    }

    @Test func `a sound is read again where it is chosen, and only there`() throws {
        try bench.say("sound beat soft")
        let soft = try #require(bench.performance.samples["soft"])
        try files.write(0.3, to: "soft.wav")
        try bench.say("sound bell clear")
        #expect(bench.performance.samples["soft"] === soft)
        try bench.say("sound beat soft")
        #expect(bench.performance.samples["soft"] !== soft)
    }

    @Test func `a sound that was read again while another was being read is not played as it was before`() throws {
        try bench.say("sound beat soft")
        let soft = try #require(bench.performance.samples["soft"])
        bench.readsAtOnce = false
        try files.write(0.3, to: "soft.wav")
        try bench.ask("sound beat soft")
        try bench.ask("sound bell clear")
        bench.read()
        let fresh = try #require(bench.performance.samples["soft"])
        #expect(fresh !== soft)
        while !bench.loads.isEmpty { bench.read() }
        #expect(bench.performance.samples["soft"] === fresh)
        #expect(bench.performance.settings.bellSound == "clear")
    }

    @Test func `a sound that was read again while a device was opened at another rate is made ready for that rate`()
        throws
    {
        try bench.say("sound beat soft")
        let rate = SampleRate.hz44100
        let late = try bench.performance.sounds.samples(at: rate)
        try files.write(0.3, to: "soft.wav")
        try bench.say("sound beat soft")
        bench.take(.attached(device: "late", late))
        #expect(bench.performance.samples.sampleRate == rate)
        #expect(bench.performance.samples["soft"] !== late["soft"])
        #expect(bench.performance.samples["bell"] === late["bell"])
    }

    @Test func `what is ready at another rate is made anew`() throws {
        let (sounds, samples) = (bench.performance.sounds, bench.performance.samples)
        #expect(try sounds.samples(at: .hz48000, with: samples)["beat"] === samples["beat"])
        #expect(try sounds.samples(at: .hz44100, with: samples)["beat"] !== samples["beat"])
    }

    @Test func `sounds that are too large together are refused, and one that is kept counts, too`() throws {
        let library = SoundLibrary(directories: [files.path])
        let two = try SoundSet([SoundChoice(beat: "beat", bell: "bell")], from: library, mostBytes: 32)
        #expect(two.names == ["beat", "bell"])
        for kept in [two, nil] {
            let three = [SoundChoice(beat: "beat", bell: "bell"), SoundChoice(beat: "clear", bell: "beat")]
            let error = #expect(throws: SoundError.self) {
                try SoundSet(three, from: library, keeping: kept, mostBytes: 40)
            }
            #expect(
                error?.description
                    == "cannot use sound 'clear': all sounds in use would take more than 0 MiB decoded: use a shorter one"
            )
        }
    }

    @Test func `sounds that are too large together at the rate of the device are refused`() throws {
        let library = SoundLibrary(directories: [files.path])
        let sounds = try SoundSet([SoundChoice(beat: "beat", bell: "bell")], from: library)
        // Four frames and four more, of eight bytes each.
        #expect(try sounds.samples(at: .hz48000, mostBytes: 64).names == ["beat", "bell"])
        let faster = try #require(SampleRate(hertz: 96_000))
        for (rate, most) in [(SampleRate.hz48000, 63), (faster, 127)] {
            let error = #expect(throws: SoundError.self) { try sounds.samples(at: rate, mostBytes: most) }
            #expect(
                error?.description
                    == "cannot use sound 'bell': all sounds in use would take more than 0 MiB at \(rate.hertz) Hz: use a shorter one"
            )
        }
    }

    @Test func `that sounds are not locked in memory is told in words`() {
        #expect(
            SampleSet.refusal(Errno(ENOMEM))
                == "no locked memory for all sounds (Cannot allocate memory): what is played may have to be read from the disk again"
        )
    }
}
