// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import Glibc

/// The machine that the benchmark runs on.
enum Machine {
    /// In words: processor, cores, kernel and system.
    static var description: String {
        let processor = field("model name", of: "/proc/cpuinfo", by: ":") ?? "unknown processor"
        let system = field("PRETTY_NAME", of: "/etc/os-release", by: "=") ?? "Linux"
        let kernel = text("/proc/sys/kernel/osrelease").filter { !$0.isNewline }
        return "\(processor), \(sysconf(Int32(_SC_NPROCESSORS_ONLN))) cores, Linux \(kernel), \(system)"
    }

    /// How many threads were running or ready in the last minute, on average.
    static var load: String { text("/proc/loadavg").split(separator: " ").first.map(String.init) ?? "?" }

    /// The date, in UTC.
    static var today: String { Date.now.formatted(.iso8601.year().month().day()) }

    private static func text(_ path: String) -> String {
        (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    }

    private static func field(_ name: String, of path: String, by separator: Character) -> String? {
        for line in text(path).split(separator: "\n") {
            let parts = line.split(separator: separator, maxSplits: 1)
            guard parts.count == 2, parts[0].hasPrefix(name) else { continue }
            return String(parts[1].trimmingPrefix { $0 == " " || $0 == "\"" }.prefix { $0 != "\"" })
        }
        return nil
    }

    /// Seconds that a host has taken from the processors of this machine, since it began, as the kernel is told of them.
    static var stolen: Double {
        let words = Usage.text("/proc/stat").prefix { $0 != "\n" }.split(separator: " ")
        return words.count > 8 ? (Double(words[8]) ?? 0) / Double(sysconf(CInt(_SC_CLK_TCK))) : 0
    }
}
