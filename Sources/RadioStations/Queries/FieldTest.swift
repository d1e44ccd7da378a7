import RadioText

/// A condition on texts, prepared for comparison with a station's fields in the index. All texts are folded: case,
/// accents and punctuation are removed.
struct FieldTest {
    /// The kind of comparison, with the folded texts of the condition.
    private enum Rule {
        /// One of the station's fields equals one of these texts as a whole.
        case equals([[UInt8]])
        case begins([UInt8])
        case contains([UInt8])
        /// The station has no field of the kind ``FieldTest/field``.
        case missing
    }

    private let field: UInt8
    private let rule: Rule

    /// Returns nil for conditions on numbers and flags.
    init?(_ comparison: StationPredicate.Comparison, field: UInt8) {
        self.field = field
        func folded(_ text: String) -> [UInt8] {
            var bytes = [field]
            NameFolding.append(text, to: &bytes)
            return bytes
        }
        switch comparison {
        case .equals(.text(let text)): rule = .equals([folded(text)])
        case .isOneOf(let values):
            rule = .equals(values.compactMap { if case .text(let text) = $0 { folded(text) } else { nil } })
        case .beginsWith(let text): rule = .begins(folded(text))
        // A folded text begins with the byte that names its field, and a space. Without these two bytes, the search
        // also finds the text within a word.
        case .contains(let text): rule = .contains(Array(folded(text).dropFirst(2)))
        case .isMissing: rule = .missing
        case .equals, .greaterThan, .lessThan: return nil
        }
    }

    func holds(_ station: UnsafeRawBufferPointer) -> Bool {
        switch rule {
        case .equals(let fields): fields.contains { isThere($0, whole: true, station) }
        case .begins(let beginning): isThere(beginning, whole: false, station)
        case .contains(let part): isInside(part, station)
        case .missing: station.firstIndex(of: field) == nil
        }
    }

    private func isThere(_ bytes: [UInt8], whole: Bool, _ station: UnsafeRawBufferPointer) -> Bool {
        var from = 0
        while let place = station.find(bytes, from: from) {
            let end = place + bytes.count
            if !whole || end == station.count || station[end] < 0x20 { return true }
            from = place + 1
        }
        return false
    }

    /// Returns whether `part` occurs in one of the station's fields of the kind ``field``.
    private func isInside(_ part: [UInt8], _ station: UnsafeRawBufferPointer) -> Bool {
        guard !part.isEmpty else { return station.firstIndex(of: field) != nil }
        var from = 0
        var begin = 0
        while let place = station.find(part, from: from) {
            // The field that contains the match begins at the last byte below 0x20 before the match. Only the bytes
            // since the previous match are searched for that byte, because a text may occur thousands of times.
            begin = station[from..<place].lastIndex { $0 < 0x20 } ?? begin
            if station[begin] == field { return true }
            from = place + 1
        }
        return false
    }
}
