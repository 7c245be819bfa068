// SPDX-License-Identifier: Apache-2.0

internal import Rhythm
internal import Session

extension Call {
    /// The first file that the daemon would be asked to open by its path: a song, or a sound; nil where there is none.
    ///
    /// Whoever may not name files, such as a page, is refused by it. Presets, set lists and sounds by their names are in folders
    /// of the daemon's own.
    package var namedFile: String? {
        switch self {
        case .songLoad(let path, _, _, _): path
        case .setList(.add(_, let entries)): entries.first { $0.contains("/") }
        case .change(let edit, _), .set(let edit, _): edit.namedFile
        case .song(.load(let song), _): song.path
        case .start, .stop, .toggle, .startAt, .follow, .refuseProposal, .unfollow, .restore, .cancel, .tap, .nudge,
            .newBar, .score, .soundList, .grooveList, .offsetSet, .offsetGet, .status, .timing, .properties, .songShow,
            .seek, .loop, .song, .preset, .setList, .subscribe, .unsubscribe, .bridgeReport, .bridgeList, .version,
            .describe, .ping, .shutdown:
            nil
        }
    }
}

extension Edit {
    /// The first path among its values.
    fileprivate var namedFile: String? {
        for key in keys {
            switch (key.form, self[key]) {
            case (.path, .text(let path)): return path
            case (.sound, .text(let sound)) where sound.contains("/"): return sound
            case (.lanes, .lanes(let changes)):
                if let sound = changes.lazy.flatMap(\.sounds).first(where: { $0.contains("/") }) { return sound }
            default: break
            }
        }
        return nil
    }
}

extension LaneChange {
    /// The sounds that it names.
    fileprivate var sounds: [String] {
        switch self {
        case .all(let lanes): lanes.compactMap(\.sound)
        case .set(let edit): edit.sound.map { [$0] } ?? []
        case .remove: []
        }
    }
}
