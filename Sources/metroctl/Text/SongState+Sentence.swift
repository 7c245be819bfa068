// SPDX-License-Identifier: Apache-2.0

import Control

extension SongState {
    /// Its title, else the name of its file.
    var name: String { title ?? path.split(separator: "/").last.map(String.init) ?? path }

    /// Which song, and how it is played: `Evening at 90 %, bars 9 to 12 again and again`.
    var sentence: String {
        var parts = [scale == 1 ? name : "\(name) at \((scale * 100).text(decimals: 2)) %"]
        if startBar > 1, section == nil { parts.append("from bar \(startBar)") }
        if let loop {
            parts.append(
                loop.fromBar == loop.toBar
                    ? "bar \(loop.fromBar) repeated" : "bars \(loop.fromBar) to \(loop.toBar) repeated")
        }
        return parts.joined(separator: ", ")
    }

    /// The song and where it is, for a line below the pendulum.
    var line: String { place.isEmpty ? name : "\(name): \(place)" }

    /// What is heard, and what follows: `verse 2 of 2, then coda`; empty while stopped.
    var place: String {
        guard let section else { return "" }
        return section.text + (next.map { ", then \($0.text)" } ?? "")
    }
}

extension Status {
    /// What is played, for a line below the pendulum: the place in the set list, the song and where it is, or the lanes.
    var pieceLine: String {
        let list = setList?.sentence
        guard let song else { return list ?? lanesLine }
        return song.line + (list.map { "; \($0)" } ?? "")
    }
}

extension SectionState {
    /// Its name, and which time it is played: `verse 2 of 2`.
    fileprivate var text: String { times > 1 ? "\(name) \(pass) of \(times)" : name }
}
