// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeSession

extension SongState {
    /// Its title, else the name of its file.
    var name: String { title ?? path.split(separator: "/").last.map(String.init) ?? path }

    /// Which song, and how it is played: `Evening at 90 %, bars 9 to 12 again and again`.
    var sentence: String {
        if let practice { return ([name] + practised(practice)).joined(separator: ", ") }
        var parts = [scale == 1 ? name : "\(name) at \(scale.percent)"]
        if startBar > 1, section == nil { parts.append("starting at bar \(startBar)") }
        if let loop {
            parts.append("\(loop.words) repeated")
        }
        return parts.joined(separator: ", ")
    }

    /// How it is practised: `bars 9 to 10 from 70 % up 5 % each pass to 100 %`.
    private func practised(_ practice: Practice) -> [String] {
        let bars = loop?.words ?? ""
        var parts = ["\(bars) at \(practice.from.percent)"]
        if practice.step > 0 {
            parts = [
                "\(bars) from \(practice.from.percent) up \(practice.step.percent) each pass to \(practice.goal.percent)"
            ]
        }
        if practice.stops { parts.append("then stop") }
        if section != nil {
            parts.append("pass \(practice.pass) at \(scale.percent)")
        } else if let bars = practice.countIn {
            parts.append(bars == 0 ? "no count-in" : bars == 1 ? "1 bar counted in" : "\(bars) bars counted in")
        }
        return parts
    }

    /// Where a practised song is: `bars 9 to 10, pass 3 at 80 %, goal 100 %`; nil without practice.
    var practiceLine: String? {
        guard let practice, let loop else { return nil }
        if section == nil { return practised(practice).joined(separator: ", ") }
        let goal = practice.step > 0 ? ["goal \(practice.goal.percent)"] : []
        return ([loop.words, "pass \(practice.pass) at \(scale.percent)"] + goal).joined(separator: ", ")
    }

    /// How long it is, as fast as it is played: `28 bars, 1:02`.
    func length(ofSeconds seconds: Double) -> String {
        "\(bars == 1 ? "1 bar" : "\(bars) bars"), \((seconds / max(scale, 0.01)).minutes)"
    }

    /// What is heard, and what follows: `verse 2 of 2, then coda`; empty while stopped.
    var place: String {
        guard let section else { return "" }
        if section.index != nil, let practiceLine { return practiceLine }
        return section.text + (next.map { ", then \($0.text)" } ?? "")
    }
}

extension Status {
    /// What is played at what is heard, for a line below the pendulum, what matters most first: why it is silent, the section
    /// and what follows, the trainers, the song, the place in the set list, how the bar is divided, the lanes.
    func pieceLine(_ heard: HeardMoment, atNs now: Int64) -> String {
        let parts =
            [silence ?? "", song?.place ?? ""] + practiceParts(heard, atNs: now) + [
                song?.name ?? "", setList?.sentence ?? "",
            ]
        let all = parts + (song == nil ? barParts : []) + [lanesLine]
        return all.filter { !$0.isEmpty }.joined(separator: "; ")
    }

    /// What is set of the bar beside its meter: `accents Xx.x`, `subdivision 3, swing 66.7`.
    private var barParts: [String] {
        var parts: [String] = []
        if let accents = settings.others["accents"]?.string, accents != "auto" { parts.append("accents \(accents)") }
        if let count = settings.others["subdivision"]?.number, count > 1 {
            let swing = settings.others["swing"]?.string ?? "even"
            parts.append("subdivision \(count.text(decimals: 0))" + (swing == "even" ? "" : ", swing \(swing)"))
        }
        return parts
    }
}

extension SectionState {
    /// Its name, and which time it is played: `verse 2 of 2`.
    var text: String { times > 1 ? "\(name) \(pass) of \(times)" : name }
}

extension SectionPlace {
    /// The section's name, and which time it is played: `verse 2 of 2`.
    var text: String { times > 1 ? "\(name) \(pass) of \(times)" : name }
}

extension Status {
    /// The tempo that is heard, which in a song may change with every beat, else the one that is set: in beats per minute.
    func shownBpm(_ heard: HeardMoment) -> String {
        JSONValue(playing && song != nil ? (heard.bpm * 100).rounded() / 100 : bpm).text
    }
}

extension Double {
    /// A scale in percent.
    fileprivate var percent: String { "\((self * 100).text(decimals: 2)) %" }
}
