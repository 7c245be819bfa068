// SPDX-License-Identifier: Apache-2.0

extension FuzzTarget {
    /// Every target. To add one, write its file and its name here.
    public static let all = ofDaemon + others

    private static let others: [FuzzTarget] = [
        requests, lanes, songs, klick, ctronome, midiFiles, sounds, pictures, osc, midi, pedals, http, answers,
        timelines,
    ]

    #if DEBUG || Fuzzing
    private static let ofDaemon = [session, configuration, presets, setLists, state]
    #else
    private static let ofDaemon: [FuzzTarget] = []
    #endif
}
