// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl
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

    /// How long the list of sounds counts as known.
    private static let listAge = TimeAmount.seconds(5)

    private typealias Finish = (Found) -> Void

    private let loop: any EventLoop
    private let pool: NIOThreadPool
    private let read: @Sendable (_ name: String, _ path: String?) -> PageFile?
    private var shelf = SoundShelf<Finish>()
    private var list: (sounds: [SoundList.Entry], atTime: NIODeadline)?
    /// Who waits for the list.
    private var asking: [(DaemonLink.Outcome) -> Void] = []

    /// - Parameter read: reads a file, or what is built in where the path is nil; nil where it cannot. May wait.
    init(
        loop: any EventLoop, pool: NIOThreadPool,
        read: @escaping @Sendable (_ name: String, _ path: String?) -> PageFile? = SoundStore.load
    ) {
        self.loop = loop
        self.pool = pool
        self.read = read
    }

    /// Forgets what was told: this may be another daemon.
    func forget() {
        shelf.forget()
        list = nil
    }

    /// Finds a sound by the name that the daemon lists it by.
    ///
    /// - Parameter playing: the path of a sound that plays, by the name that pages are told; nil for none.
    func find(
        _ name: String, playing: @escaping (String) -> String?,
        asking daemon: (_ method: String, _ finish: @escaping (DaemonLink.Outcome) -> Void) -> Void,
        finish: @escaping (Found) -> Void
    ) {
        if let list, list.atTime + Self.listAge > loop.now {
            return find(name, in: list.sounds, playing, finish)
        }
        asking.append { [weak self] outcome in
            guard let self, let list, case .result = outcome else { return finish(.unanswered(outcome)) }
            find(name, in: list.sounds, playing, finish)
        }
        // One question is enough for all who ask meanwhile.
        guard asking.count == 1 else { return }
        daemon("sound.list") { [weak self] in self?.take($0) }
    }

    /// Takes the list in, and answers who waits for it.
    private func take(_ outcome: DaemonLink.Outcome) {
        let waiters = asking
        asking = []
        if case .result(let value) = outcome {
            // A file may have been replaced by another of its name.
            shelf.forget()
            let sounds = (try? JSONLine.decode(SoundList.self, from: JSONLine.encode(value)))?.sounds
            list = sounds.map { ($0, loop.now) }
        }
        for waiter in waiters { waiter(outcome) }
    }

    private func find(
        _ name: String, in sounds: [SoundList.Entry], _ playing: (String) -> String?, _ finish: @escaping Finish
    ) {
        let path: String?
        if let entry = sounds.first(where: { $0.name == name }) {
            path = entry.path
        } else if let played = playing(name), SoundLibrary.isPath(played) {
            path = played
        } else {
            return finish(.none)
        }
        switch shelf.ask(name, path: path, finish, atNs: nowNs) {
        case .answer(let file): finish(file.map(Found.file) ?? .none)
        case .wait: break
        case .read(let key):
            pool.runIfActive(eventLoop: loop) { [read] in read(name, path) }
                .assumeIsolated()
                .whenComplete { [weak self] result in
                    guard let self else { return }
                    let file = (try? result.get()).flatMap { $0 }
                    for finish in shelf.take(key, file, atNs: nowNs) { finish(file.map(Found.file) ?? .none) }
                }
        }
    }

    private var nowNs: Int64 { Int64(clamping: loop.now.uptimeNanoseconds) }

    /// Reads a file, or takes what is built in. Waits.
    @Sendable static func load(_ name: String, _ path: String?) -> PageFile? {
        let audio: DecodedAudio?
        if let path {
            audio = try? DecodedAudio(path: path)
        } else {
            audio = try? SoundLibrary(directories: []).load(named: name)
        }
        return audio.map { PageFile(name: "\(name).wav", bytes: WAVFile.bytes(of: $0)) }
    }
}
