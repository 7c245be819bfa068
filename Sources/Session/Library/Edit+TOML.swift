// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm

extension Edit {
    /// The TOML text that is read as this edit: a line for each key, the keys of a table below its name. `head` comes first,
    /// lines of its own.
    package func toml(head: [String] = []) -> String {
        var lines = head
        var tables: [(name: String, lines: [String])] = []
        for key in keys {
            for (name, text) in key.toml(self[key]) {
                let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
                guard parts.count == 2 else {
                    lines.append("\(name) = \(text)")
                    continue
                }
                let line = "\(parts[1]) = \(text)"
                if let index = tables.firstIndex(where: { $0.name == parts[0] }) {
                    tables[index].lines.append(line)
                } else {
                    tables.append((parts[0], [line]))
                }
            }
        }
        for table in tables { lines += (lines.isEmpty ? [] : [""]) + ["[\(table.name)]"] + table.lines }
        return lines.map { $0 + "\n" }.joined()
    }
}

extension Key {
    /// The names and values by which a value of the key is written: two of them for a bell.
    fileprivate func toml(_ value: SettingValue?) -> [(name: String, text: String)] {
        guard let value else { return [] }
        if case .bell(.every(let pattern)) = value {
            return [("bell.every", "\(pattern.every)"), ("bell.on", "\(pattern.on)")]
        }
        switch value.plain {
        case .bool(let flag): return [(name, "\(flag)")]
        case .integer(let whole): return [(name, "\(whole)")]
        case .number(let number): return [(name, PlainValue.text(number))]
        case .string(let text):
            // A tempo is a number where that is exact.
            let source = SettingForm.Source(folder: "/", home: nil)
            if form == .tempo, let number = Double(text), (try? form.read(.number(number), from: source)) == value {
                return [(name, PlainValue.text(number))]
            }
            return [(name, text.toml)]
        case .null, .untyped, .list, .table: return []
        }
    }
}

extension String {
    /// The text as a basic string of TOML, in one line.
    package var toml: String {
        var text = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\u{00}"..."\u{1F}", "\u{7F}":
                let digits = String(scalar.value, radix: 16, uppercase: true)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}
