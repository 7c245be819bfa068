// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

/// `metroear measure`, from the card to the microphone.
@Suite(.serialized) struct MeasureTests {
    private struct Told: Decodable {
        let offset_ms, former_ms, scatter_ms: Double
        let heard, clicks: Int
        let input_ms: Double?
    }

    @Test(arguments: [
        ("delay_us 60000 noise 1000", 60), ("delay_us 151300 noise 10000 gain 300", 151.3),
        ("delay_us 300000 ppm 80", 300),
        // Noise 20 dB below the peak of the clicks, as a mean square.
        ("delay_us 5000 noise 10000 behind 4800", 5), ("delay_us 60000 noise 78000", 60),
        ("delay_us 300000 noise 78000", 300),
    ])
    func `the offset is the delay of the loop, to half a millisecond`(_ microphone: String, delay: Double) throws {
        let room = try Room(microphone: microphone)
        try room.metroctl("offset", "7")
        let outcome = try room.measure("--json")
        try #require(outcome.status == 0, "\(outcome.errors)")
        let told = try JSONDecoder().decode(Told.self, from: Data(outcome.output.utf8))
        #expect(abs(told.offset_ms - delay) < 0.5 && told.former_ms == 7)
        #expect(try room.offset() == told.offset_ms)
        #expect(try room.metroctl("status", "--json").output.contains("\"playing\":false"))
    }

    @Test func `by a cable half of the delay is the input's, which is taken off from then on`() throws {
        let room = try Room(microphone: "delay_us 60000 noise 1000")
        try room.metroctl("offset", "7")
        let first = try room.measure("--cable", "--json")
        try #require(first.status == 0, "\(first.errors)")
        let told = try JSONDecoder().decode(Told.self, from: Data(first.output.utf8))
        #expect(abs(told.offset_ms - 30) < 0.5 && abs((told.input_ms ?? 0) - 30) < 0.5)
        // Without a cable, now the output alone is left.
        let second = try room.measure("--json")
        try #require(second.status == 0, "\(second.errors)")
        let rest = try JSONDecoder().decode(Told.self, from: Data(second.output.utf8))
        #expect(abs(rest.offset_ms - 30) < 0.5 && rest.input_ms == nil)
    }

    @Test func `where nothing comes back, it says so and changes nothing`() throws {
        let room = try Room(microphone: "gain 0 noise 1000")
        try room.metroctl("offset", "7")
        let outcome = try room.measure()
        #expect(
            outcome.status == 1 && outcome.errors.contains(" clicks were heard: turn the volume"), "\(outcome.errors)")
        #expect(outcome.errors.hasSuffix("; the offset is as it was\n"))
        #expect(try room.offset() == 7)
        #expect(try room.metroctl("status", "--json").output.contains("\"playing\":false"))
    }

    @Test func `while it plays nothing is measured`() throws {
        let room = try Room(microphone: "delay_us 60000")
        try room.metroctl("start")
        let outcome = try room.measure()
        #expect(outcome.status == 1 && outcome.errors.contains("stop it first"), "\(outcome.errors)")
        #expect(try room.metroctl("status", "--json").output.contains("\"playing\":true"))
    }
}
