// SPDX-License-Identifier: Apache-2.0

/// Texts of songs.
package enum WrittenSong {
    /// A meter that is felt in two, a ramp of each kind, steps, a held beat, endings, volumes and a count-in.
    package static let ofAllKinds = """
        title = "All of it"
        tempo = 300
        count_in = 1

        [[section]]
        label = "intro"
        bars = 2
        pattern = "X.x."

        [[section]]
        label = "verse"
        bars = 2
        times = 2
        [[section.ending]]
        bars = 1
        [[section.ending]]
        bars = 2
        tempo = { to = 200 }
        fermata = 2

        [[section]]
        label = "bridge"
        bars = 3
        meter = "7/8"
        tempo = { from = 150, to = 210, over = "time" }
        volume = "60%"

        [[section]]
        label = "coda"
        bars = 4
        meter = "6/8"
        beat = "dotted-quarter"
        tempo = { from = 240, to = 160, over = "steps" }
        tempo_note = "dotted-quarter"
        volume = "50%"
        """
}
