// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl

/// `metroctl link`: whether Ableton Link is on, and whom it plays with.
struct LinkVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link", abstract: "Say whether Ableton Link is on, how many are in its session, and how far off",
        discussion: "The program metrolink joins it. With --json the answer is that of bridges.")
    @OptionGroup var options: Options

    func run() throws {
        try options.perform("bridge.list") { (list: BridgeList) in
            guard let link = list.bridges.first(where: { $0.name == "link" }) else {
                return "off: metrolink turns it on"
            }
            let peers = link.peers ?? 0
            let state = "on, \(peers) \(peers == 1 ? "peer" : "peers")"
            if let trouble = link.trouble { return "\(state): \(trouble)" }
            let sync = try options.status().sync
            return state + ((sync?.source == "link" ? sync?.distance : nil).map { ", \($0)" } ?? "")
        }
    }
}
