// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import metroctl

@Suite struct VerbTableTests {
    @Test func `groups become one table, with a line for each verb`() {
        let help = """
            USAGE: metroctl

            OPTIONS:
              -h, --help              Show help information.

            PLAY SUBCOMMANDS:
              start                   Start playing
              toggle                  Start if stopped, stop if
                                      playing

            LOOK SUBCOMMANDS:
              properties              List what moves

              See 'metroctl help <subcommand>' for detailed help.
            """
        #expect(
            VerbTable.compacted(help) == """
                USAGE: metroctl

                OPTIONS:
                  -h, --help              Show help information.
                SUBCOMMANDS:
                  Play  start       Start playing
                        toggle      Start if stopped, stop if playing
                  Look  properties  List what moves
                  See 'metroctl help <subcommand>' for detailed help.
                """)
    }

    @Test func `verbs that share a line are verbs of the program, each in one line`() {
        let named = VerbTable.shared.flatMap(\.verbs)
        #expect(Set(named).count == named.count && Set(named).isSubset(of: Metroctl.verbs))
    }

    @Test func `a help without groups stays as it is`() {
        let help = "USAGE: metroctl offset\n\nSUBCOMMANDS:\n  set (default)           Set it\n"
        #expect(VerbTable.compacted(help) == help)
    }
}
