// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import MetronomeControl
internal import MetronomeLinux
internal import MetronomeSession

extension Edit {
    /// What a saved state states, the run that was played, and a warning for each value in it that cannot be used, which is left
    /// out: of the offsets only that of one device. A run that a process plays still is left to that process.
    ///
    /// Members that are not known, such as those of a newer version, are left out without a warning. Nil for what is no JSON
    /// object.
    static func saved(
        _ json: [UInt8], isPlayed: (String) -> Bool = ProcessIdentity.isAliveElsewhere
    ) -> (edit: Edit, run: SavedRun?, warnings: [String])? {
        guard let members = try? JSONDecoder().decode([String: JSONValue].self, from: Data(json)) else { return nil }
        let source = SettingForm.Source(folder: "/", home: nil)
        var edit = Edit()
        var warnings: [String] = []
        for key in Key.all {
            guard let path = key.savedName, let value = member(path, of: members), !value.isNull else { continue }
            do throws(SettingError) {
                guard key.form == .offsets, case .table(let devices) = PlainValue(value) else {
                    try key.read(PlainValue(value), from: source, into: &edit)
                    continue
                }
                edit[key] = offsets(devices, key, source) { warnings.append("\(path).\($0)") }
            } catch {
                warnings.append("\(path) \(error.message)")
            }
        }
        guard let member = members[runName], !member.isNull, !isHeld(member, isPlayed) else {
            return (edit, nil, warnings)
        }
        let run = SavedRun(PlainValue(member))
        if run == nil { warnings.append("\(runName) is none that can be resumed") }
        return (edit, run, warnings)
    }

    /// Whether the process that a run names plays it still. One that was asked to end plays it no more.
    private static func isHeld(_ run: JSONValue, _ isPlayed: (String) -> Bool) -> Bool {
        run["ended_ns"] == nil && run[processName]?.string.map(isPlayed) ?? false
    }

    /// The run in a saved state that another process plays; nil for none.
    static func runElsewhere(
        _ json: [UInt8], isPlayed: (String) -> Bool = ProcessIdentity.isAliveElsewhere
    ) -> JSONValue? {
        guard let members = try? JSONDecoder().decode([String: JSONValue].self, from: Data(json)),
            let run = members[runName], isHeld(run, isPlayed)
        else { return .none }
        return run
    }

    /// The offsets of the devices, without those that cannot be used.
    private static func offsets(
        _ devices: [String: PlainValue], _ key: Key, _ source: SettingForm.Source, warn: (String) -> Void
    ) -> SettingValue? {
        var offsets: [String: OffsetChange] = [:]
        for (device, offset) in devices.sorted(by: { $0.key < $1.key }) {
            do throws(SettingError) {
                guard case .offsets(let one) = try key.form.read(.table([device: offset]), from: source) else {
                    continue
                }
                offsets.merge(one) { $1 }
            } catch {
                warn("\(device.debugDescription) \(error.message)")
            }
        }
        return offsets.isEmpty ? nil : .offsets(offsets)
    }

    /// The member of a run that was played.
    private static let runName = "run"
    /// Its member that says which process plays it.
    private static let processName = "process"

    /// The edit as a saved state, for people to read, with a run that is played; without one, with the run of another process.
    func savedJSON(
        with run: SavedRun? = nil, of process: String? = ProcessIdentity.current, elsewhere: JSONValue? = nil
    ) -> [UInt8]? {
        var root: [String: JSONValue] = [:]
        for key in keys {
            guard let path = key.savedName, let value = self[key]?.plain, value != .table([:]) else { continue }
            let parts = path.split(separator: ".").map(String.init)
            if parts.count == 1 {
                root[path] = JSONValue(value)
            } else {
                var inner = root[parts[0]]?.object ?? [:]
                inner[parts[1]] = JSONValue(value)
                root[parts[0]] = .object(inner)
            }
        }
        root[Self.runName] = elsewhere
        if let run, case .table(var members) = run.plain {
            members[Self.processName] = process.map(PlainValue.string)
            root[Self.runName] = JSONValue(.table(members))
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(JSONValue.object(root))).map { Array($0) + [UInt8(ascii: "\n")] }
    }

    private static func member(_ path: String, of members: [String: JSONValue]) -> JSONValue? {
        path.split(separator: ".").reduce(.object(members)) { $0?[String($1)] }
    }
}
