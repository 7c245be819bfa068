// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl
import MetronomeLinux
import Programs

/// `metroctl doctor`: what of this system is in the way of the beat.
struct DoctorVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Say what is amiss on this system, and what to do",
        discussion: """
            Looks at the socket, the unit, versions, the sound device and server, permissions, the limits for real time, \
            RealtimeKit and the network; changes nothing. Status 0 when all is well, else 1. With --json: well, and of each \
            finding its name, whether it is good (null: not known), what was seen, and what to do.
            """)
    @OptionGroup var options: Options

    func run() throws {
        let findings = SystemFacts.probed(options).findings
        if !options.quiet {
            let terminal = Terminal()
            let page = DoctorPage(isUnicode: terminal.isUnicode, columns: terminal.columns)
            try Output.line(options.json ? DoctorPage.json(findings).text : page.text(findings).printableLines)
        }
        guard findings.allSatisfy({ $0.isGood == true }) else { throw ExitCode(ProgramFailure.Status.failed.rawValue) }
    }
}
