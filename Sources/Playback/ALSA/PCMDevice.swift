// SPDX-License-Identifier: Apache-2.0

internal import CALSA
internal import CMetronomeLinux
internal import Glibc
internal import MetronomeBounds
public import MetronomeRhythm
internal import Synchronization

/// An open ALSA playback device. Opened, started and closed off the real-time thread, since all of these block until a
/// sound server answers.
@safe public final class PCMDevice: @unchecked Sendable {
    // Unchecked: after `start` only the real-time thread touches the PCM, until it has handed it back.

    /// What the real-time thread needs of a device. Valid until the device is closed.
    @safe public struct Handle: BitwiseCopyable, @unchecked Sendable {
        // Unchecked: used by one thread at a time, handed over through the rings.
        let pcm: OpaquePointer
        /// Room for `DeviceStream.chunkFrames` converted frames.
        let staging: UnsafeMutableRawPointer
        /// Tells devices apart in reports.
        public let id: UInt64
        /// The format negotiated.
        public let format: SampleFormat
        /// Channels of the device.
        public let channels: Int
        /// The rate negotiated.
        public let sampleRate: SampleRate
        /// Frames of a period, as the device set it.
        public let periodFrames: Int
        /// Frames of the ring, as the device set it.
        public let bufferFrames: Int
    }

    /// How a device was started.
    public struct Start: Sendable, Hashable, BitwiseCopyable {
        /// The silence it was filled with, in frames.
        public var frames: Int
        /// When it was started, on CLOCK_MONOTONIC.
        public var time: ClockTime
        /// It consumes everything at once: it has no clock of its own, and nothing is heard from it.
        public var isTimeless: Bool
        /// The silence before the first beat, in frames: a sink that sleeps does not play what wakes it.
        public var prerollFrames: Int
        /// Another program takes the frames, by the period.
        public var isServed = false
    }

    /// Rates asked for, in order, before the device's own.
    private static let rates: [UInt32] = [48000, 44100]
    /// A period and a ring, in seconds: small wake-ups where the device drives them, and room for any fill.
    private static let periodSeconds = 0.01
    private static let bufferSeconds = 0.5

    /// Whether alsa-lib has opened a device: it has read its configuration then, by code of which playing needs nothing.
    private static let isOpenedBefore = Atomic(false)

    /// The name it was opened by.
    public let name: String
    /// What the real-time thread is given.
    public let handle: Handle
    /// What is behind the name.
    public let kind: DeviceKind

    /// Opens an ALSA PCM by name and negotiates format, rate and channels: as near to the number asked for as it has them.
    /// Blocks; never real-time safe.
    ///
    /// Throws `PlaybackError`.
    public init(name: String, id: UInt64, channels: Int = 2) throws(PlaybackError) {
        calsa_capture_messages()
        _ = unsafe calsa_take_message()
        var opened: OpaquePointer?
        let error = unsafe snd_pcm_open(&opened, name, SND_PCM_STREAM_PLAYBACK, Int32(SND_PCM_NONBLOCK))
        guard error >= 0, let pcm = unsafe opened else { throw Self.failure(name, error, while: "opening it") }
        // What alsa-lib reported before it opened the device is not the reason of a later failure.
        _ = unsafe calsa_take_message()
        do throws(PlaybackError) {
            handle = try unsafe Self.negotiate(pcm, name: name, id: id, channels: channels)
            self.name = name
            kind = unsafe DeviceKind(pcm)
            // What follows now is what the real-time thread runs too. While it plays another device, it is not touched.
            if !Self.isOpenedBefore.exchange(true, ordering: .relaxed) { unsafe linux_release_library("libasound") }
        } catch {
            unsafe snd_pcm_close(pcm)
            throw error
        }
    }

    /// Closes the device. Blocks; call once, after the real-time thread has released it.
    public func close() {
        unsafe snd_pcm_drop(handle.pcm)
        unsafe snd_pcm_close(handle.pcm)
        unsafe handle.staging.deallocate()
    }

    static func failure(_ name: String, _ code: Int32, while action: String) -> PlaybackError {
        let message = unsafe String(cString: calsa_take_message())
        // Of an absent card, names such as "hdmi:CARD=X" are to alsa-lib aliases that take no arguments.
        let takesNone = message.contains("Unknown parameters")
        let isOfNoCard = message.contains("Cannot get card index") || takesNone && namesAbsentCard(name)
        let takesOthers = message.hasPrefix("parse_args: ") || takesNone && !isOfNoCard
        let reason =
            switch -code {
            case ENOENT where takesOthers, EINVAL where takesOthers:
                "alsa-lib knows no such device, or not these arguments"
            case ENOENT, ENODEV, ENXIO: PlaybackError.absence
            case EINVAL where isOfNoCard: PlaybackError.absence
            case EBUSY: "another program holds the device"
            case EACCES, EPERM: "permission denied (is the user in the group 'audio'?)"
            case ECONNREFUSED, EHOSTDOWN: "its sound server is not running"
            default: unsafe "\(String(cString: snd_strerror(code))) while \(action)"
            }
        return PlaybackError(device: name, reason: reason, detail: message)
    }

    /// Whether an argument such as `CARD=X`, or the first of arguments without names, is a card that is not there.
    private static func namesAbsentCard(_ name: String) -> Bool {
        let arguments = name.drop { $0 != ":" }.dropFirst().split(separator: ",")
        let named = arguments.first { $0.hasPrefix("CARD=") }?.dropFirst(5)
        // The identifier of a card has letters, digits and _.
        let first = arguments.first.flatMap { $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } ? $0 : nil }
        guard let card = named ?? first else { return false }
        return unsafe snd_card_get_index(String(card)) < 0
    }

    private static func negotiate(
        _ pcm: OpaquePointer, name: String, id: UInt64, channels wanted: Int
    ) throws(PlaybackError) -> Handle {
        var allocated: OpaquePointer?
        guard unsafe snd_pcm_hw_params_malloc(&allocated) >= 0, let parameters = unsafe allocated else {
            throw failure(name, -ENOMEM, while: "negotiating")
        }
        defer { unsafe snd_pcm_hw_params_free(parameters) }
        var error = unsafe snd_pcm_hw_params_any(pcm, parameters)
        guard error >= 0 else { throw failure(name, error, while: "asking what it can do") }
        error = unsafe snd_pcm_hw_params_set_access(pcm, parameters, SND_PCM_ACCESS_RW_INTERLEAVED)
        guard error >= 0 else { throw failure(name, error, while: "asking for interleaved access") }

        let offered = SampleFormat.allCases.first {
            unsafe snd_pcm_hw_params_test_format(pcm, parameters, $0.alsa) == 0
        }
        guard let format = offered else {
            throw PlaybackError(device: name, reason: "it takes none of float, s32, s24 and s16", detail: "")
        }
        error = unsafe snd_pcm_hw_params_set_format(pcm, parameters, format.alsa)
        guard error >= 0 else { throw failure(name, error, while: "setting the format") }

        // Samples are resampled at load, so alsa-lib's run-time converter only costs quality.
        unsafe snd_pcm_hw_params_set_rate_resample(pcm, parameters, 0)
        var rate = rates.first { unsafe snd_pcm_hw_params_test_rate(pcm, parameters, $0, 0) == 0 } ?? rates[0]
        error = unsafe snd_pcm_hw_params_set_rate_near(pcm, parameters, &rate, nil)
        guard error >= 0 else { throw failure(name, error, while: "setting the rate") }
        guard let sampleRate = SampleRate(hertz: Int(rate)) else {
            throw PlaybackError(device: name, reason: "its rate is \(rate) Hz; 8000...192000 is allowed", detail: "")
        }
        var channels = UInt32(clamping: wanted)
        error = unsafe snd_pcm_hw_params_set_channels_near(pcm, parameters, &channels)
        guard error >= 0 else { throw failure(name, error, while: "setting the channels") }
        // The thread's own clock says when to write, so the device's interrupts are not needed.
        if unsafe snd_pcm_hw_params_can_disable_period_wakeup(parameters) == 1 {
            unsafe snd_pcm_hw_params_set_period_wakeup(pcm, parameters, 0)
        }
        try unsafe setSizes(pcm, parameters, rate: rate, name: name)

        var period: snd_pcm_uframes_t = 0
        var buffer: snd_pcm_uframes_t = 0
        unsafe snd_pcm_hw_params_get_period_size(parameters, &period, nil)
        unsafe snd_pcm_hw_params_get_buffer_size(parameters, &buffer)
        try unsafe setSoftwareParameters(pcm, period: period, name: name)
        let bytes = DeviceStream.chunkFrames * Int(channels) * format.bytes
        let staging = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 16)
        // Touched here, so that the real-time thread does not wait for its pages.
        unsafe staging.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
        return unsafe Handle(
            pcm: pcm, staging: staging, id: id, format: format, channels: Int(channels), sampleRate: sampleRate,
            periodFrames: Int(period),
            bufferFrames: Int(buffer))
    }

    /// Asks for period, then ring; a device that cannot have both (JACK's plugin) gets the period only, then neither.
    private static func setSizes(
        _ pcm: OpaquePointer, _ parameters: OpaquePointer, rate: UInt32, name: String
    ) throws(PlaybackError) {
        var error: Int32 = 0
        for attempt in 0..<3 {
            var copy: OpaquePointer?
            guard unsafe snd_pcm_hw_params_malloc(&copy) >= 0, let candidate = unsafe copy else { break }
            defer { unsafe snd_pcm_hw_params_free(candidate) }
            unsafe snd_pcm_hw_params_copy(candidate, parameters)
            var period = snd_pcm_uframes_t(UInt64(clamping: Double(rate) * periodSeconds))
            var buffer = snd_pcm_uframes_t(UInt64(clamping: Double(rate) * bufferSeconds))
            if attempt < 2 { unsafe snd_pcm_hw_params_set_period_size_near(pcm, candidate, &period, nil) }
            if attempt < 1 { unsafe snd_pcm_hw_params_set_buffer_size_near(pcm, candidate, &buffer) }
            error = unsafe snd_pcm_hw_params(pcm, candidate)
            if error >= 0 {
                unsafe snd_pcm_hw_params_copy(parameters, candidate)
                return
            }
        }
        throw failure(name, error, while: "setting period and buffer")
    }

    /// The device starts when it is told to, and never wakes the thread; it stops when its ring runs dry.
    private static func setSoftwareParameters(
        _ pcm: OpaquePointer, period: snd_pcm_uframes_t, name: String
    ) throws(PlaybackError) {
        var allocated: OpaquePointer?
        guard unsafe snd_pcm_sw_params_malloc(&allocated) >= 0, let parameters = unsafe allocated else {
            throw failure(name, -ENOMEM, while: "negotiating")
        }
        defer { unsafe snd_pcm_sw_params_free(parameters) }
        var boundary: snd_pcm_uframes_t = 0
        unsafe snd_pcm_sw_params_current(pcm, parameters)
        unsafe snd_pcm_sw_params_get_boundary(parameters, &boundary)
        unsafe snd_pcm_sw_params_set_start_threshold(pcm, parameters, boundary)
        unsafe snd_pcm_sw_params_set_avail_min(pcm, parameters, period)
        let error = unsafe snd_pcm_sw_params(pcm, parameters)
        guard error >= 0 else { throw failure(name, error, while: "setting thresholds") }
    }
}
