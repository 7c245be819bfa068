// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
internal import MetronomeRhythm

/// Where a key's value stands in ``Settings``, and of what type it is.
struct SettingField: Sendable {
    let form: SettingForm
    /// Nil where the field says that nothing is set.
    let get: @Sendable (Settings) -> SettingValue?
    /// A value of another type than the form's changes nothing: the form has read it.
    let set: @Sendable (SettingValue, inout Settings) throws(SettingError) -> Void

    static func number(_ field: any WritableKeyPath<Settings, Double> & Sendable, _ range: ClosedRange<Double>) -> Self
    {
        let read = reader(field)
        return Self(form: .number(range)) { settings in
            .number(read(settings))
        } set: { (value, settings) throws(SettingError) in
            if case .number(let number) = value { settings[keyPath: field] = number }
        }
    }

    static func number(_ field: any WritableKeyPath<Settings, Double?> & Sendable, _ range: ClosedRange<Double>) -> Self
    {
        let read = reader(field)
        return Self(form: .number(range)) { settings in
            read(settings).map(SettingValue.number)
        } set: { (value, settings) throws(SettingError) in
            if case .number(let number) = value { settings[keyPath: field] = number }
        }
    }

    /// A gain 0...1. One that is changed beyond the ends stays at the end.
    static func gain(_ field: any WritableKeyPath<Settings, Double> & Sendable) -> Self {
        let read = reader(field)
        return Self(form: .gain) { settings in
            .number(read(settings))
        } set: { (value, settings) throws(SettingError) in
            switch value {
            case .number(let gain): settings[keyPath: field] = gain
            case .step(let step):
                // In whole thousandths, so that steps of a tenth meet the tenths.
                let sum = ((settings[keyPath: field] + step) * 1000).rounded() / 1000
                settings[keyPath: field] = min(max(sum, 0), 1)
            default: break
            }
        }
    }

    static func flag(_ field: any WritableKeyPath<Settings, Bool> & Sendable) -> Self {
        let read = reader(field)
        return Self(form: .flag) { settings in
            .flag(read(settings))
        } set: { (value, settings) throws(SettingError) in
            if case .flag(let flag) = value { settings[keyPath: field] = flag }
        }
    }

    static func choice<Choice: RawRepresentable<String> & CaseIterable & SendableMetatype>(
        _ field: any WritableKeyPath<Settings, Choice> & Sendable
    ) -> Self {
        let read = reader(field)
        return Self(form: .choice(Choice.allCases.map(\.rawValue))) { settings in
            .text(read(settings).rawValue)
        } set: { (value, settings) throws(SettingError) in
            guard case .text(let word) = value, let choice = Choice(rawValue: word) else { return }
            settings[keyPath: field] = choice
        }
    }

    static func text(_ field: any WritableKeyPath<Settings, String> & Sendable, _ form: SettingForm) -> Self {
        let read = reader(field)
        return Self(form: form) { settings in
            .text(read(settings))
        } set: { (value, settings) throws(SettingError) in
            if case .text(let text) = value { settings[keyPath: field] = text }
        }
    }

    static func text(_ field: any WritableKeyPath<Settings, String?> & Sendable, _ form: SettingForm) -> Self {
        let read = reader(field)
        return Self(form: form) { settings in
            read(settings).map(SettingValue.text)
        } set: { (value, settings) throws(SettingError) in
            if case .text(let text) = value { settings[keyPath: field] = text }
        }
    }

    static let tempo = Self(form: .tempo) { settings in
        .tempo(.to(settings.tempo))
    } set: { (value, settings) throws(SettingError) in
        guard case .tempo(let change) = value else { return }
        do throws(RhythmError) {
            settings.tempo = try change.applied(to: settings.tempo, beat: settings.beatLength)
        } catch { throw SettingError(error) }
    }

    static let meter = Self(form: .meter) { settings in
        .meter(settings.meter)
    } set: { (value, settings) throws(SettingError) in
        let meter: Meter
        switch value {
        case .meter(let asked): meter = asked
        case .step(let step):
            let former = settings.meter
            do throws(RhythmError) {
                meter = try Meter(beats: former.beats + Int(clamping: step.rounded()), unit: former.unit)
            } catch { throw SettingError(error) }
        default: return
        }
        let isOther = meter != settings.meter
        settings.meter = meter
        // Beats and accents of another bar say nothing about this one, nor do dotted beats about a waltz.
        if let note = settings.beatNote,
            (try? meter.counted(in: note)) == nil || isOther && note.isDotted != meter.isCompound
        {
            settings.beatNote = nil
        }
        settings.dropAccentsOfAnotherBar()
    }

    static let beat = Self(form: .beat) { settings in
        .note(settings.beatNote)
    } set: { (value, settings) throws(SettingError) in
        guard case .note(let note) = value else { return }
        if let note {
            do throws(RhythmError) { _ = try settings.meter.counted(in: note) } catch { throw SettingError(error) }
        }
        settings.beatNote = note
        settings.dropAccentsOfAnotherBar()
    }

    static let accents = Self(form: .accents) { settings in
        .accents(settings.accents)
    } set: { (value, settings) throws(SettingError) in
        if case .accentsOf(let beats) = value {
            var accents = settings.writtenAccents
            for (beat, accent) in beats {
                guard accents.indices.contains(beat - 1) else {
                    throw SettingError(
                        .outOfRange,
                        "there is no beat \(beat) in a bar of \(settings.meter): its beats are 1...\(accents.count)",
                        minimum: 1, maximum: Double(accents.count))
                }
                accents[beat - 1] = accent
            }
            settings.accents = accents
        }
        guard case .accents(let accents) = value else { return }
        guard accents.isEmpty || accents.count == settings.countedMeter.beats else {
            let (beats, signs) = (settings.countedMeter.beats, accents.count)
            throw SettingError(
                .invalid,
                "\(signs == 1 ? "one sign was" : "\(signs) signs were") given for "
                    + "\(beats == 1 ? "the one beat" : "the \(beats) beats") of a bar of \(settings.meter): write \(beats)"
            )
        }
        settings.accents = accents
    }

    static let swing = Self(form: .swing) { settings in
        .swing(settings.swing)
    } set: { (value, settings) throws(SettingError) in
        if case .swing(let swing) = value { settings.swing = swing }
    }

    static let lanes = Self(form: .lanes) { settings in
        .lanes([.all(settings.lanes.lanes)])
    } set: { (value, settings) throws(SettingError) in
        guard case .lanes(let changes) = value else { return }
        do throws(RhythmError) {
            for change in changes { try settings.lanes.apply(change) }
        } catch { throw SettingError(error) }
    }

    static func count(_ field: any WritableKeyPath<Settings, Int> & Sendable, _ range: ClosedRange<Int>) -> Self {
        let read = reader(field)
        return Self(form: .count(range)) { settings in
            .number(Double(read(settings)))
        } set: { (value, settings) throws(SettingError) in
            if case .number(let number) = value { settings[keyPath: field] = Int(clamping: number.rounded()) }
        }
    }

    /// A seed that was left to chance comes from outside (`Edit.seeded`).
    static func trainer(_ kind: Trainer.Kind) -> Self {
        Self(form: .trainer(kind)) { settings in
            .trainer(settings.practice[kind])
        } set: { (value, settings) throws(SettingError) in
            guard case .trainer(let trainer) = value else { return }
            settings.practice[kind] = trainer.map { Trainer($0.rules.set(at: settings.tempo)) }
        }
    }

    /// `auto` is the sound of the beat.
    static func soundOrBeat(_ path: any WritableKeyPath<Settings, String?> & Sendable) -> Self {
        Self(form: .sound) { settings in
            .text(settings[keyPath: path] ?? "auto")
        } set: { (value, settings) throws(SettingError) in
            if case .text(let text) = value { settings[keyPath: path] = text == "auto" ? nil : text }
        }
    }

    static let preset = Self(form: .preset) { settings in
        .text(settings.preset?.text ?? "")
    } set: { (value, settings) throws(SettingError) in
        if case .text(let name) = value { settings.preset = LibraryName(name) }
    }

    static let bell = Self(form: .bell) { settings in
        .bell(settings.bell)
    } set: { (value, settings) throws(SettingError) in
        if case .bell(let bell) = value { settings.bell = bell }
    }

    /// Has no field of its own: what is read for it becomes part of the bell.
    static let bellBeat = Self(form: .bellBeat) { _ in
        nil
    } set: { (_, _) throws(SettingError) in
    }

    /// A profile takes the place of a fill in milliseconds, which can be set after it.
    static let latency = Self(form: choice(\.latency).form, get: choice(\.latency).get) {
        (value, settings) throws(SettingError) in
        settings.fixedFillMs = nil
        try choice(\.latency).set(value, &settings)
    }

    static let offsets = Self(form: .offsets) { settings in
        .offsets(settings.offsets.mapValues(OffsetChange.to))
    } set: { (value, settings) throws(SettingError) in
        guard case .offsets(let changes) = value else { return }
        for (device, change) in changes {
            settings.offsets[device] = try change.applied(to: settings.offsetMs(of: device))
        }
    }
}

extension Settings {
    fileprivate mutating func dropAccentsOfAnotherBar() {
        if accents.count != countedMeter.beats { accents = [] }
    }
}
