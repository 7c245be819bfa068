// SPDX-License-Identifier: Apache-2.0

public import ArgumentParser
internal import Glibc
internal import MetronomeControl
public import MetronomeLinux

/// A program of the command line beside the daemon: how it begins, what it says, and how it ends.
///
/// Exit status: 0 done or interrupted, otherwise that of its ``ProgramFailure``; 2 where the command line is wrong.
public protocol Program: ParsableCommand {}

private let standardError = LossyWriter(STDERR_FILENO)

extension Program {
    /// Runs the program; ends it with its exit status where that is not 0.
    public static func main() {
        StandardDescriptors.prepare()
        do {
            do {
                let words = try ProgramArguments.read()
                HelpWidth.prepare()
                var command = try parseAsRoot(words == ["help"] ? ["--help"] : words)
                try command.run()
            } catch  where exitCode(for: error) == .success {
                // Help, the version or a script of completions was asked for.
                try write(fullMessage(for: error) + "\n")
            }
        } catch let failure as ProgramFailure {
            say(failure.message)
            Glibc.exit(failure.status.rawValue)
        } catch let error as SystemError {
            say(error.message)
            Glibc.exit(ProgramFailure.Status.usage.rawValue)
        } catch let error as Errno {
            if error.code == EPIPE { Glibc.exit(0) }
            say("cannot write to standard output: \(error)")
            Glibc.exit(ProgramFailure.Status.failed.rawValue)
        } catch {
            guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
            say(verbatim: UsageMessage.text(fullMessage(for: error), program: name).printableLines)
            Glibc.exit(ProgramFailure.Status.usage.rawValue)
        }
    }

    private static var name: String { configuration.commandName ?? "" }

    /// Writes a line on standard error that begins with the program's name, at once and unbuffered.
    public static func say(_ message: String) { say(verbatim: "\(name): \(message.printable)") }

    /// Writes a line on standard error, as it is; waits two seconds at most for somebody to read.
    public static func say(verbatim message: String) {
        standardError.write(Array("\(message)\n".utf8), waitingAtMost: .seconds(2))
    }

    /// As ``say(_:)``, of a program that serves: it does not wait, and what is not read at once is dropped.
    public static func report(_ message: String) {
        standardError.write(Array("\(name): \(message.printable)\n".utf8))
    }

    /// Writes on standard output, at once and unbuffered.
    public static func write(_ text: String) throws(Errno) {
        try Descriptor.write(Array(text.utf8), to: STDOUT_FILENO)
    }
}
