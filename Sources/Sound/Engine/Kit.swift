// SPDX-License-Identifier: Apache-2.0

public import MetronomeRhythm

/// What each accent sounds like. Real-time safe.
public struct Kit: BitwiseCopyable, Sendable {
    /// A sample and how loud it is played.
    public struct Sound: BitwiseCopyable, Sendable {
        /// What is played.
        public var sample: Sample.View
        /// Linear.
        public var gain: Float

        /// At full level unless a gain is given.
        @_noLocks public init(_ sample: Sample.View, gain: Float = 1) {
            self.sample = sample
            self.gain = gain
        }
    }

    private var sounds: InlineArray<5, Sound>

    /// The same sound for every accent.
    @_noLocks public init(_ sound: Sound) { sounds = InlineArray(repeating: sound) }

    /// The metronome's: one sound for the beats, one for the bell, a louder beat for the accents and a softer one for the
    /// ghosts.
    @_noLocks public init(beat: Sample.View, bell: Sample.View) {
        self.init(Sound(beat))
        self[.bell] = Sound(bell)
        self[.accent] = Sound(beat, gain: 1.5)
        self[.ghost] = Sound(beat, gain: 0.4)
    }

    /// The sound of an accent.
    public subscript(accent: Accent) -> Sound {
        @_noLocks get { sounds[Self.index(accent)] }
        @_noLocks set { sounds[Self.index(accent)] = newValue }
    }

    /// The longest lead of its sounds, in frames.
    var longestLead: Int {
        @_noLocks get {
            var longest = 0
            for index in 0..<5 { longest = max(longest, sounds[index].sample.lead) }
            return longest
        }
    }

    @_noLocks private static func index(_ accent: Accent) -> Int {
        switch accent {
        case .bell: 0
        case .accent: 1
        case .normal: 2
        case .ghost: 3
        case .mute: 4
        }
    }
}

/// The kits of a plan, in memory that nothing changes. Whoever owns it keeps it, and the samples, alive as long as a plan
/// points at it.
@safe public final class KitSet: @unchecked Sendable {
    // Unchecked: the memory is written once, before the initialiser returns, and only read afterwards.
    let view: View
    private let memory: UnsafeMutablePointer<Kit>

    /// What the renderer reads.
    @safe struct View: BitwiseCopyable, @unchecked Sendable {
        // Unchecked: immutable memory, whose owner outlives every plan that points at it.
        private let kits: UnsafePointer<Kit>
        private let count: Int
        let longestLead: Int

        @_noLocks init(_ kits: UnsafePointer<Kit>, count: Int, longestLead: Int) {
            unsafe self.kits = kits
            self.count = count
            self.longestLead = longestLead
        }

        /// A kit; the first where there is none of that number.
        @_noLocks subscript(number: Int) -> Kit { unsafe kits[number < count ? number : 0] }
    }

    /// Kits, at least one, numbered from 0.
    public init(_ kits: [Kit]) {
        precondition(!kits.isEmpty)
        unsafe memory = .allocate(capacity: kits.count)
        for (index, kit) in kits.enumerated() { unsafe (memory + index).initialize(to: kit) }
        unsafe view = View(memory, count: kits.count, longestLead: kits.map(\.longestLead).max() ?? 0)
    }

    deinit { unsafe memory.deallocate() }
}
