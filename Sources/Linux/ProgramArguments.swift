// SPDX-License-Identifier: Apache-2.0

/// The words behind the program's name.
public enum ProgramArguments {
    /// All words.
    ///
    /// - Throws: for one that is not UTF-8. A `String` could not hold it, and a file would get another name.
    public static func read() throws(SystemError) -> [String] {
        var words: [String] = []
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let bytes = unsafe CommandLine.unsafeArgv[index] else { break }
            guard let word = unsafe String(validatingCString: bytes) else {
                let shown = unsafe String(cString: bytes).printable
                throw SystemError("argument \(index), \"\(shown)\", is not UTF-8: use a name that is")
            }
            words.append(word)
        }
        return words
    }
}
