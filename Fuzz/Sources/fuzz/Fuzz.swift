// SPDX-License-Identifier: Apache-2.0

internal import CFuzz
internal import FuzzTargets
internal import Glibc

/// The target that is run. Set once, before the first input.
nonisolated(unsafe) private var chosen: FuzzTarget?

/// Tells the processes that libFuzzer starts with its own options, to merge, which target they run.
private let variable = "FUZZ_TARGET"

/// `fuzz TARGET [options of libFuzzer] [folders]`: runs a target.
/// `fuzz --list`: the names of the targets, each with the length of its longest input.
/// `fuzz --prepare TARGET FOLDER`: writes the target's dictionary and the inputs that it begins with.
@_cdecl("fuzz_begin")
func begin(_ count: CInt, _ words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> CInt {
    let arguments = (1..<max(1, Int(count))).compactMap { unsafe words[$0].map { unsafe String(cString: $0) } }
    switch arguments.first {
    case "--list":
        for target in FuzzTarget.all { print(target.name, target.longest) }
        return 0
    case "--prepare" where arguments.count == 3:
        guard let target = FuzzTarget.named(arguments[1]) else { return unknown(arguments[1]) }
        return target.prepare(in: arguments[2]) ? 0 : 1
    case let option? where option.hasPrefix("-"):
        let name = unsafe getenv(variable).map { unsafe String(cString: $0) } ?? "of that name"
        return unsafe run(name, count, words)
    case let name?:
        unsafe setenv(variable, name, 1)
        // The name is taken out of what libFuzzer reads.
        unsafe words[1] = words[0]
        return unsafe run(name, count - 1, words + 1)
    case nil:
        return unknown("of no name")
    }
}

/// Runs libFuzzer with a target.
private func run(
    _ name: String, _ count: CInt, _ words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> CInt {
    guard let target = FuzzTarget.named(name) else { return unknown(name) }
    unsafe chosen = target
    return unsafe cfuzz_drive(count, words) { bytes, count in
        let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
        do {
            try unsafe chosen?.check(input)
        } catch {
            fatalError("\(error)")
        }
        return 0
    }
}

private func unknown(_ name: String) -> CInt {
    print("fuzz: there is no target \(name): " + FuzzTarget.all.map(\.name).joined(separator: ", "))
    return 2
}
