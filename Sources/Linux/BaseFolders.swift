// SPDX-License-Identifier: Apache-2.0

/// The folders of the XDG base directory specification, by the environment; nil where it names none.
///
/// An empty or relative value counts as not set, as the specification asks.
package struct BaseFolders: Sendable, Equatable {
    /// `$HOME`.
    package let home: String?
    /// `$XDG_CONFIG_HOME`, else `$HOME/.config`.
    package let configuration: String?
    /// `$XDG_STATE_HOME`, else `$HOME/.local/state`.
    package let state: String?
    /// `$XDG_DATA_HOME`, else `$HOME/.local/share`.
    package let data: String?

    package init(environment: [String: String]) {
        func folder(_ name: String) -> String? {
            guard let path = environment[name], path.hasPrefix("/") else { return nil }
            return path
        }
        let home = folder("HOME")
        self.home = home
        configuration = folder("XDG_CONFIG_HOME") ?? home.map { $0 + "/.config" }
        state = folder("XDG_STATE_HOME") ?? home.map { $0 + "/.local/state" }
        data = folder("XDG_DATA_HOME") ?? home.map { $0 + "/.local/share" }
    }
}
