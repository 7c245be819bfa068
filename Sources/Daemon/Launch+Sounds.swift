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
            func replaceRemembered(unless isKept: (String) -> Bool) {
                for key in Key.all where !sources.states(key) {
                    guard let usual = key.value(in: defaults), !key.loadedSounds(in: settings).allSatisfy(isKept)
                    else { continue }
                    settings = (try? Edit([key: usual]).applied(to: settings)) ?? settings
                }
                guard let key = Key.named("lanes"), !sources.states(key) else { return }
                var lanes = settings.lanes.lanes
                for index in lanes.indices {
                    guard let sound = lanes[index].soundName, !isKept(sound) else { continue }
                    lanes[index] = (try? lanes[index].with(sound: settings.namelessSound)) ?? lanes[index]
                }
                settings = (try? Edit.lanes([.all(lanes)]).applied(to: settings)) ?? settings
            }
            replaceRemembered(unless: isUsable)
            let builtIn = unstatedPair.filter { !isUsable($0) }
            // Each can be used alone, but not all together.
            if settings == self.settings, builtIn.isEmpty, sources.soundFaults(in: settings, from: library).isEmpty {
                replaceRemembered { _ in false }
            }
            // One that a flag, a variable or the file names: another start would fail too.
            guard settings != self.settings || !builtIn.isEmpty else { throw soundFault(error, in: settings) }
            do {
                let sounds = try SoundSet(settings.soundChoices, from: library.withBuiltIn(builtIn))
                log.warning("\(error); the default plays instead")
                return (sounds, settings)
            } catch {
                throw soundFault(error, in: settings)
            }
        }
    }

    /// Which of the sounds `beat` and `bell` no source names.
    private var unstatedPair: [String] {
        let stated = Key.all.filter(sources.states).compactMap { $0.sound(in: settings) }
        return ["beat", "bell"].filter { !stated.contains($0) }
    }
}
