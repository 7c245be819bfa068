// SPDX-License-Identifier: Apache-2.0

extension Call {
    /// The first file that the daemon would be asked to open by its path, a song; nil where there is none.
    ///
    /// Whoever may not name files is refused by it. Sounds are named without a path, and presets and set lists are in
    /// folders of the daemon's own.
    package var namedFile: String? {
        switch self {
        case .songLoad(let path, _, _, _): path
        case .setList(.add(_, let entries)): entries.first { $0.contains("/") }
        default: nil
        }
    }
}
