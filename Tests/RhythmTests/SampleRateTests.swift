// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Testing

@Suite struct SampleRateTests {
    @Test func `rates from 8 to 192 kHz exist, and no others`() {
        #expect(SampleRate(hertz: 8000)?.hertz == 8000)
        #expect(SampleRate(hertz: 192_000)?.hertz == 192_000)
        #expect(SampleRate(hertz: 7999) == nil)
        #expect(SampleRate(hertz: 192_001) == nil)
        #expect(SampleRate(hertz: -48_000) == nil)
        #expect(SampleRate.hz44100 == SampleRate(hertz: 44_100))
        #expect(SampleRate.hz48000 == SampleRate(hertz: 48_000))
    }
}
