// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm

/// The presets and the entries of a set list that wait.
extension PendingChanges {
    /// The set list after all of them.
    package func setList(after setList: SetList?) -> SetList? {
        list.reduce(setList) { setList, change in
            if case .scene(let scene) = change.action { scene.setList ?? setList } else { setList }
        }
    }

    /// Takes back the entries of a set list.
    package mutating func removeEntries() { withdraw { $0.setList != nil || $0.endsSetList } }

    /// Has each entry of a set list that waits bring its music alone: neither the set list nor its end. Returns whether any waits.
    package mutating func closeSetLists() -> Bool {
        var isAny = false
        changeScenes { scene, _ in
            guard let setList = scene.setList else { return }
            isAny = true
            let timer = Trainer.Kind.timer.rules.key
            if setList.present?.bars != nil { scene.edit[timer] = scene.usual[timer] }
            if setList.countIn != nil, let key = Key.named("count_in") { scene.edit[key] = scene.usual[key] }
            scene.setList = nil
        }
        return isAny
    }

    /// Replaces the set lists of the changes by another version, by which their entries are counted in and end. Returns whether what
    /// is to be played has changed.
    package mutating func changeSetLists(_ change: (SetList) -> SetList) -> Bool {
        var isAny = false
        changeScenes { scene, _ in
            guard let former = scene.setList else { return }
            let (setList, edit) = (change(former), scene.edit)
            scene.setList = setList
            let bars = setList.present?.bars
            if bars != former.present?.bars, scene.song == nil {
                let timer = Trainer.Kind.timer.rules.key
                scene.edit[timer] = bars.map { .trainer(Trainer(ofBars: $0)) } ?? scene.usual[timer]
            }
            if setList.countIn != former.countIn, let key = Key.named("count_in") {
                if former.countIn == nil { scene.usual[key] = edit[key] }
                scene.edit[key] = setList.countIn.map { .number(Double($0)) } ?? scene.usual[key]
            }
            isAny = isAny || scene.edit != edit
        }
        return isAny
    }

    /// A preset is kept no more: what waits of it has no name.
    package mutating func removePreset(_ name: LibraryName) {
        guard let key = Key.named("preset") else { return }
        changeScenes { scene, _ in if scene.edit[key] == .text(name.text) { scene.edit[key] = .text("") } }
    }

    /// Another tempo is proposed: those of scenes that wait for the next beat are older.
    package mutating func dropProposals() {
        changeScenes { scene, isImmediate in if isImmediate { scene.proposal = nil } }
    }

    /// No clock is followed: what scenes that wait would propose holds with them. Returns whether any would.
    package mutating func keepProposals() -> Bool {
        var isAny = false
        changeScenes { scene, _ in
            guard let tempo = scene.proposal else { return }
            isAny = true
            let edit = Edit.tempo(.to(tempo))
            for key in edit.keys { scene.edit[key] = edit[key] }
            scene.proposal = nil
        }
        return isAny
    }

    /// Changes each scene that waits. It is told whether only the next beat is waited for.
    mutating func changeScenes(_ change: (_ scene: inout Scene, _ isImmediate: Bool) -> Void) {
        for index in list.indices {
            guard case .scene(var scene) = list[index].action else { continue }
            change(&scene, list[index].isImmediate)
            list[index].action = .scene(scene)
        }
    }
}

extension PendingChange {
    /// The set list at the place that it brings; nil where it brings none.
    package var setList: SetList? { if case .scene(let scene) = action { scene.setList } else { nil } }
}
