// SPDX-License-Identifier: Apache-2.0

package import Control

/// What a bridge asks of the daemon.
package struct BridgeRequest: Sendable, Hashable {
    /// The method.
    package var method: String
    /// Its parameters.
    package var params: [String: JSONValue]

    package init(method: String, params: [String: JSONValue] = [:]) {
        self.method = method
        self.params = params
    }
}
