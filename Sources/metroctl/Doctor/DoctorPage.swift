// SPDX-License-Identifier: Apache-2.0

import MetronomeControl

/// What `metroctl doctor` prints.
struct DoctorPage {
    /// Signs beyond ASCII are used.
    var isUnicode = true
    /// Lines are broken to this width.
    var columns = 80

    private static let indent = 17

    /// A line or more for each finding, and one that sums up.
    func text(_ findings: [Finding]) -> String {
        let lines = findings.flatMap { finding in
            let head = sign(finding) + " " + finding.name
            let todo = finding.todo.map { wrapped((isUnicode ? "→ " : "-> ") + $0, hanging: isUnicode ? 2 : 3) } ?? []
            let body = wrapped(finding.seen, hanging: 0) + todo
            return body.enumerated().map { index, line in
                let blanks = String(repeating: " ", count: max(1, Self.indent - (index == 0 ? head.count : 0)))
                return (index == 0 ? head : "") + blanks + line
            }
        }
        let bad = findings.count { $0.isGood != true }
        let end =
            bad == 0
            ? "all is well" : bad == 1 ? "1 line is not as it should be" : "\(bad) lines are not as they should be"
        return (lines + ["", end]).joined(separator: "\n")
    }

    /// As one line of JSON.
    static func json(_ findings: [Finding]) -> JSONValue {
        [
            "well": .bool(findings.allSatisfy { $0.isGood == true }),
            "findings": .array(
                findings.map { finding in
                    [
                        "name": .string(finding.name), "good": finding.isGood.map { .bool($0) } ?? .null,
                        "seen": .string(finding.seen), "todo": finding.todo.map { .string($0) } ?? .null,
                    ]
                }),
        ]
    }

    private func sign(_ finding: Finding) -> String {
        switch finding.isGood {
        case true?: isUnicode ? "✓" : "ok"
        case false?: isUnicode ? "✗" : "!!"
        case nil: isUnicode ? "?" : "??"
        }
    }

    /// A text in lines that have room beside the names; words that are longer stay whole.
    private func wrapped(_ text: String, hanging: Int) -> [String] {
        let width = max(20, columns - 1 - Self.indent)
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(String(repeating: " ", count: lines.isEmpty ? 0 : hanging) + word)
            }
        }
        return lines
    }
}
