// SPDX-License-Identifier: Apache-2.0

import Control
import ControlSamples
import Testing

@testable import metroctl

@Suite struct LineFormTests {
    private func text(_ form: String, _ status: Status = .allegro, bell: Bool = false) throws -> String {
        try LineForm(form).text(status: status, heard: HeardMoment(bar: 103, beat: 2, bell: bell))
    }

    @Test func `every placeholder stands for what is heard`() throws {
        #expect(try text("{bpm} {bar}.{beat}") == "137.3 103.2")
        #expect(try text("{state} {name} {meter} {beats} [{bell}] {volume}%") == "playing Allegro 4/4 4 [] 80%")
        #expect(try text("{bell}", bell: true) == "bell")
        #expect(try text("{state} {bpm} {bar}.{beat}{bell}", .stopped, bell: true) == "stopped 137.3 0.0")
        #expect(try text("") == "" && text("♩ = 1") == "♩ = 1")
    }

    @Test func `a brace is written twice`() throws {
        #expect(try text("{{{bpm}}}") == "{137.3}")
        for form in ["{", "}", "{bpm", "bpm}", "{{}"] {
            #expect(throws: LineForm.Mistake.self) { try LineForm(form) }
        }
    }

    @Test func `an unknown placeholder is told with those there are`() {
        let mistake = #expect(throws: LineForm.Mistake.self) { try LineForm("{bmp}") }
        for place in LineForm.Place.allCases { #expect(mistake?.message.contains("{\(place.rawValue)}") == true) }
    }
}
