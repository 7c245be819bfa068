// SPDX-License-Identifier: Apache-2.0

/// The folders of the XDG base directory specification, by the environment; nil where it names none.
///
/// An empty or relative value counts as not set, as the specification asks. So does one that is not UTF-8: a `String` could not
/// hold it, and another folder would be made.
package struct BaseFolders: Sendable, Equatable {
    /// `$HOME`.
    package let home: String?
    /// `$XDG_CONFIG_HOME`, else `$HOME/.config`.
    package let configuration: String?
    /// `$XDG_STATE_HOME`, else `$HOME/.local/state`.
    package let state: String?
    /// `$XDG_DATA_HOME`, else `$HOME/.local/share`.
    package let data: String?
    /// `$XDG_RUNTIME_DIR`.
    package let runtime: String?
    /// The variables that are not UTF-8.
    package let unreadable: [String]

    package init(environment: [String: String]) {
        func folder(_ name: String) -> String? {
            guard let path = environment[name], path.hasPrefix("/"), Self.isReadable(path) else { return nil }
            return path
        }
        let home = folder("HOME")
        self.home = home
        configuration = folder("XDG_CONFIG_HOME") ?? home.map { $0 + "/.config" }
        state = folder("XDG_STATE_HOME") ?? home.map { $0 + "/.local/state" }
        data = folder("XDG_DATA_HOME") ?? home.map { $0 + "/.local/share" }
        runtime = folder("XDG_RUNTIME_DIR")
        unreadable = ["HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"].filter {
            environment[$0].map { !Self.isReadable($0) } ?? false
        }
    }

    /// What is no UTF-8 in the environment is U+FFFD in a `String`.
    private static func isReadable(_ path: String) -> Bool { !path.unicodeScalars.contains("\u{FFFD}") }
}
