// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MetronomeSession

@Suite struct GainTests {
    private func volume(_ text: String, from volume: Double = 0.8) throws -> Double {
        let key = try #require(Key.named("volume"))
        var settings = Settings()
        settings.volume = volume
        return try Edit([key: SettingForm.gain(asked: text)]).applied(to: settings).volume
    }

    @Test(arguments: [
        ("0", 0), ("1", 1), ("0.8", 0.8), (".5", 0.5), ("80%", 0.8), ("0%", 0), ("100%", 1), ("80", 0.8), ("5", 0.05),
        ("100", 1), ("12.5%", 0.125),
    ]) func `a volume is a gain or in percent`(text: String, gain: Double) throws {
        #expect(try volume(text) == gain)
    }

    @Test(arguments: [("+10%", 0.9), ("-10%", 0.7), ("+0.1", 0.9), ("\u{2212}0.05", 0.75), ("+0%", 0.8)])
    func `with a sign it is a change`(text: String, gain: Double) throws {
        #expect(try volume(text) == gain)
    }

    @Test func `a change ends at silence and at full volume, and steps meet the tenths`() throws {
        #expect(try volume("+30%") == 1)
        #expect(try volume("-1") == 0)
        var gain = 0.0
        for _ in 0..<8 { gain = try volume("+10%", from: gain) }
        #expect(gain == 0.8)
    }

    @Test(arguments: ["101", "1.5", "2", "200%", "1e9"]) func `too much is out of range`(text: String) throws {
        let error = try #require(throws: SettingError.self) { try volume(text) }
        #expect(error.reason == .outOfRange && error.maximum == 1)
        #expect(error.message.contains("80%"))
    }

    @Test(arguments: ["", "loud", "%", "+", "--5", "nan", "0x1p-1", "+5", "8 0"])
    func `what is no number is not understood`(text: String) {
        #expect(throws: SettingError.self) { try volume(text) }
    }

    @Test func `a configuration states a gain or percent, and no change`() throws {
        let key = try #require(Key.named("bell.volume"))
        let source = SettingForm.Source(folder: "/", home: nil)
        func read(_ value: PlainValue) throws -> Double {
            var edit = Edit()
            try key.read(value, from: source, into: &edit)
            return try edit.applied(to: Settings()).bellVolume
        }
        #expect(try read(.number(0.5)) == 0.5 && read(.integer(1)) == 1)
        #expect(try read(.string("50%")) == 0.5 && read(.untyped("0.25")) == 0.25)
        for value in [PlainValue.number(1.5), .integer(80), .string("+10%"), .untyped("-10%"), .bool(true)] {
            #expect(throws: SettingError.self) { try read(value) }
        }
    }

    @Test func `muted, nothing is heard and the volume is kept`() throws {
        let muted = try Edit.muted(true).applied(to: Settings())
        #expect(muted.audibleVolume == 0 && muted.volume == 0.8)
        #expect(try Edit.muted(false).applied(to: muted).audibleVolume == 0.8)
    }
}
