// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeSession
import Programs
import TOML

extension PresetPage {
    /// How the file of its song is read; nil where the name of the file says so.
    var format: String? {
        guard let document = try? TOMLDocument(Array(text.utf8)),
            case .string(let format)? = document.root["format"]?.value
        else { return nil }
        return format
    }

    /// What it says of settings, as a configuration in any folder has it: without its song, or without the timer and the
    /// end of the trainer, which would end a render before as much of it is written as was asked for. Throws its first
    /// mistake.
    ///
    /// - Parameter home: what `~` stands for.
    func settings(home: String?) throws(ProgramFailure) -> String {
        if let trouble = troubles.first { throw ProgramFailure.failed(trouble) }
        let source = SettingForm.Source(folder: path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "/", home: home)
        var edit = Edit()
        do {
            let entries = try TOMLDocument(Array(text.utf8)).entries
            let nodes = Dictionary(entries.map { ($0.path.joined(separator: "."), $0.node) }) { $1 }
            for key in Key.all where key.isOfPreset && (song != nil || key.name != "timer") {
                guard let node = nodes[key.name] else { continue }
                try key.read(PlainValue(node.value), from: source, into: &edit)
                // As it is written, however it was read.
                guard song == nil, key.name == "trainer.speed", case .string(let text)? = edit[key]?.plain else {
                    continue
                }
                try key.read(.string(text.replacing(" then stop", with: "")), from: source, into: &edit)
            }
        } catch let error as SettingError {
            throw ProgramFailure.failed("\(path): \(error.message)")
        } catch {
            throw ProgramFailure.failed("\(path) cannot be read")
        }
        return edit.toml()
    }
}
