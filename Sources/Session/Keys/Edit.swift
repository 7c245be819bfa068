// SPDX-License-Identifier: Apache-2.0

/// Values for some of the keys: the only way in which ``Settings`` change.
///
/// What a request asks for, what the flags, the environment, the configuration file and the saved state state, and what a
/// reload changes are all edits.
public struct Edit: Sendable, Hashable {
    /// The values, by the name of the key.
    public private(set) var values: [String: SettingValue] = [:]

    /// No value for any key.
    public init() {}

    /// Values for some keys.
    public init(_ values: [Key: SettingValue]) {
        for (key, value) in values { self[key] = value }
    }

    /// The value for a key; nil where the edit leaves it alone.
    public subscript(key: Key) -> SettingValue? {
        get { values[key.name] }
        set { values[key.name] = newValue }
    }

    /// Whether it leaves everything alone.
    public var isEmpty: Bool { values.isEmpty }

    /// The keys that it has a value for, in the order of the table.
    public var keys: [Key] { values.keys.compactMap { Key.places[$0] }.sorted().map { Key.all[$0] } }

    /// Whether it has a value for the tempo.
    package var setsTempo: Bool { keys.contains { $0.form == .tempo } }

    /// The trainers that it sets.
    package var trainers: Set<Trainer.Kind> {
        Set(
            values.compactMap { name, value in
                guard case .trainer(.some) = value, case .trainer(let kind)? = Key.named(name)?.form else { return nil }
                return kind
            })
    }

    /// Leaves the tempo alone.
    package mutating func removeTempo() { for key in keys where key.form == .tempo { self[key] = nil } }

    /// The settings that follow, all or nothing.
    ///
    /// - Throws: where a relative value leads out of its range; the error has the key.
    public func applied(to former: Settings) throws(SettingError) -> Settings { try applied(to: former, lanes: nil) }

    /// The settings that follow; `lanes` is what becomes of the lanes, where that is known.
    func applied(to former: Settings, lanes: LaneRoster?) throws(SettingError) -> Settings {
        var settings = try appliedUnchecked(to: former, lanes: lanes)
        // What could be played before needs no look.
        if settings.playsLanes(as: former) { return settings }
        do throws(SettingError) { try settings.deriveLanes() } catch {
            var error = error
            error.key = keys.first { $0.form == .lanes } ?? keys.last
            throw error
        }
        return settings
    }

    /// The settings that follow, without a look at whether their lanes can be played: what that costs grows with the lanes.
    package func appliedUnchecked(to former: Settings, lanes: LaneRoster? = nil) throws(SettingError) -> Settings {
        var settings = former
        // A tempo may count a note: it is set when it is known which note a beat is. A trainer may begin with it.
        let keys = keys
        for turn in 0...2 {
            for key in keys where key.turn == turn {
                guard let value = self[key] else { continue }
                if let lanes, key.form == .lanes {
                    settings.lanes = lanes
                    continue
                }
                do throws(SettingError) {
                    try key.set(value, &settings)
                } catch {
                    var error = error
                    error.key = key
                    throw error
                }
            }
        }
        if values["bell.every"] != nil, values["accents"] == nil { settings.ringBellInAccents() }
        return settings
    }

    /// The part of the edit that can be applied to some settings, and the keys that are left out: accents of another bar, for
    /// instance.
    public func fitting(_ settings: Settings) -> (edit: Edit, leftOut: [Key]) {
        var (edit, leftOut) = (self, [Key]())
        while !edit.isEmpty {
            do throws(SettingError) {
                _ = try edit.applied(to: settings)
                break
            } catch {
                guard let key = error.key.flatMap({ edit[$0] == nil ? nil : $0 }) ?? edit.keys.first else { break }
                leftOut.append(key)
                edit[key] = nil
            }
        }
        return (edit, leftOut)
    }

    /// The value of a key for a change that waits, of which these settings would follow now: none that is relative to what
    /// will be in force. A change of one lane stays a change of that lane, whatever becomes of the others.
    package func waiting(_ key: Key, in settings: Settings) -> SettingValue? {
        guard case .lanes(let changes) = self[key] else { return key.value(in: settings) }
        return .lanes(changes.map { $0.settled(in: settings.lanes) })
    }

    /// What is left without the keys that another edit decides.
    public func without(_ other: Edit) -> Edit {
        let decided = Set(other.keys.map(\.unit))
        return filter { !decided.contains($0.unit) }
    }

    /// This edit, with the values of another edit for keys that this one has no value for.
    public func filled(from other: Edit) -> Edit {
        var edit = other
        edit.values.merge(values) { $1 }
        return edit
    }

    /// What this says otherwise than an earlier edit. Keys that are one unit stay together.
    public func changes(since earlier: Edit) -> Edit {
        let changed = Set(Key.all.filter { self[$0] != earlier[$0] }.map(\.unit))
        return filter { changed.contains($0.unit) }
    }

    /// What is kept of the settings from one run of the daemon to the next.
    public init(remembering settings: Settings) {
        for key in Key.all where key.savedName != nil { self[key] = key.value(in: settings) }
    }

    /// It, with every trainer ended.
    public var withoutTrainers: Edit {
        var edit = self
        for key in Key.all where key.isTrainer { edit[key] = .trainer(nil) }
        return edit
    }

    /// Its values for the keys of which that is true.
    package func filter(_ isKept: (Key) -> Bool) -> Edit {
        var edit = Edit()
        for key in keys where isKept(key) { edit[key] = self[key] }
        return edit
    }
}

extension Key {
    /// What an edit sets first, second and last; within each the order of the table holds.
    fileprivate var turn: Int {
        switch form {
        case .tempo: 1
        case .trainer: 2
        default: 0
        }
    }
}
