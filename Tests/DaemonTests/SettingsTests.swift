// SPDX-License-Identifier: Apache-2.0

import Control
import Rhythm
import Testing

@testable import Daemon

@Suite struct SettingsTests {
    @Test func `where nothing is said there are defaults`() throws {
        let settings = Settings.resolve(Configuration())
        #expect(settings.tempo == (try Tempo(120)))
        #expect(settings.meter == .common)
        #expect(settings.bell == .bar)
        #expect(settings.volume == 0.8)
        #expect([settings.beatSound, settings.bellSound] == ["beat", "bell"])
        #expect(settings.play == false)
        #expect(settings.output == .auto)
        #expect(settings.device == "default")
        #expect(settings.fallbackDevice == nil && settings.prerollMilliseconds == nil)
        #expect(settings.latency == .normal && settings.fillMilliseconds == nil && settings.fillMs == 30)
        #expect(settings.soundsDirectory == nil)
    }

    @Test func `the defaults are the ones in the table`() throws {
        let said = Setting.all.filter { !["bell.on", "socket", "sounds.directory", "audio.fill_ms"].contains($0.key) }
        let table = try Configuration(
            environment: Dictionary(uniqueKeysWithValues: said.map { ($0.variable, $0.fallback) }))
        #expect(Settings.resolve(table) == Settings.resolve(Configuration()))
    }

    @Test func `a fill in milliseconds holds in place of a profile, unless a stronger source says a profile`() {
        var (exact, profile, state) = (Configuration(), Configuration(), SavedState())
        exact.fillMilliseconds = 50
        profile.latency = .low
        state.latency = .quiet
        #expect(Settings.resolve(exact, state).fillMs == 50)
        #expect(Settings.resolve(exact.merging(over: profile), state).fillMs == 50)
        #expect(Settings.resolve(profile.merging(over: exact), state).fillMs == 10)
        #expect(Settings.resolve(profile, state).fillMs == 10)
        #expect(Settings.resolve(Configuration(), state).fillMs == 250)
    }

    @Test func `what is remembered wins over the defaults, what is configured over both`() throws {
        var state = SavedState()
        state.tempo = try Tempo(90)
        state.bell = .off
        state.volume = 0.1
        var configuration = Configuration()
        configuration.volume = 0.5
        let settings = Settings.resolve(configuration, state)
        #expect(settings.tempo == (try Tempo(90)))
        #expect(settings.bell == .off)
        #expect(settings.volume == 0.5)
        #expect(settings.meter == .common)
    }
}
