import RadioJSON

/// The positions of the parts of an object or list in a JSON text: `[ prefix item gap item … suffix ]`. With them,
/// single parts can be replaced while all other text stays as it was written.
struct JSONLayout {
    /// A member of an object, or an item of a list.
    struct Part {
        /// The member's name; nil for an item of a list.
        var name: String?
        /// The bytes of the whole item, or of the member from its name to its value.
        var range: Range<Int>
        /// The bytes of the member's value, or of the item.
        var value: Range<Int>
    }

    /// The bytes of the whole object or list, including both brackets.
    let range: Range<Int>
    let parts: [Part]

    /// Reads the value at the cursor, and leaves the cursor after it. Returns nil if the value is neither an object nor
    /// a list.
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

    // MARK: Text between the parts

    /// The white space before the first part; if there are no parts, the white space between the brackets.
    var prefix: Range<Int> { range.lowerBound + 1..<(parts.first?.range.lowerBound ?? range.upperBound - 1) }

    /// White space after the last part.
    var suffix: Range<Int> { (parts.last?.range.upperBound ?? range.upperBound - 1)..<range.upperBound - 1 }

    /// Returns the comma before a part, with the white space around it. The first part has no comma before it.
    func gap(before index: Int) -> Range<Int> {
        parts[index - 1].range.upperBound..<parts[index].range.lowerBound
    }

    /// Returns the text of the object or list with changed parts.
    /// - Parameters:
    ///   - bytes: the JSON text that this layout was read from.
    ///   - texts: the new text of each part; nil removes a part.
    ///   - added: the texts of parts to add at the end.
    ///   - style: white space for added parts if the object or list is empty.
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

    /// Returns the text between the last member's name and its value; nil if there is no member.
    func colon(_ bytes: [UInt8]) -> [UInt8]? {
        guard let last = parts.last, last.name != nil else { return nil }
        // The name ends at the last quote before the value.
        let end = bytes[last.range.lowerBound..<last.value.lowerBound].lastIndex(of: UInt8(ascii: "\"")).map { $0 + 1 }
        return end.map { Array(bytes[$0..<last.value.lowerBound]) }
    }
}
