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

    typealias Path<Field> = any WritableKeyPath<Settings, Field> & Sendable

    /// A field whose value is read and written as one kind of value.
    private static func stored<Field: Sendable>(
        _ form: SettingForm, _ field: Path<Field>, _ wrap: @escaping @Sendable (Field) -> SettingValue?,
        _ unwrap: @escaping @Sendable (SettingValue) -> Field?
    ) -> Self {
        let read = reader(field)
        return Self(form: form) { settings in
            wrap(read(settings))
        } set: { (value, settings) throws(SettingError) in
            if let new = unwrap(value) { settings[keyPath: field] = new }
        }
    }

    static func number(_ field: Path<Double>, _ range: ClosedRange<Double>) -> Self {
        stored(.number(range), field, { .number($0) }, \.number)
    }

    static func number(_ field: Path<Double?>, _ range: ClosedRange<Double>) -> Self {
        stored(.number(range), field, { $0.map(SettingValue.number) }, { $0.number.map(Optional.some) })
    }

    /// A gain 0...1. One that is changed beyond the ends stays at the end.
    static func gain(_ field: Path<Double>) -> Self {
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

    static func flag(_ field: Path<Bool>) -> Self {
        stored(.flag, field, { .flag($0) }, { if case .flag(let flag) = $0 { flag } else { nil } })
    }

    static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
        _ field: Path<Choice>
    ) -> Self {
        let form = SettingForm.choice(Choice.allCases.map(\.rawValue))
        return stored(form, field, { .text($0.rawValue) }, { $0.text.flatMap(Choice.init(rawValue:)) })
    }

    static func text(_ field: Path<String>, _ form: SettingForm) -> Self {
        stored(form, field, { .text($0) }, \.text)
    }

    static func text(_ field: Path<String?>, _ form: SettingForm) -> Self {
        stored(form, field, { $0.map(SettingValue.text) }, { $0.text.map(Optional.some) })
    }

    static let tempo = Self(form: .tempo) { settings in
        .tempo(.to(settings.tempo))
    } set: { (value, settings) throws(SettingError) in
        guard case .tempo(let change) = value else { return }
        settings.tempo = try SettingForm.musical { () throws(RhythmError) in
            try change.applied(to: settings.tempo, beat: settings.beatLength)
        }
    }

    static let meter = Self(form: .meter) { settings in
        .meter(settings.meter)
    } set: { (value, settings) throws(SettingError) in
        let meter: Meter
        switch value {
        case .meter(let asked): meter = asked
        case .step(let step):
            let former = settings.meter
            meter = try SettingForm.musical { () throws(RhythmError) in
                try Meter(beats: former.beats + Int(clamping: step.rounded()), unit: former.unit)
            }
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
            _ = try SettingForm.musical { () throws(RhythmError) in try settings.meter.counted(in: note) }
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

    static let swing = stored(
        .swing, \.swing, { .swing($0) }, { if case .swing(let swing) = $0 { swing } else { nil } })

    static let lanes = Self(form: .lanes) { settings in
        .lanes([.all(settings.lanes.lanes)])
    } set: { (value, settings) throws(SettingError) in
        guard case .lanes(let changes) = value else { return }
        try SettingForm.musical { () throws(RhythmError) in
            for change in changes { try settings.lanes.apply(change) }
        }
    }

    static func count(_ field: Path<Int>, _ range: ClosedRange<Int>) -> Self {
        stored(.count(range), field, { .number(Double($0)) }, { $0.number.map { Int(clamping: $0.rounded()) } })
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
    static func soundOrBeat(_ field: Path<String?>) -> Self {
        stored(.sound, field, { .text($0 ?? "auto") }, { $0.text.map { $0 == "auto" ? nil : $0 } })
    }

    static let preset = stored(
        .preset, \.preset, { .text($0?.text ?? "") }, { $0.text.map { LibraryName($0) } })

    static let bell = stored(
        .bell, \.bell, { .bell($0) }, { if case .bell(let bell) = $0 { bell } else { nil } })

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

extension SettingValue {
    fileprivate var number: Double? { if case .number(let number) = self { number } else { nil } }
    fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }
}
