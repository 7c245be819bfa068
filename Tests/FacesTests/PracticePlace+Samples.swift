// SPDX-License-Identifier: Apache-2.0

import Faces

extension PracticePlace {
    /// From 60 to 120 by 5 every four bars, in the bar before the tempo of 80.
    static let climbing = Speed(
        course: (0..<52).map { 60 + 5 * Double($0 / 4) }, isStepped: true, part: 15.25 / 52, target: 120,
        next: Speed.Next(bpm: 80, bars: 1), barsLeft: 37, stops: false)

    /// Everything at once, in a silent bar.
    static let all = PracticePlace(
        isSilent: true, speed: climbing, gap: Gap(round: 4, played: 3, muted: 1, passed: 3, unit: .bars),
        mute: Mute(percent: 20, greatest: 60, unit: .beats, isSilent: false),
        timer: Timer(seconds: 251.2, part: 0.7))
}
