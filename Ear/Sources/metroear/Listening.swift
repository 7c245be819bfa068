// SPDX-License-Identifier: GPL-3.0-or-later

import Bridges
import FoundationEssentials
import Hearing

/// Listens to a device, and opens it again once it is back.
final class Listening {
    /// What has come of listening.
    enum Report {
        case heard(HeardOnsets.Heard)
        case say(String)
    }

    let device: String
    private let instrument: Instrument?
    private let lateMs: Double
    private var microphone: Microphone?
    private var onsets: HeardOnsets?
    /// Why nothing is heard; nil before the first try, and while something is.
    private(set) var trouble: String?
    private var triedNs: Int64?
    /// When frames came last.
    private var heardNs: Int64 = 0

    /// Between two tries to open the device, and without a frame before it counts as lost.
    private static let (againNs, hangsNs): (Int64, Int64) = (1_000_000_000, 2_000_000_000)

    /// `lateMs` is what the device adds and does not report; what was measured of it, unless given.
    init(_ device: String, for instrument: Instrument?, lateMs: Double? = nil) {
        (self.device, self.instrument) = (device, instrument)
        self.lateMs =
            lateMs ?? InputDelays(environment: ProcessInfo.processInfo.environment).ms(of: device) ?? 0
    }

    var isOpen: Bool { microphone != nil }

    /// Takes what has come until now, or waits so long for it. `clicks` says which clicks of the metronome are heard in a stretch of time.
    func turn(
        atNs now: Int64, waitingMs: CInt, clicks: (Range<Int64>) -> [HeardOnsets.Click] = { _ in [] }
    ) -> [Report] {
        guard let microphone else { return open(atNs: now) }
        switch microphone.turn(waitingMs: waitingMs) {
        case .frames(let frames, let position):
            if !frames.isEmpty { heardNs = now }
            if now - heardNs > Self.hangsNs { return lose() }
            return onsets?.take(frames, position: position, clicks: clicks).map { .heard($0) } ?? []
        case .xrun:
            heardNs = now
            onsets?.restart()
            return [.say("frames were lost; strokes near them may be missed")]
        case .lost: return lose()
        }
    }

    private func lose() -> [Report] {
        microphone = nil
        return complain("\(device) is gone; waiting for it")
    }

    private func open(atNs now: Int64) -> [Report] {
        if let triedNs, now - triedNs < Self.againNs { return [] }
        triedNs = now
        do {
            let microphone = try Microphone(device)
            guard let onsets = HeardOnsets(rate: microphone.rate, for: instrument, lateMs: lateMs) else {
                return complain(
                    "\(device) has \(microphone.rate) Hz, which cannot be heard: choose another with --device")
            }
            (self.microphone, self.onsets, trouble, heardNs) = (microphone, onsets, nil, now)
            return [.say("hears \(device) at \(microphone.rate) Hz; nothing of the sound is kept")]
        } catch {
            return complain("cannot hear \(device): \(error.reason); trying again")
        }
    }

    /// Says it once.
    private func complain(_ text: String) -> [Report] {
        let isNew = trouble == nil
        trouble = text
        return isNew ? [.say(text)] : []
    }
}
