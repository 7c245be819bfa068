// SPDX-License-Identifier: Apache-2.0

import ControlSamples
import MetronomeControl
import NIOCore
import Sound
import Testing

@testable import Web

@Suite struct EventFrameTests {
    @Test func `messages are numbered, end with a blank line, and make one chunk`() {
        let text = String(buffer: EventFrame.messages([Array("{\"a\":1}\n".utf8), Array("{}".utf8)], from: 41))
        let events = "id: 41\ndata: {\"a\":1}\n\nid: 42\ndata: {}\n\n"
        #expect(text == "\(String(events.utf8.count, radix: 16))\r\n\(events)\r\n")
    }

    @Test func `a line end within a message begins no field of its own`() {
        let text = String(buffer: EventFrame.messages([Array("a\nid: 7\nb".utf8)], from: 1))
        #expect(text.contains("data: a\ndata: id: 7\ndata: b\n\n"))
    }

    @Test func `a heartbeat is an event of its own, and no message`() {
        #expect(String(buffer: EventFrame.heartbeat) == "1a\r\nevent: heartbeat\ndata: 0\n\n\r\n")
    }

    @Test func `a sound becomes a WAV file that is read as the same sound`() throws {
        let audio = DecodedAudio(sampleRate: 44100, channels: 2, frames: [0, 0.5, -1, 1, 2, .nan])
        let bytes = WAVFile.bytes(of: audio)
        let read = try DecodedAudio(bytes: bytes, name: "x.wav")
        #expect(bytes.count == 44 + 12)
        #expect(read.sampleRate == 44100)
        #expect(read.channels == 2)
        for (one, other) in zip(read.frames, [0, 0.5, -1, 1, 1, 0] as [Float]) { #expect(abs(one - other) < 1e-4) }
    }

    @Test func `a QR code has its three corners, whatever the text`() throws {
        for text in ["x", "http://192.168.178.20:8120/#t=" + Token.random().text] {
            let code = try #require(QRCode(text))
            #expect((code.width - 21) % 4 == 0)
            for corner in [0, code.width - 7, code.width * (code.width - 7)] {
                #expect((0..<7).allSatisfy { code.isDark[corner + $0] })
            }
            let rows = code.terminalText.split(separator: "\n")
            #expect(rows.count == (code.width + 5) / 2)
            #expect(rows.allSatisfy { $0.hasSuffix("\u{1B}[0m") })
        }
        #expect(QRCode(String(repeating: "x", count: 10_000)) == nil)
    }
}
