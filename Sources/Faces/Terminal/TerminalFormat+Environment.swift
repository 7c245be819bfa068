// SPDX-License-Identifier: Apache-2.0

internal import CChafa

extension TerminalFormat {
    /// What the environment says of the terminal: `TERM`, `COLORTERM`, `NO_COLOR`, the locale, and by chafa's table of
    /// terminals whether it shows sixels or kitty graphics. Inside tmux and screen it is symbols.
    public init(columns: Int, rows: Int, environment: [String: String]) {
        self.init(
            columns: columns, rows: rows, medium: Self.medium(environment), colors: Self.colors(environment),
            isUnicode: Self.isUnicode(environment))
    }

    static func colors(_ environment: [String: String]) -> Colors {
        let term = environment["TERM"] ?? ""
        if !(environment["NO_COLOR"] ?? "").isEmpty || term.isEmpty || term == "dumb" || term.hasPrefix("vt") {
            return .none
        }
        let depth = environment["COLORTERM"] ?? ""
        if depth == "truecolor" || depth == "24bit" || term.hasSuffix("-direct") { return .truecolor }
        // These terminals always have true colour, and are often reached without their COLORTERM.
        if ["xterm-kitty", "xterm-ghostty", "alacritty", "foot", "wezterm"].contains(where: term.hasPrefix) {
            return .truecolor
        }
        return term.contains("256") ? .indexed256 : .indexed16
    }

    static func isUnicode(_ environment: [String: String]) -> Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        let charset = locale.uppercased()
        return charset.contains("UTF-8") || charset.contains("UTF8")
    }

    private static func medium(_ environment: [String: String]) -> Medium {
        let term = environment["TERM"] ?? ""
        let isMultiplexed = environment["TMUX"] != nil || term.hasPrefix("tmux") || term.hasPrefix("screen")
        guard !isMultiplexed, !term.isEmpty, (environment["NO_COLOR"] ?? "").isEmpty else { return .symbols }
        // Unsafe because chafa takes the environment as C strings and returns a counted object.
        let words = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") }
        defer { unsafe words.forEach { unsafe free($0) } }
        var pointers = unsafe words + [nil]
        let info = unsafe chafa_term_db_detect(chafa_term_db_get_default(), &pointers)
        defer { unsafe chafa_term_info_unref(info) }
        if unsafe chafa_term_info_have_seq(info, CHAFA_TERM_SEQ_BEGIN_KITTY_IMMEDIATE_IMAGE_V1) != 0 { return .kitty }
        if unsafe chafa_term_info_have_seq(info, CHAFA_TERM_SEQ_BEGIN_SIXELS) != 0 { return .sixel }
        return .symbols
    }
}
