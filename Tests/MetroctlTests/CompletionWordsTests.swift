// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Testing

@testable import metroctl

@Suite struct CompletionWordsTests {
    @Test func `completions know the words behind the verb, and leave options out`() {
        let line = ["metroctl", "-q", "sound", "--json", "bell", "cow"]
        #expect(CompletionKind.words(of: "sound", in: line, before: 5) == ["bell"])
        #expect(CompletionKind.words(of: "sound", in: line, before: 3) == [])
        #expect(CompletionKind.words(of: "groove", in: line, before: 5) == [])
        #expect(CompletionKind.words(of: "sound", in: line, before: 99) == ["bell", "cow"])
        #expect(CompletionKind.words(of: "sound", in: [], before: -1) == [])
        let valued = ["metroctl", "--socket", "sound", "--timeout", "5s", "sound", "--at", "bar", "bell", ""]
        #expect(CompletionKind.words(of: "sound", in: valued, before: 9) == ["bell"])
    }

    @Test func `only grooves of one's own are offered to be saved or removed`() {
        for verb in ["save", "remove"] {
            #expect(GrooveVerb.completions(behind: [verb], own: ["mine"]) == ["mine"])
        }
        let all = GrooveVerb.completions(behind: [], own: ["mine"])
        #expect(["mine", "bossa", "off", "save", "remove"].allSatisfy(all.contains))
        #expect(GrooveVerb.completions(behind: ["bossa"], own: ["mine"]).isEmpty)
    }

    @Test func `what can only stand at the begin is not offered behind another word`() {
        let sounds = SoundVerb.completions(behind: ["bell"], names: ["rim"])
        #expect(sounds.contains("rim") && !["list", "off", "add", "beat"].contains(where: sounds.contains))
        #expect(SoundVerb.completions(behind: [], names: ["rim"]).contains("list"))
        #expect(SoundVerb.completions(behind: ["rim"], names: ["rim"]).isEmpty)
        #expect(TrainerVerb.completions(behind: ["speed"]) == ["off"])
        #expect(TrainerVerb.completions(behind: []).contains("gap"))
        #expect(VolumeVerb.completions(behind: []).contains("bell"))
        #expect(!VolumeVerb.completions(behind: ["bell"]).contains("bell"))
        #expect(VolumeVerb.completions(behind: ["50%"]).isEmpty)
        #expect(BellVerb.completions(behind: ["4"]) == ["on"] && !BellVerb.completions(behind: []).contains("on"))
        #expect(CountInVerb.completions(behind: ["sound"], names: ["rim"]).first == "rim")
    }
}
