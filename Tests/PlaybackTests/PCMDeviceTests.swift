// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Playback
import Testing

@Suite struct PCMDeviceTests {
    init() throws {
        try PrivateALSA.use()
    }

    @Test func `a device that can do anything gets what suits us`() throws {
        let device = try PCMDevice(name: "null", id: 3)
        defer { device.close() }
        #expect(device.name == "null" && device.handle.id == 3)
        #expect(device.handle.format == .float32 && device.handle.channels == 2)
        #expect(device.handle.sampleRate == .hz48000)
        #expect(device.handle.periodFrames == 480)
        #expect(device.handle.bufferFrames == 24_000)
    }

    @Test func `it is started with silence, as often as one likes`() throws {
        let device = try PCMDevice(name: "null", id: 4)
        defer { device.close() }
        #expect(device.kind == .card)
        for _ in 0..<3 {
            let start = try device.start(fillMs: 100, prerollMs: 250)
            #expect(start.frames == 4800 && start.prerollFrames == 12_000 && start.isTimeless)
        }
        // Time to be handed over, and no more than the ring holds.
        #expect(try device.start(fillMs: 5, prerollMs: nil).frames == 1200)
        #expect(try device.start(fillMs: 5000).frames == 24_000)
        #expect(try device.start(fillMs: 30, prerollMs: nil).prerollFrames == 0)
    }

    @Test func `the error of a device that cannot be opened is one line for a person`() {
        let error = #expect(throws: PlaybackError.self) { try PCMDevice(name: "no such device", id: 1) }
        #expect(error?.device == "no such device")
        #expect(error?.description == "cannot play on 'no such device': there is no such sound device")
        // alsa-lib's own words are kept for the log, and off stderr.
        #expect(error?.detail.contains("no such device") == true)
    }

    @Test(arguments: [
        "hdmi", "hdmi:CARD=NONE", "hdmi:CARD=NONE,DEV=1", "hdmi:DEV=1,CARD=NONE", "hdmi:NONE,1",
    ])
    func `an output of a card that is not there is absent`(name: String) {
        let error = #expect(throws: PlaybackError.self) { try PCMDevice(name: name, id: 1) }
        #expect(error?.isAbsence == true, "\(error?.reason ?? "")")
        // alsa-lib's first message names the cause.
        #expect(error?.detail.contains(name.contains(":") ? "Unknown parameters" : "Unknown PCM") == true)
    }

    @Test(arguments: ["arguments:DEVICE=0", "arguments:DEV=x", "arguments:0,1", "null:1.5"])
    func `arguments that a device does not take are no absence`(name: String) {
        let error = #expect(throws: PlaybackError.self) { try PCMDevice(name: name, id: 1) }
        #expect(error?.isAbsence == false)
        #expect(
            error?.description == "cannot play on '\(name)': alsa-lib knows no such device, or not these arguments")
    }

    @Test func `a device can be opened again after it was closed`() throws {
        for id in 0..<5 as Range<UInt64> {
            let device = try PCMDevice(name: "null", id: id)
            #expect(device.handle.id == id)
            device.close()
        }
    }
}
