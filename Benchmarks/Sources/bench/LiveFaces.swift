// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import Glibc

/// The processor that faces use in a terminal, at 30 frames a second and three sizes.
struct LiveFaces {
    /// `metroface`, and the daemon that the faces follow.
    let program: String
    let metronomed: String
    let folder: String

    /// The sizes of the terminals, in columns and rows.
    static let sizes = [(80, 24), (120, 40), (200, 60)]
    /// A program to compare, which is known for its animation.
    static let other = "cmatrix"
    /// The face that is drawn in fewer colours, too: no other face uses as many.
    private static let fewerColors = "gallery"
    /// The picture that is no face of a terminal, and is drawn once.
    private static let picture = "journal"
    /// What terminals say of themselves that have all colours, and others.
    private static let allColors = ["TERM": "xterm-256color", "COLORTERM": "truecolor"]
    private static let terminals = [
        (name: "256 colours", variables: ["TERM": "tmux-256color"]), (name: "16 colours", variables: ["TERM": "linux"]),
    ]
    private static let seconds = 3.0
    /// TIOCSPTLCK and TIOCGPTN.
    private static let (lock, number): (UInt, UInt) = (0x4004_5431, 0x8004_5430)

    /// What was measured of a program: percent of a processor at each size.
    struct Row {
        let name: String
        let cpu: [Double]
        /// What is promised of each; nil where that is said of the greatest.
        var limit: Double?
    }

    /// Every face of `metroface --list`, one in fewer colours, then the other program where it is installed.
    func measure() throws -> [Row] {
        let card = try Card(in: folder, seconds: 400)
        let daemon = try Metronomed(metronomed, ["--bpm", "120"], on: card)
        defer { daemon.end() }
        var rows = try names(card).map { name in
            Bench.say("metroface \(name)")
            return Row(name: name, cpu: try Self.sizes.map { try cpu([program, name], in: $0, card) })
        }
        for (colors, variables) in Self.terminals {
            let name = "\(Self.fewerColors), \(colors)"
            Bench.say("metroface \(name)")
            let percents = try Self.sizes.map { try cpu([program, Self.fewerColors], in: $0, card, saying: variables) }
            rows.append(Row(name: name, cpu: percents, limit: 12))
        }
        if Player.path(of: Self.other) != nil {
            Bench.say(Self.other)
            rows.append(
                Row(name: "`\(Self.other)`", cpu: try Self.sizes.map { try cpu([Self.other], in: $0, card) }))
        }
        return rows
    }

    /// The faces, as the program lists them.
    private func names(_ card: Card) throws -> [String] {
        let path = card.folder + "/faces"
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(file) }
        let session = Session(on: card)
        let list = try session.run([program, "--list"], output: file)
        guard list.ends(within: 10), list.end == 0 else { throw BenchError("\(program) --list failed") }
        let all = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").compactMap {
            $0.split(separator: " ").first.map(String.init)
        }
        return all.filter { $0 != Self.picture }
    }

    /// Runs a program in a terminal for some seconds. Returns the percent of a processor that it uses after the first one.
    private func cpu(
        _ words: [String], in size: (columns: Int, rows: Int), _ card: Card,
        saying variables: [String: String] = LiveFaces.allColors
    ) throws -> Double {
        // posix_openpt(3) and its kind are behind _XOPEN_SOURCE.
        let master = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
        defer { close(master) }
        var (isLocked, number) = (Int32(0), UInt32(0))
        guard master >= 0, unsafe ioctl(master, Self.lock, &isLocked) == 0,
            unsafe ioctl(master, Self.number, &number) == 0
        else { throw BenchError("there is no terminal left (errno \(errno))") }
        let slave = unsafe open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard slave >= 0 else { throw BenchError("the terminal cannot be opened (errno \(errno))") }
        defer { close(slave) }
        var window = winsize()
        (window.ws_col, window.ws_row) = (UInt16(size.columns), UInt16(size.rows))
        _ = unsafe ioctl(slave, UInt(TIOCSWINSZ), &window)
        let session = Session(on: card)
        defer { session.end() }
        let child = try session.run(words, input: slave, output: slave, adding: variables)
        Self.read(master, for: 1)
        let before = Usage(of: session)
        Self.read(master, for: Self.seconds)
        guard child.isRunning else { throw BenchError("\(words.joined(separator: " ")) ended") }
        return Usage(of: session).since(before).cpu
    }

    /// Takes what is written into a terminal, as one that shows it would.
    private static func read(_ terminal: Int32, for seconds: Double) {
        let end = Clock.nowNs + Int64(seconds * 1e9)
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while Clock.nowNs < end {
            var request = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&request, 1, 20) > 0 else { continue }
            _ = unsafe bytes.withUnsafeMutableBytes { unsafe Glibc.read(terminal, $0.baseAddress, $0.count) }
        }
    }
}

extension LiveFaces {
    /// Of each size, the face that uses most: at most a tenth of a processor is promised. And of the largest, those in fewer
    /// colours.
    static func figures(_ rows: [Row]) -> [Figure] {
        let faces = rows.filter { !$0.name.hasPrefix("`") && $0.limit == nil }
        let most = sizes.enumerated().compactMap { place, size -> Figure? in
            guard let most = faces.max(by: { $0.cpu[place] < $1.cpu[place] }) else { return nil }
            return Figure(
                name: "`metroface \(most.name)`, which uses most, \(size.0)×\(size.1): CPU", value: most.cpu[place],
                unit: "%", limit: .atMost(10))
        }
        let few = rows.compactMap { row -> Figure? in
            guard let limit = row.limit, let size = sizes.last, let value = row.cpu.last else { return nil }
            return Figure(
                name: "`metroface \(fewerColors)`\(row.name.dropFirst(fewerColors.count)), \(size.0)×\(size.1): CPU",
                value: value, unit: "%", limit: .atMost(limit))
        }
        return most + few
    }

    static func table(_ rows: [Row]) -> String {
        var table = Table(["CPU in a terminal, %, 30 frames/s"] + sizes.map { "\($0.0)×\($0.1)" })
        for row in rows { table.add([row.name] + row.cpu.map { $0.text(1) }) }
        return table.text
    }
}
