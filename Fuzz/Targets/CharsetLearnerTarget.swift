import RadioText

/// Fuzzes the recognition of a station's charset. Input: one byte that chooses the declared charset, then titles of one
/// station, one per line.
enum CharsetLearnerTarget: FuzzTarget {
    static let name = "CharsetLearner"

    private static let charsets: [String?] = [
        nil, nil, nil, "utf-8", "windows-1251", "shift_jis", "gb18030", "windows-1258",
    ]

    static func run(_ input: UnsafeRawBufferPointer) {
        guard let first = input.first else { return }
        let declared = charsets[Int(first) % charsets.count]
        var evidence = CharsetEvidence()
        for title in input[1...].split(separator: 0x0A).prefix(64).map({ Array($0) }) {
            var again = evidence
            let reading = CharsetLearner.read(title, declared: declared, evidence: &evidence)
            require(CharsetLearner.read(title, declared: declared, evidence: &again) == reading, "not the same again")
            require(again == evidence, "the evidence is not the same again")
            require(Charset(reading.charset) != nil, "unknown charset \(reading.charset)")
            require(
                reading.text.utf8.count <= 12 * title.count + 16, "\(reading.text.utf8.count) bytes of \(title.count)")
            if title.allSatisfy({ $0 < 0x80 && $0 != 0x1B }) {
                require(reading.text.utf8.elementsEqual(title) && !reading.isRepaired, "ASCII was changed")
            }
            let decision = evidence.decision
            require((0...1).contains(decision.confidence), "confidence \(decision.confidence)")
            require(decision.considered.count <= CharsetDecision.maximumConsidered, "too many are considered")
        }
    }
}
