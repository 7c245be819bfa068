// SPDX-License-Identifier: Apache-2.0

internal import NIOCore

/// The sounds that are kept as browsers play them, and who waits for those that are being read.
///
/// Each is read once for all who ask meanwhile, and one that cannot be read is not tried again for a while. What is kept has
/// a bound in bytes; what was not asked for the longest goes first. A pure value: `SoundStore` reads.
struct SoundShelf<Waiter> {
    /// A sound, as the daemon has it at present.
    struct Key: Hashable {
        let name: String
        /// Nil for one that is built in.
        let path: String?
        fileprivate let age: Int
    }

    /// What is done for who asks.
    enum Step {
        /// The sound; nil where it cannot be read.
        case answer(PageFile?)
        /// It is to be read, and ``take(_:_:atNs:)`` be called; who asked waits.
        case read(Key)
        /// It is being read already; who asked waits.
        case wait
    }

    /// The most that is kept, in bytes. The largest file has 32 MiB.
    static var mostBytes: Int { 48 << 20 }
    /// How long a sound that could not be read is not tried again.
    static var failureNs: Int64 { 5_000_000_000 }

    private struct Kept {
        let file: PageFile?
        let atNs: Int64
        var use: Int
    }

    private var kept: [Key: Kept] = [:]
    private var waiting: [Key: [Waiter]] = [:]
    private var age = 0
    private var uses = 0
    /// How much is kept.
    private(set) var bytes = 0

    /// Somebody asks for a sound.
    mutating func ask(_ name: String, path: String?, _ waiter: Waiter, atNs nowNs: Int64) -> Step {
        let key = Key(name: name, path: path, age: age)
        if var found = kept[key] {
            if found.file != nil || nowNs - found.atNs < Self.failureNs {
                uses += 1
                found.use = uses
                kept[key] = found
                return .answer(found.file)
            }
            remove(key)
        }
        guard waiting[key] == nil else {
            waiting[key, default: []].append(waiter)
            return .wait
        }
        waiting[key] = [waiter]
        return .read(key)
    }

    /// A sound was read; nil where it could not be. Returns who waits for it.
    mutating func take(_ key: Key, _ file: PageFile?, atNs nowNs: Int64) -> [Waiter] {
        let waiters = waiting.removeValue(forKey: key) ?? []
        let size = file?.bytes.readableBytes ?? 0
        guard key.age == age, size <= Self.mostBytes else { return waiters }
        while bytes + size > Self.mostBytes, let oldest = kept.filter({ $0.value.file != nil }).min(by: Self.isOlder) {
            remove(oldest.key)
        }
        uses += 1
        kept[key] = Kept(file: file, atNs: nowNs, use: uses)
        bytes += size
        return waiters
    }

    /// Forgets all: this may be another daemon, or other files. Who waits is still answered.
    mutating func forget() {
        kept = [:]
        bytes = 0
        age += 1
    }

    private mutating func remove(_ key: Key) { bytes -= kept.removeValue(forKey: key)?.file?.bytes.readableBytes ?? 0 }

    private static func isOlder(_ one: (key: Key, value: Kept), _ other: (key: Key, value: Kept)) -> Bool {
        one.value.use < other.value.use
    }
}
