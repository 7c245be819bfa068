// SPDX-License-Identifier: Apache-2.0

internal import Logging
internal import MetronomeRhythm
internal import MetronomeSession
internal import Sound

extension Launch {
    /// The sounds of the settings; a remembered one that has gone, or cannot be played, is replaced by the default, and a file in place
    /// of the built-in beat or bell by these, with a warning.
    func sounds() throws(LaunchError) -> (SoundSet, Settings) {
        let defaults = Settings()
        do {
            let sounds = try SoundSet(settings.soundChoices, from: library)
            let remembered = Key.all.filter { !sources.states($0) }.flatMap { $0.loadedSounds(in: settings) }
            let ofLanes = Key.named("lanes").map(sources.states) ?? true ? [] : settings.lanes.lanes.map(\.soundName)
            try sounds.check(remembered + ofLanes.compactMap(\.self) + unstatedPair)
            return (sounds, settings)
        } catch {
            var settings = settings
            func isUsable(_ name: String) -> Bool {
                (try? Sample(library.load(name), rate: SampleRate.hz48000.hertz, name: name)) != nil
            }
            for key in Key.all where !sources.states(key) {
                guard let usual = key.value(in: defaults), !key.loadedSounds(in: settings).allSatisfy(isUsable)
                else { continue }
                settings = (try? Edit([key: usual]).applied(to: settings)) ?? settings
            }
            if let key = Key.named("lanes"), !sources.states(key) {
                var lanes = settings.lanes.lanes
                for index in lanes.indices {
                    guard let sound = lanes[index].soundName, !isUsable(sound) else { continue }
                    lanes[index] = (try? lanes[index].with(sound: settings.namelessSound)) ?? lanes[index]
                }
                settings = (try? Edit.lanes([.all(lanes)]).applied(to: settings)) ?? settings
            }
            // One that a flag, a variable or the file names: another start would fail too.
            let builtIn = unstatedPair.filter { !isUsable($0) }
            guard settings != self.settings || !builtIn.isEmpty else { throw soundFault(error, in: settings) }
            log.warning("\(error); the default plays instead")
            do {
                return (try SoundSet(settings.soundChoices, from: library.withBuiltIn(builtIn)), settings)
            } catch {
                throw LaunchError(error)
            }
        }
    }

    /// Which of the sounds `beat` and `bell` no source names.
    private var unstatedPair: [String] {
        let stated = Key.all.filter(sources.states).compactMap { $0.sound(in: settings) }
        return ["beat", "bell"].filter { !stated.contains($0) }
    }
}
