// SPDX-License-Identifier: Apache-2.0

extension CommandTable {
    /// The methods of bridges to other software and machines.
    static let bridges: [Command] = [
        Command(
            "bridge.report", for: .connection,
            words: [
                "bridge <name> <to>", "bridge <name> <to> trouble <trouble>", "bridge <name> <to> peers <peers>",
            ],
            "Say that this client is a bridge, and whether it works",
            discussion: """
                `bridges` tells it as long as the connection is there; another report of the same connection takes its place.
                """,
            parameters: [
                Parameter(
                    name: "name", forms: [.text("1 to 32 characters")], isRequired: true,
                    summary: "Its kind, such as `midi`."),
                Parameter(
                    name: "to", forms: [.text("1 to 256 characters")], isRequired: true,
                    summary: "What it joins the daemon to."),
                Parameter(
                    name: "peers", forms: [.integer(0...1_000_000)], isRequired: false,
                    summary: "How many others it has found. `sync.peers` tells it while this client owns the clock."),
                Parameter(
                    name: "trouble", forms: [.text("1 to 512 characters")], isRequired: false,
                    summary: "What is wrong and what to do; all is well without it."),
            ],
            result: "nothing", returns: .object([]), examples: [.init("bridge midi hw:1,0,0")], reasons: [.outOfRange]
        ) { arguments throws(ControlError) in
            var bridge = BridgeList.Bridge()
            bridge.name = try text("name", 32, arguments) ?? ""
            bridge.to = try text("to", 256, arguments) ?? ""
            bridge.trouble = try text("trouble", 512, arguments)
            bridge.peers = arguments["peers"]?.integer
            return .bridgeReport(bridge)
        },
        Command(
            "bridge.list", for: .watch, words: ["bridges"], "List the bridges to other software and machines",
            result:
                "`bridges`: for each its `name`, what it leads `to`, its `trouble`, and the `peers` it has found, if it looks for any",
            returns: BridgeList.record.form,
            examples: [.init("bridges")]
        ) { _ throws(ControlError) in .bridgeList },
    ]

    private static func text(_ name: String, _ most: Int, _ arguments: Arguments) throws(ControlError) -> String? {
        guard let text = arguments[name]?.string else { return nil }
        guard 1...most ~= text.count, !text.unicodeScalars.contains(where: { $0.value < 32 || $0.value == 127 }) else {
            throw arguments.invalid(name, "\(name) must be a text of 1 to \(most) characters in one line")
        }
        return text
    }
}
