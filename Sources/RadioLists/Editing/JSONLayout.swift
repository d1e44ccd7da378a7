import RadioJSON

/// An object or list of a JSON text, cut into its parts, so that some can change and all else stays as it was written:
/// `[ prefix item gap item … suffix ]`.
struct JSONLayout {
    struct Part {
        /// The member's name; nil for a list's item.
        var name: String?
        /// The item, or the member with its name.
        var range: Range<Int>
        /// The member's value, or the item.
        var value: Range<Int>
    }

    /// Both brackets included.
    let range: Range<Int>
    let parts: [Part]

    /// Nil where the cursor stands before another kind of value, which it passes. The cursor is left behind the value.
    init?(_ cursor: inout JSONCursor) throws(JSONError) {
        let start = cursor.position
        var parts: [Part] = []
        switch try cursor.kind {
        case .object:
            try cursor.enter()
            while try cursor.nextMember() {
                let begin = cursor.position
                let name = try cursor.name()
                let value = cursor.position
                try cursor.skip()
                parts.append(Part(name: name, range: begin..<cursor.position, value: value..<cursor.position))
            }
        case .array:
            try cursor.enter()
            while try cursor.nextItem() {
                let begin = cursor.position
                try cursor.skip()
                parts.append(Part(name: nil, range: begin..<cursor.position, value: begin..<cursor.position))
            }
        case .string, .number, .bool, .null:
            try cursor.skip()
            return nil
        }
        self.parts = parts
        range = start..<cursor.position
    }

    // MARK: What stands between the parts

    /// White space before the first part, or all that is inside.
    var prefix: Range<Int> { range.lowerBound + 1..<(parts.first?.range.lowerBound ?? range.upperBound - 1) }

    /// White space behind the last part.
    var suffix: Range<Int> { (parts.last?.range.upperBound ?? range.upperBound - 1)..<range.upperBound - 1 }

    /// The comma before a part that is not the first, with white space.
    func gap(before index: Int) -> Range<Int> {
        parts[index - 1].range.upperBound..<parts[index].range.lowerBound
    }

    /// The text again.
    /// - Parameters:
    ///   - bytes: the whole text.
    ///   - texts: of the parts; nil for those that are left out.
    ///   - added: of more parts behind them.
    ///   - style: the white space of parts that have no example here.
    func text(of bytes: [UInt8], _ texts: [[UInt8]?], added: [[UInt8]], style: JSONStyle) -> [UInt8] {
        var text = [bytes[range.lowerBound]]
        var isFirst = true
        for (index, part) in texts.enumerated() {
            guard let part else { continue }
            text += isFirst ? bytes[prefix] : bytes[gap(before: index)]
            text += part
            isFirst = false
        }
        let gap = gap(bytes) ?? [UInt8(ascii: ",")] + (parts.isEmpty ? style.outer : Array(bytes[prefix]))
        for part in added {
            text += isFirst ? (parts.isEmpty ? style.outer : Array(bytes[prefix])) : gap
            text += part
            isFirst = false
        }
        switch (parts.isEmpty, added.isEmpty) {
        case (true, true): text += bytes[prefix]
        case (true, false): text += style.closing
        case (false, _): text += bytes[suffix]
        }
        text.append(bytes[range.upperBound - 1])
        return text
    }

    private func gap(_ bytes: [UInt8]) -> [UInt8]? {
        parts.count > 1 ? Array(bytes[gap(before: parts.count - 1)]) : nil
    }

    /// What stands between a member's name and its value.
    func colon(_ bytes: [UInt8]) -> [UInt8]? {
        guard let last = parts.last, last.name != nil else { return nil }
        // The name's own text ends at the last quote before the value.
        let end = bytes[last.range.lowerBound..<last.value.lowerBound].lastIndex(of: UInt8(ascii: "\"")).map { $0 + 1 }
        return end.map { Array(bytes[$0..<last.value.lowerBound]) }
    }
}
