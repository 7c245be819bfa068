// SPDX-License-Identifier: Apache-2.0

internal import CALSA
internal import Glibc

/// What is behind an ALSA name, as far as playback depends on it.
public enum DeviceKind: Sendable, Hashable, CaseIterable {
    /// A sound card, or a plugin about which nothing else is known.
    case card
    /// A screen or a receiver, which is slow to wake.
    case hdmi
    /// A headset or a speaker by Bluetooth.
    case bluetooth
    /// A PulseAudio or PipeWire server, whose sink may sleep.
    case server
    /// A JACK server, whose sink never sleeps.
    case jack

    /// The silence before the first beat where none is configured, in ms.
    public var prerollMs: Int {
        switch self {
        case .card, .jack: 0
        case .server: 100
        case .bluetooth: 300
        case .hdmi: 400
        }
    }

    /// Whether another program takes the frames and passes them on.
    public var isServer: Bool { self == .server || self == .jack || self == .bluetooth }

    /// By how alsa-lib describes a PCM and all that it is made of, and by what the card calls its output.
    init(description: String, output: String) {
        let text = description.lowercased()
        if text.contains("bluealsa") || text.contains("bluetooth") {
            self = .bluetooth
        } else if text.contains("pulseaudio") || text.contains("pipewire") {
            self = .server
        } else if text.contains("jack pcm") {
            self = .jack
        } else if output.lowercased().contains("hdmi") || output.contains("DisplayPort") {
            self = .hdmi
        } else {
            self = .card
        }
    }

    /// The kind of an open PCM.
    init(_ pcm: OpaquePointer) {
        var output: OpaquePointer?
        var description = ""
        if unsafe snd_output_buffer_open(&output) >= 0, let output = unsafe output {
            unsafe snd_pcm_dump(pcm, output)
            var text: UnsafeMutablePointer<CChar>?
            let count = unsafe snd_output_buffer_string(output, &text)
            if let text = unsafe text {
                let bytes = unsafe UnsafeRawBufferPointer(start: text, count: count)
                description = unsafe String(decoding: bytes, as: UTF8.self)
            }
            unsafe snd_output_close(output)
        }
        var name = ""
        var info: OpaquePointer?
        if unsafe snd_pcm_info_malloc(&info) >= 0, let info = unsafe info {
            if unsafe snd_pcm_info(pcm, info) >= 0 {
                name =
                    unsafe String(cString: snd_pcm_info_get_id(info)) + " "
                    + String(cString: snd_pcm_info_get_name(info))
            }
            unsafe snd_pcm_info_free(info)
        }
        self.init(description: description, output: name)
    }
}
