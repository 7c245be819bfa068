// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MetronomeSession

@Suite struct PlanLeadTests {
    @Test
    func `each plan in a row that comes too late begins twice as far ahead, up to two seconds, until one is adopted`() {
        var lead = PlanLead()
        #expect(lead.frames(at: 48_000) == 0)
        let leads = (0..<9).map { _ in
            lead.missed()
            return lead.frames(at: 48_000)
        }
        #expect(leads == [960, 1920, 3840, 7680, 15_360, 30_720, 61_440, 96_000, 96_000])
        lead.adopted()
        #expect(lead.frames(at: 48_000) == 0)
    }
}
