// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import MetronomeLinux
package import MetronomeSession

/// The file that state is remembered in: `metronomed/state.json` in the state folder of the user.
///
/// Where the user has no such folder, nothing is remembered and nothing is an error.
package struct StateStore: Sendable {
    /// The largest file that is read, and written: what can be remembered at all limits at once is smaller.
    static let limit = 4 << 20

    /// The file, or nil where there is no place for one.
    package let path: String?
    /// Whether a file that cannot be read is given another name, so that it is not written over.
    var setsAside = true
    /// Waits until what was written to a descriptor is on the disk: fsync(2), with its result.
    var synchronize: @Sendable (CInt) -> CInt = { fsync($0) }

    /// Whether a process is alive that is another than this one, by its identity.
    var isPlayedElsewhere: @Sendable (String) -> Bool = { ProcessIdentity.isAliveElsewhere($0) }

    package init(path: String?) {
        self.path = path
    }

    /// Finds the place by `XDG_STATE_HOME` and `HOME`.
    package init(environment: [String: String]) {
        self.init(path: BaseFolders(environment: environment).state.map { $0 + "/metronomed/state.json" })
    }

    /// The settings that were saved, the run that was played, and a warning for the log if some of it could not be read.
    ///
    /// A value that cannot be used is left out and the others count. A file that is no JSON object, or cannot be read, is set
    /// aside as `state.json.damaged`, or with a number behind that where there is one already, and then nothing is remembered.
    package func load() -> (state: Edit, run: SavedRun?, warning: String?) {
        guard let path = file else { return (Edit(), nil, nil) }
        let bytes: [UInt8]
        do {
            bytes = try FileContents.read(path, limit: Self.limit)
        } catch {
            if error.code == ENOENT { return (Edit(), nil, nil) }
            return (Edit(), nil, "nothing is remembered from the last run: \(error)\(setAside(path))")
        }
        if let (state, run, warnings) = Edit.saved(bytes, isPlayed: isPlayedElsewhere) {
            let faults = warnings.joined(separator: "; ")
            return (
                state, run,
                warnings.isEmpty ? nil : "not everything is remembered from the last run: \(path): \(faults)"
            )
        }
        return (Edit(), nil, "nothing is remembered from the last run: \(path) is damaged\(setAside(path))")
    }

    /// Gives a file another name, unless it is a device, a pipe or a socket. Returns what became of it, for people.
    private func setAside(_ path: String) -> String {
        guard setsAside, !DurableFile.isSpecial(path) else { return "" }
        let aside = Self.freeName(path + ".damaged")
        return unsafe rename(path, aside) == 0
            ? ", it is now \(aside)" : ", and cannot be set aside: \(SystemError(errno, aside))"
    }

    /// Replaces the file as a whole: after a crash at any moment there is the old state or the new one.
    ///
    /// Where this process plays no run, one that another process plays stays in the file. Makes the folder of the file if the
    /// folder is missing. Where it fails, a run that is over by now is not played on from the old state either. Waits for the
    /// disk, so keep it off the event loop.
    package func save(_ state: Edit, run: SavedRun? = nil) throws(SystemError) {
        guard let path else { return }
        let former = run == nil ? try? FileContents.read(path, limit: Self.limit) : nil
        let elsewhere = former.flatMap { Edit.runElsewhere($0, isPlayed: isPlayedElsewhere) }
        guard let json = state.savedJSON(with: run, elsewhere: elsewhere) else {
            throw SystemError("cannot write \(path): a value has no JSON")
        }
        guard json.count <= Self.limit else {
            throw SystemError("cannot write \(path): it would be larger than \(Self.limit >> 20) MiB")
        }
        do { try DurableFile(path: path, synchronize: synchronize).replace(with: json) } catch {
            if run == nil || run?.ended != nil { strikeRun() }
            throw error
        }
    }

    /// Makes the run in the file one of another boot. The bytes are replaced where they are, which needs no room on the disk;
    /// where that fails, the file is removed.
    private func strikeRun() {
        guard let file, let bytes = try? FileContents.read(file, limit: Self.limit),
            let run = Edit.saved(bytes, isPlayed: isPlayedElsewhere)?.run
        else { return }
        let name = Array("\"boot\" : \"".utf8)
        if let place = bytes.firstRange(of: name + Array(run.boot.utf8)) {
            let zeros = Array(repeating: UInt8(ascii: "0"), count: run.boot.utf8.count)
            let descriptor = unsafe open(file, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
            defer { if descriptor >= 0 { close(descriptor) } }
            if descriptor >= 0,
                unsafe pwrite(descriptor, zeros, zeros.count, place.lowerBound + name.count) == zeros.count
            {
                _ = synchronize(descriptor)
                return
            }
        }
        unsafe unlink(file)
    }

    /// The file itself: that which the path leads to, where it is a symbolic link.
    private var file: String? { path.map { DurableFile(path: $0).target } }

    /// The name, or the first with a number behind it, that no file has; the last of 100 where all are taken.
    private static func freeName(_ name: String) -> String {
        let names = [name] + (2...100).map { "\(name).\($0)" }
        return names.first { unsafe access($0, F_OK) != 0 } ?? names[names.count - 1]
    }
}
