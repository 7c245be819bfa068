// SPDX-License-Identifier: Apache-2.0

import MetronomeSession

extension PracticePanel {
    /// From 60 to 120 by 5 every four bars, in the bar before the tempo of 80.
    static let climbing = PracticePanel(
        "speed", "80 in 1 bar",
        .way((0..<52).map { 60 + 5 * Double($0 / 4) }, isStepped: true, part: 15.25 / 52, target: 120))

    /// What is left of ten minutes.
    static let timer = PracticePanel("timer", "4:12", .level(0.7))

    /// Everything at once, in a silent bar.
    static let all = [
        climbing, gap(now: 3, of: (3, 1), "silent 1/1"),
        PracticePanel("mute", "20% of beats", .level(0.2, mark: 0.6)), timer,
    ]

    /// A gap trainer a quarter of a beat or of a bar on.
    static func gap(now: Int, of all: (heard: Int, silent: Int), _ words: String) -> PracticePanel {
        PracticePanel(
            "gap", title: "round 4", words, isSilent: now >= all.heard,
            .boxes(heard: all.heard, silent: all.silent, now: now, part: 0.25))
    }
}
