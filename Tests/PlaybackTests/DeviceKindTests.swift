// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Playback

@Suite struct DeviceKindTests {
    @Test(arguments: [
        ("ALSA <-> PulseAudio PCM I/O Plugin\nIts setup is:", "", DeviceKind.server),
        ("ALSA <-> PipeWire PCM I/O Plugin\nIts setup is:", "", .server),
        ("Plug PCM: Route conversion PCM\nSlave: ALSA <-> JACK PCM I/O Plugin", "", .jack),
        ("BlueALSA PCM: /org/bluealsa/hci0/dev_00_11", "", .bluetooth),
        ("Hardware PCM card 0 'HDA NVidia' device 3 subdevice 0", "HDMI 0 HDMI 0", .hdmi),
        ("Hardware PCM card 0 'HDA Intel PCH' device 0 subdevice 0", "ALC257 Analog ALC257 Analog", .card),
        ("Null PCM", "", .card),
    ])
    func `it is known by how alsa-lib describes it`(description: String, output: String, kind: DeviceKind) {
        #expect(DeviceKind(description: description, output: output) == kind)
    }

    @Test func `what never sleeps needs no silence first`() {
        #expect(DeviceKind.card.prerollMs == 0 && DeviceKind.jack.prerollMs == 0)
        for kind in [DeviceKind.server, .bluetooth, .hdmi] { #expect(100...500 ~= kind.prerollMs) }
    }
}
