// SPDX-License-Identifier: Apache-2.0

import CMetronomeLinux
import Glibc
import MetronomeRhythm
import Sound
import Testing

@testable import Playback

/// The real-time thread's loop, without its thread.
@Suite struct PlaybackLoopTests {
    @Test func `what passed while the program was stopped for long is not rendered`() throws {
        let bench = try LoopBench()
        _ = bench.loop.renderer.adopt(try bench.plan(bpm: 600, run: 1), startDelay: 0)
        let start = bench.loop.clock.anchorTime

        var beats: [UInt64] = []
        for time in [1, 2, 602, 603] as [Int64] {
            let now = start.advanced(bySeconds: Double(time))
            bench.loop.runOn(by: 1440, at: now)
            let record = bench.link.pointee.timing.record
            beats.append(record.pointee.snapshot(at: now).sinceStart.beats)
            // And yet it is where it belongs.
            let heard = bench.loop.renderer.frame - 1440
            #expect(abs(heard - time * 48_000) < 48)
            let segment = bench.loop.renderer.segment
            #expect(
                bench.loop.renderer.nextPosition(ofLane: 0).nextWhole
                    == segment.firstBeat(atOrAfterFrame: bench.loop.renderer.frame))
        }
        #expect((9...12).contains(beats[0]) && (9...11).contains(beats[1] - beats[0]))
        #expect(beats[2] - beats[1] < 200)
        #expect((9...11).contains(beats[3] - beats[2]))
    }

    @Test func `the rate of another device is learned anew, and what is known of the same one is kept`() throws {
        try PrivateALSA.use()
        let bench = try LoopBench()
        let devices = try [5, 6].map { try PCMDevice(name: "null", id: $0) }
        defer { devices.forEach { $0.close() } }
        func use(_ device: PCMDevice) throws {
            bench.loop.use(device.handle, try device.start(fillMs: 100), at: bench.loop.clock.anchorTime)
        }
        /// The rate that is known, in millionths, once a device of a rate was followed for some seconds.
        func rate(_ partsPerMillion: Double, seconds: Int) -> Double {
            let (time, frame) = (bench.loop.clock.anchorTime, bench.loop.clock.anchorFrame)
            for step in 1...10 * seconds {
                let passed = Double(step) / 10
                let heard = frame + passed * 48_000 * (1 + partsPerMillion * 1e-6)
                _ = bench.loop.clock.observe(frame: heard, at: time.advanced(bySeconds: passed))
            }
            return (bench.loop.clock.framesPerSecond / 48_000 - 1) * 1e6
        }
        try use(devices[0])
        #expect(abs(rate(300, seconds: 20) - 300) < 5)
        try use(devices[0])
        #expect(rate(-300, seconds: 1) > 0)
        #expect(abs(rate(300, seconds: 20) - 300) < 5)
        try use(devices[1])
        #expect(rate(-300, seconds: 1) < -200)
    }

    @Test func `in silence it sleeps until a command comes, and while it plays for 125 ms at most`() throws {
        let bench = try LoopBench()
        #expect(bench.pass() == -1)
        bench.sender.send(.adopt(try bench.plan(bpm: 400, run: 1)))
        for _ in 0..<5 {
            let sleepNs = try #require(bench.pass())
            #expect((1...125_000_000).contains(sleepNs))
        }
        bench.sender.send(.adopt(try bench.plan(bpm: 400, run: nil)))
        // It wakes for as long as the fade takes on the clock.
        while try #require(bench.pass()) >= 0 { usleep(1000) }
        #expect(bench.pass() == -1)
    }

    /// Sends plans, silent or not, and takes reports in pieces; returns the revisions adopted and those handed back.
    private func flood(
        _ bench: LoopBench, plans: Int, takingAtMost most: Int
    ) throws -> (adopted: [UInt64], retired: [UInt64], waits: Int) {
        for index in 0..<plans {
            bench.sender.send(.adopt(try bench.plan(bpm: 400, run: index % 3 == 0 ? nil : UInt64(index))))
        }
        var (adopted, retired): ([UInt64], [UInt64]) = ([], [])
        var waits = 0
        // A pass takes at least one command, unless it must wait for room, which the next reports make.
        for _ in 0..<(4 * plans) where adopted.count < plans {
            let sleepNs = try #require(bench.pass())
            #expect(bench.link.pointee.reports.room() >= 0)
            // While commands wait, it looks again soon.
            let hasRoom = bench.link.pointee.reports.room() >= PlaybackLoop.mostReports
            if !hasRoom, bench.link.pointee.commands.count() > 0 {
                waits += 1
                #expect((0...5_000_000).contains(sleepNs))
            }
            for report in bench.reports(atMost: most) {
                switch report {
                case .adopted(let adoption): adopted.append(adoption.revision)
                case .retired(let plan): retired.append(plan.pointee.revision)
                default: Issue.record("no device was there")
                }
            }
            bench.sender.flush()
        }
        return (adopted, retired, waits)
    }

    @Test(arguments: [1, 7, 1024])
    func `of more commands than fit into the ring none is lost or overtaken, nor any report of them`(
        most: Int
    ) throws {
        let bench = try LoopBench()
        let (adopted, retired, waits) = try flood(bench, plans: 1500, takingAtMost: most)
        #expect(bench.sender.isFlushed)
        #expect(adopted == (1...1500).map(UInt64.init))
        // The last one is in force; one of a beat or two may still sound.
        #expect(retired.count == Set(retired).count && retired.count >= 1498 && !retired.contains(1500))
        #expect(most == 1024 || waits > 0)
    }

    @Test func `commands wait while the ring has no room for all reports that may follow, and only then`() throws {
        let bench = try LoopBench()
        let ring = 1024
        for _ in 0..<ring { bench.sender.send(.adopt(try bench.plan(bpm: 400, run: nil))) }
        var last = -1
        while bench.link.pointee.reports.count() != last {
            last = bench.link.pointee.reports.count()
            _ = bench.pass()
            bench.sender.flush()
        }
        // It took the last command with just enough room for what might have come of it.
        #expect(last > ring - PlaybackLoop.mostReports && last < ring)
        #expect(bench.link.pointee.commands.count() > 0)
        _ = bench.reports(atMost: 2)
        _ = bench.pass()
        #expect(bench.link.pointee.reports.count() > last - 2)
    }

    @Test func `commands that the ring had no room for are called for, even where those before them cause no report`()
        throws
    {
        let bench = try LoopBench()
        for _ in 0..<1000 { bench.sender.send(.detach) }
        for _ in 0..<10 where !bench.sender.isFlushed {
            _ = bench.pass()
            #expect(bench.hasWoken())
            bench.sender.flush()
        }
        #expect(bench.sender.isFlushed)
        _ = bench.pass()
        #expect(bench.reports().isEmpty && !bench.hasWoken())
    }

    // MARK: starting

    /// The revisions adopted by a pass.
    private func adopted(by bench: LoopBench) -> [UInt64] {
        _ = bench.pass()
        return bench.reports().compactMap { if case .adopted(let adoption) = $0 { adoption.revision } else { nil } }
    }

    /// Attaches a device that plays silence for an hour before the first beat.
    private func attach(_ device: PCMDevice, to bench: LoopBench) throws {
        var start = try device.start(fillMs: 30)
        start.prerollFrames = 3600 * 48_000
        bench.sender.send(.attach(device.handle, start))
    }

    @Test func `a start waits for the silence before it, but not past its deadline`() throws {
        try PrivateALSA.use()
        let bench = try LoopBench()
        let device = try PCMDevice(name: "null", id: 1)
        defer { device.close() }
        try attach(device, to: bench)
        bench.sender.send(.adopt(try bench.plan(bpm: 400, run: 1)))
        for _ in 0..<5 { #expect(adopted(by: bench) == []) }
        bench.loop.startDeadline = .now
        #expect(adopted(by: bench) == [1])
    }

    @Test func `a stop does not wait for that, and the next start does again`() throws {
        try PrivateALSA.use()
        let bench = try LoopBench()
        let device = try PCMDevice(name: "null", id: 1)
        defer { device.close() }
        for round in 0..<2 as Range<UInt64> {
            try attach(device, to: bench)
            bench.sender.send(.adopt(try bench.plan(bpm: 400, run: 2 * round + 1)))
            for _ in 0..<5 { #expect(adopted(by: bench) == []) }
            bench.stopWaiting()
            bench.sender.send(.adopt(try bench.plan(bpm: 400, run: nil)))
            #expect(adopted(by: bench) == [2 * round + 1, 2 * round + 2])
            bench.sender.send(.detach)
            _ = bench.pass()
        }
    }

    @Test(arguments: [0, 480])
    func `a run without a device begins 21 ms and the longer lead of its sounds after its plan is adopted`(lead: Int)
        throws
    {
        let bench = try LoopBench(bellLead: lead)
        bench.sender.send(.adopt(try bench.plan(bpm: 400, run: 1)))
        _ = bench.pass()
        guard case .adopted(let adoption)? = bench.reports().first else { throw EngineBench.Never.Happened() }
        #expect(adoption.segmentFrame == adoption.frame + 48 + 960 + Int64(lead))
    }

    // MARK: ending

    @Test func `the end is taken after all commands that were sent before it`() throws {
        let bench = try LoopBench()
        for _ in 0..<20 { bench.sender.send(.adopt(try bench.plan(bpm: 400, run: nil))) }
        bench.end()
        #expect(bench.pass() == nil)
        let adopted = bench.reports().count { if case .adopted = $0 { true } else { false } }
        #expect(adopted == 20)
    }
}
