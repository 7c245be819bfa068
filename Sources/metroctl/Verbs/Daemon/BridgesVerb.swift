// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl

/// `metroctl bridges`: what joins the metronome to other software and machines.
struct BridgesVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("bridge.list", name: "bridges")
    @OptionGroup var options: Options

    func run() throws {
        try options.perform(["bridges"]) { (list: BridgeList) in
            if list.bridges.isEmpty { return "no bridge runs: metrobridge midi --out hw:1,0,0 starts one" }
            let rows = list.bridges.map {
                [$0.name, $0.to, $0.trouble ?? $0.peers.map { "ok, \($0) \($0 == 1 ? "peer" : "peers")" } ?? "ok"]
            }
            return TextTable(rows, numberColumns: 0).text
        }
    }
}
