// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm

/// The presets and the entries of a set list that wait.
extension PendingChanges {
    /// The set list after all of them.
    package func setList(after setList: SetList?) -> SetList? {
        list.reduce(setList) { setList, change in
            if case .piece(let piece) = change.action { piece.setList ?? setList } else { setList }
        }
    }

    /// Takes back the entries of a set list.
    package mutating func removeEntries() { withdraw { $0.setList != nil || $0.endsSetList } }

    /// Has each entry of a set list that waits bring its music alone: neither the set list nor its end. Returns whether any waits.
    package mutating func closeSetLists() -> Bool {
        var isAny = false
        changePieces { piece, _ in
            guard let setList = piece.setList else { return }
            isAny = true
            let timer = Trainer.Kind.timer.rules.key
            if setList.present?.bars != nil { piece.edit[timer] = piece.usual[timer] }
            if setList.countIn != nil, let key = Key.named("count_in") { piece.edit[key] = piece.usual[key] }
            piece.setList = nil
        }
        return isAny
    }

    /// Replaces the set lists of the changes by another version, by whose bars their entries end.
    package mutating func changeSetLists(_ change: (SetList) -> SetList) {
        changePieces { piece, _ in
            guard let former = piece.setList else { return }
            let setList = change(former)
            piece.setList = setList
            let bars = setList.present?.bars
            guard bars != former.present?.bars else { return }
            let timer = Trainer.Kind.timer.rules.key
            piece.edit[timer] = bars.map { .trainer(Trainer(ofBars: $0)) } ?? piece.usual[timer]
        }
    }

    /// A preset is kept no more: what waits of it has no name.
    package mutating func removePreset(_ name: PieceName) {
        guard let key = Key.named("preset") else { return }
        changePieces { piece, _ in if piece.edit[key] == .text(name.text) { piece.edit[key] = .text("") } }
    }

    /// Another tempo is proposed: those of pieces that wait for the next beat are older.
    package mutating func dropProposals() {
        changePieces { piece, isImmediate in if isImmediate { piece.proposal = nil } }
    }

    /// No clock is followed: what pieces that wait would propose holds with them. Returns whether any would.
    package mutating func keepProposals() -> Bool {
        var isAny = false
        changePieces { piece, _ in
            guard let tempo = piece.proposal else { return }
            isAny = true
            let edit = Edit.tempo(.to(tempo))
            for key in edit.keys { piece.edit[key] = edit[key] }
            piece.proposal = nil
        }
        return isAny
    }

    /// Changes each piece that waits. It is told whether only the next beat is waited for.
    mutating func changePieces(_ change: (_ piece: inout Piece, _ isImmediate: Bool) -> Void) {
        for index in list.indices {
            guard case .piece(var piece) = list[index].action else { continue }
            change(&piece, list[index].isImmediate)
            list[index].action = .piece(piece)
        }
    }
}

extension PendingChange {
    /// The set list at the place that it brings; nil where it brings none.
    package var setList: SetList? { if case .piece(let piece) = action { piece.setList } else { nil } }
}
