// SPDX-License-Identifier: Apache-2.0

public import Rhythm

extension Metronome {
    /// A beat, and when it is heard.
    public struct Beat: Sendable, Hashable {
        /// Which start it belongs to, 1 for the daemon's first.
        public var run: Int
        /// Beats since that start, from 0.
        public var index: Int
        /// The bar, from 1.
        public var bar: Int
        /// The beat of the bar, from 1.
        public var beat: Int
        /// Whether the bell rings on it.
        public var bell: Bool
        /// Beats per minute.
        public var bpm: Double
        /// When it is heard.
        public var time: ClockTime

        init(_ beat: PredictedMusic.Beat, run: Int) {
            self.run = run
            self.index = beat.index
            self.bar = beat.bar
            self.beat = beat.beat
            self.bell = beat.bell
            self.bpm = beat.bpm
            self.time = ClockTime(nanoseconds: beat.atNs)
        }
    }
}
