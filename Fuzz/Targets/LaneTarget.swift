// SPDX-License-Identifier: Apache-2.0

internal import Choices
internal import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession

extension FuzzTarget {
    /// Lanes and schedules as one writes them, in any meter, at any tempo.
    static let lanes = FuzzTarget(
        "lanes", longest: 512, words: { LaneWords.all }, seeds: { LaneWords.seeds }
    ) { input in
        let (text, behind) = textAndChoices(input)
        var choices = behind
        let lanes: [WrittenLane]
        do throws(RhythmError) {
            lanes = try WrittenLane.lanes(parsing: text)
        } catch { return try lawOfErrors(error.message) }
        for lane in lanes {
            let again = Result { () throws(RhythmError) in try WrittenLane(parsing: lane.text) }
            try law(again == .success(lane), "a lane that is written is not read back: \(lane.text): \(again)")
        }
        var settings = Settings()
        do throws(SettingError) {
            settings = try settings.changed(&choices)
            if let key = Key.named("lanes") { settings = try Edit([key: .lanes([.all(lanes)])]).applied(to: settings) }
        } catch { return try lawOfErrors(error.message) }
        try PlayedMusic.play(settings)
    }
}

extension Settings {
    /// Other values for a few keys of the music.
    func changed(_ choices: inout Choices) throws(SettingError) -> Settings {
        let source = SettingForm.Source(folder: "/", home: nil)
        let keys = Key.all.filter { $0.isOfPreset && $0.form != .lanes }
        var settings = self
        while !choices.isOver {
            let key = choices.pick(keys)
            let value = choices.value(of: key.form)
            var edit = Edit()
            try key.read(value, from: source, into: &edit)
            settings = try edit.applied(to: settings)
        }
        return settings
    }
}

private enum LaneWords {
    static let all = ofExamples + others

    private static let ofExamples = CommandTable.all.flatMap(\.examples).flatMap { example in
        example.words.split(separator: " ").map(String.init).filter { $0.utf8.count < 16 }
    }
    private static let others: [String] = [
        "every ", "cycle ", "moments ", " over ", " per ", "bar", "bars", "beat", "beats", " s", " ms", " times",
        " after ", " canon ", " by ", "minute", "hour", " from=", "passage", "run", " gain=", " pan=", " channel=",
        " sound=", " mute", " solo", "0.0000000001", "4096", "64", "3600", "1/3", "%", "|", ";", "x...", "(x)",
    ]

    static let seeds = [
        "kick x...x...; hat x.x.x.x. gain=50%", "a 3:2", "5:4:3", "a every 2 beats", "b every 0.7 s after 0.5 s",
        "c cycle 0.2 0.2 0.4 s 3 times canon 3 by 0.5 s", "d moments 0 1.5 3 s", "e every minute", "f 3 per beat",
        "g x%30x(xx). over 5/3 beats from=bar", "h xX-Ao. 4 per beat sound=clave pan=-0.5 channel=3 solo",
        "i every 2 bars",
    ].map { Array($0.utf8) }
}
