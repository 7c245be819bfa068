// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing

/// What the tests of the page need.
enum Installed {
    /// A browser, as `Tests/Browser/devtools.py` finds it.
    static let browser = program(["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"])
    static let runsPages = browser != nil && program(["python3"]) != nil

    private static func program(_ names: [String]) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return names.flatMap { name in folders.map { "\($0)/\(name)" } }.first { access($0, X_OK) == 0 }
    }
}

/// The tests of `web_page.py`.
private enum BrowserTest {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Runs one test of `web_page.py`, which says what is wrong.
    static func expectNothingWrong(_ test: String) throws {
        let folder = try TestFolder()
        var environment = [
            "HOME": folder("home"), "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
        ]
        environment["METRONOMED_UPDATE_REFERENCES"] =
            ProcessInfo.processInfo.environment["METRONOMED_UPDATE_REFERENCES"]
        environment["PYTHONDONTWRITEBYTECODE"] = "1"
        let child = try ChildProcess(
            "/usr/bin/env",
            [
                "python3", root.appending(path: "Tests/Browser/web_page.py").path, test, Built.metronomed,
                Built.metroweb, root.appending(path: "sounds").path,
                root.appending(path: "Tests/Browser/References").path,
            ], environment: environment, in: folder)
        defer { child.kill() }
        // A browser's first start takes long on a busy machine.
        let end = try child.end(within: .seconds(600))
        let said: String = child.stdout + child.stderr
        #expect(end == .exit(0), "\(said)")
    }
}

/// The page of metroweb in a headless browser, where one is installed, driven by the scripts in `Tests/Browser`.
///
/// `METRONOMED_UPDATE_REFERENCES=1` writes the reference pictures anew.
@Suite(.waits(on: .pages), .enabled(if: Installed.runsPages, "no Chromium or no python3 is installed"))
struct BrowserTests {
    @Test func `the page loads, pairs, plays, changes tempo, edits a lane, and asks nobody else`() throws {
        try BrowserTest.expectNothingWrong("loads")
    }

    @Test func `what the page decides by itself holds its laws`() throws {
        try BrowserTest.expectNothingWrong("decides")
    }

    @Test func `a set list is played through by pedals, and each step shows what plays and what comes`() throws {
        try BrowserTest.expectNothingWrong("evening")
    }

    @Test func `a tempo is typed, and meter, parts, sounds and bars to be repeated are chosen`() throws {
        try BrowserTest.expectNothingWrong("types")
    }

    @Test func `who has no link is told how to get one, and nothing looks alive`() throws {
        try BrowserTest.expectNothingWrong("asks")
    }

    @Test func `steps that follow one another fast are all taken`() throws {
        try BrowserTest.expectNothingWrong("hurries")
    }

    @Test func `a song is clicked along as the daemon plays it`() throws {
        try BrowserTest.expectNothingWrong("sings")
    }

    @Test func `the page says that daemon or server are gone, and comes back with them`() throws {
        try BrowserTest.expectNothingWrong("returns")
    }

    @Test func `a page that is opened again and again, or gone back to, follows each time`() throws {
        try BrowserTest.expectNothingWrong("opens")
    }

    @Test func `a change of one number of a trainer leaves all else of it as it was written`() throws {
        try BrowserTest.expectNothingWrong("practises")
    }

    @Test func `who only watches changes nothing, and has the use of the device`() throws {
        try BrowserTest.expectNothingWrong("watches")
    }

    @Test func `who only watches scrolls all panels, and so does who plays a song with what that says itself`() throws {
        try BrowserTest.expectNothingWrong("scrolls")
    }

    @Test func `prompts are set by a press on their switch, and shown at the top with a set list, too`() throws {
        try BrowserTest.expectNothingWrong("prompts")
    }

    @Test func `a read that is refused leaves the set list and the song as they are shown, and is repeated`() throws {
        try BrowserTest.expectNothingWrong("rereads")
    }

    @Test func `tapping along finds how late a device is heard`() throws {
        try BrowserTest.expectNothingWrong("calibrates")
    }

    @Test func `every control of the page has a name and is large enough, and no phone scrolls`() throws {
        try BrowserTest.expectNothingWrong("names")
    }

    @Test func `a browser in German gets German words`() throws { try BrowserTest.expectNothingWrong("german") }

    @Test func `what the page would click is what the daemon renders`() throws {
        try BrowserTest.expectNothingWrong("clicks")
    }

    @Test func `a spoken count-in is clicked by its numbers, with their accents`() throws {
        try BrowserTest.expectNothingWrong("counts")
    }

    @Test
    func
        `presets are kept, set lists put together and songs loaded by their names, with a question before what is lost`()
        throws
    {
        try BrowserTest.expectNothingWrong("keeps")
    }

    @Test func `a polyrhythm is shown as rings that are lit when they are heard, and changed by taps`() throws {
        try BrowserTest.expectNothingWrong("rings")
    }

    @Test func `taps and the journal are drawn as they are told`() throws {
        try BrowserTest.expectNothingWrong("draws")
    }

    @Test func `in every view and room nothing collides, leaves the window, is too pale or has no name`() throws {
        try BrowserTest.expectNothingWrong("fits")
    }

    @Test func `all beats are in sight, or the row that plays, and a low tablet has a face`() throws {
        try BrowserTest.expectNothingWrong("beats")
    }

    @Test func `long names and labels are cut and push nothing`() throws {
        try BrowserTest.expectNothingWrong("words")
    }

    @Test func `the strip of sections follows the song and moves no panel, and a set list ends without a refusal`()
        throws
    {
        try BrowserTest.expectNothingWrong("follows")
    }

    @Test func `trainers show what they go by`() throws { try BrowserTest.expectNothingWrong("trains") }

    @Test func `without a wake lock a silent video keeps the screen awake, with a track of sound for an iPhone`() throws
    {
        try BrowserTest.expectNothingWrong("wakes")
    }

    @Test func `a groove that was undone is chosen again, and one that plays is switched off`() throws {
        try BrowserTest.expectNothingWrong("grooves")
    }

    @Test func `arrows go through a group of choices, and what is chosen keeps the focus`() throws {
        try BrowserTest.expectNothingWrong("groups")
    }

    @Test func `a bell that rings on several beats counts as on, and its switch and key silence it`() throws {
        try BrowserTest.expectNothingWrong("bells")
    }

    @Test func `a refusal is announced when it comes, and not again with another connection`() throws {
        try BrowserTest.expectNothingWrong("announces")
    }

    @Test func `a press on the ring of the dial goes there`() throws {
        try BrowserTest.expectNothingWrong("presses")
    }

    @Test func `the page looks as in its reference pictures`() throws { try BrowserTest.expectNothingWrong("looks") }
}

/// The page over a time that it mostly waits for.
@Suite(.waits, .serialized, .enabled(if: Installed.runsPages, "no Chromium or no python3 is installed"))
struct BrowserClockTests {
    @Test func `the rod is within half a degree of what the daemon tells, through changes, ramps and a reconnection`()
        throws
    { try BrowserTest.expectNothingWrong("rod") }

    @Test func `behind a slow network the clock of the page is right to 5 ms after 5 s, and it says how well`() throws {
        try BrowserTest.expectNothingWrong("slow")
    }
}
