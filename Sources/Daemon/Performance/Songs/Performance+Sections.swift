// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession

extension Performance {
    /// Announces the section that is due, tells the status where one is heard, and sets the timer for the next.
    mutating func announceSections() {
        wakes[.section] = nil
        guard let run = heardRun else { return }
        let present = max(0, run.beat(at: now))
        let rules = run.record.rules.rules(fromBeat: present)
        guard let first = rules.first, first.section != nil || rules.count > 1 || audience.section != nil else {
            return
        }
        if song != nil, first.fromBeat != audience.section?.heardBeat {
            let isFirst = audience.section == nil
            audience.section = Audience.Section(
                beat: audience.section?.beat ?? -1, time: audience.section?.time ?? now, heardBeat: first.fromBeat)
            noteTempo(ofBeat: present)
            if !isFirst { sendState(changed: songMembers) }
        }
        var next: ClockTime?
        for rule in rules where rule.fromBeat > present || rule.fromBeat == 0 && present == 0 {
            guard rule.section != nil || rule.fromBeat > present else { continue }
            let time = run.time(ofBeat: rule.fromBeat)
            if rule.fromBeat > present { next = min(next ?? time, time) }
            guard rule.beginsSection, let section = rule.section else { continue }
            let due = time - Self.sectionLead
            guard due <= now else {
                next = min(next ?? due, due)
                break
            }
            let isTold = audience.section?.beat == rule.fromBeat
            if isTold, abs(time.nanoseconds(since: audience.section?.time ?? time)) <= BeatAnnouncer.toleranceNs {
                continue
            }
            guard (audience.section?.beat ?? -1) <= rule.fromBeat else { continue }
            audience.section = Audience.Section(beat: rule.fromBeat, time: time, heardBeat: audience.section?.heardBeat)
            let event = SectionEvent {
                $0.seq = audience.nextSequence()
                $0.run = self.run
                $0.section = SectionState(section, in: run)
                $0.next = self.next(after: rule, in: rules, of: run)
            }
            actions.append(.tell(.section(event), to: audience.clients(of: .section)))
        }
        wakes[.section] = next
    }

    /// How long before it is heard a section is announced.
    private static let sectionLead = Duration.milliseconds(Lead.usual)

    /// Forgets what was announced: the run is over.
    mutating func endSections() {
        wakes[.section] = nil
        audience.section = nil
    }
}

extension SectionState {
    /// A section, without its time.
    init(_ section: SectionPlace) {
        self.init {
            $0.index = section.index
            $0.label = section.label
            $0.pass = section.pass
            $0.times = section.times
            $0.fromBeat = Int(section.fromBeat)
        }
    }

    /// A section, with the time at which it is heard; from a beat on where it is played from its midst.
    init(_ section: SectionPlace, in run: HeardRun, fromBeat: Int64 = .min) {
        self.init(section)
        atNs = run.time(ofBeat: max(section.fromBeat, fromBeat)).nanoseconds
    }
}
