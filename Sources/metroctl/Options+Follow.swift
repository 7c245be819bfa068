// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeLinux
import Programs

extension Options {
    /// Follows the daemon for a verb until that ends. `longestPause` is the longest between two tries to reach it.
    func follow(
        _ bridge: some Bridge, _ subscription: [String: JSONValue] = Subscription.params([.state, .timeline]),
        longestPause: Duration = .seconds(5), signals: Signals? = nil
    ) throws {
        let say: (String) -> Void = quiet ? { _ in } : { Output.error($0) }
        var link = BridgeLink(
            bridge, socket: try socketPath(), subscription: subscription, answerTimeout: timeout.duration,
            longestPause: longestPause, signals: signals, welcome: nil, say: say)
        do { try link.run() } catch let loss as ConnectionLoss { throw ProgramFailure(loss) }
    }
}
