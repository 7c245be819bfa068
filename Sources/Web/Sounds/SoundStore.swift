// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import NIOCore
internal import NIOPosix
internal import Sound

/// The sounds of the daemon, as browsers play them. Belongs to the event loop; files are read by a worker.
///
/// Only what the daemon lists, or plays, is read: a name that a browser sends is compared and never opened.
final class SoundStore {
    /// What was found of a name.
    enum Found {
        case file(PageFile)
        case none
        /// The daemon did not say what sounds there are.
        case unanswered(DaemonLink.Outcome)
    }

    /// Sounds that are kept. More than a kit has.
    private static let mostFiles = 64
    /// How long the list of sounds counts as known.
    private static let listAge = TimeAmount.seconds(5)

    private let loop: any EventLoop
    private let pool: NIOThreadPool
    private var files: [String: PageFile] = [:]
    private var list: (sounds: [SoundList.Entry], atTime: NIODeadline)?

    init(loop: any EventLoop, pool: NIOThreadPool) {
        self.loop = loop
        self.pool = pool
    }

    /// Forgets what was told: this may be another daemon.
    func forget() {
        files = [:]
        list = nil
    }

    /// Finds a sound by the name that the daemon lists it by, or by the path of one that plays.
    func find(_ name: String, inUse: [String], over link: DaemonLink, finish: @escaping (Found) -> Void) {
        if let list, list.atTime + Self.listAge > .now() {
            return find(name, in: list.sounds, inUse, finish)
        }
        link.request("sound.list") { [weak self] outcome in
            guard let self else { return }
            guard case .result(let value) = outcome,
                let found = try? JSONLine.decode(SoundList.self, from: JSONLine.encode(value))
            else { return finish(.unanswered(outcome)) }
            if list?.sounds != found.sounds { files = [:] }
            list = (found.sounds, .now())
            find(name, in: found.sounds, inUse, finish)
        }
    }

    private func find(
        _ name: String, in sounds: [SoundList.Entry], _ inUse: [String], _ finish: @escaping (Found) -> Void
    ) {
        let path: String?
        if let entry = sounds.first(where: { $0.name == name }) {
            path = entry.path
        } else if inUse.contains(name), SoundLibrary.isPath(name) {
            path = name
        } else {
            return finish(.none)
        }
        if let file = files[name] { return finish(.file(file)) }
        pool.runIfActive(eventLoop: loop) { Self.load(name, path) }
            .assumeIsolated()
            .whenComplete { [weak self] result in
                guard case .success(let file?) = result else { return finish(.none) }
                if let self, files.count < Self.mostFiles { files[name] = file }
                finish(.file(file))
            }
    }

    /// Reads a file, or takes what is built in. Waits.
    private static func load(_ name: String, _ path: String?) -> PageFile? {
        let audio: DecodedAudio?
        if let path {
            audio = try? DecodedAudio(path: path)
        } else {
            audio = try? SoundLibrary(directories: []).load(named: name)
        }
        return audio.map { PageFile(name: "\(name).wav", bytes: WAVFile.bytes(of: $0)) }
    }
}
