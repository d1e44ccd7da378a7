import RadioJSON

/// Reads titles of one station, each in the charset that all of them together speak for.
///
/// In this order: the declared charset where the bytes are text in it; UTF-8, strictly; what was learned from the station's titles;
/// windows-1252. A single short title decides nothing. Texts that came misread and encoded again are turned back where that is beyond doubt.
package enum CharsetLearner {
    /// Leads over windows-1252 that are believed, in nats: from several titles, and from a single one of some length.
    private static let believedLead = 6.0
    private static let believedLeadOfOne = 10.0
    private static let leastBytesOfOne = 6
    /// What came as UTF-8 is most often right: to call it misread takes more, and among Latin scripts several titles.
    private static let misreadLead = 16.0
    private static let misreadLatinLead = 30.0
    private static let misreadLatinTitles = 4

    /// - Parameters:
    ///   - bytes: of one title, address or field; any of them may be wrong.
    ///   - declared: what the station declares (any label of a charset); nil where it does not.
    ///   - evidence: of this station; it grows by this title.
    package static func read(
        _ bytes: [UInt8], declared: String? = nil, evidence: inout CharsetEvidence
    ) -> TextReading {
        // Most titles by far. `String(decoding:)` has a fast way for them, too.
        if bytes.allSatisfy({ $0 < 0x80 && $0 != 0x1B }) {
            return TextReading(String(decoding: bytes, as: UTF8.self), .utf8)
        }
        if let declared, let charset = Charset(declared), let text = charset.decode(bytes) {
            evidence.declared = charset
            if charset == .utf8 { countUTF8(bytes, &evidence) }
            return repaired(text, charset, &evidence)
        }
        evidence.declared = nil
        if let text = TextDecoding.utf8(bytes) {
            countUTF8(bytes, &evidence)
            return isChanceUTF8(bytes, evidence) ? legacy(bytes, &evidence) : repaired(text, .utf8, &evidence)
        }
        return legacy(bytes, &evidence)
    }

    /// The charset of a text that came as UTF-8 and is beyond doubt misread, or of bytes: what ``CharsetEvidence`` holds decides.
    static func learned(_ tally: CharsetTally) -> Charset? {
        let needed = tally.titleCount > 1 ? believedLead : believedLeadOfOne
        guard tally.lead >= needed, tally.titleCount > 1 || tally.byteCount >= leastBytesOfOne else { return nil }
        return CharsetCandidate.all[tally.best].charset
    }

    static func misreadCharset(_ tally: CharsetTally) -> Charset? {
        let best = CharsetCandidate.all[tally.best]
        guard best.charset != .windows1252, best.charset.form != .multiByte else { return nil }
        let isCertain =
            best.isLatin
            ? tally.lead >= misreadLatinLead && tally.titleCount >= misreadLatinTitles : tally.lead >= misreadLead
        return isCertain ? best.charset : nil
    }

    private static func countUTF8(_ bytes: [UInt8], _ evidence: inout CharsetEvidence) {
        if bytes.contains(where: { $0 >= 0x80 }) { evidence.utf8Count += 1 }
    }

    private static func legacy(_ bytes: [UInt8], _ evidence: inout CharsetEvidence) -> TextReading {
        // ISO-2022-JP says itself where it is Japanese: ESC $ B.
        if bytes.contains(0x1B), !bytes.contains(where: { $0 >= 0x80 }), let jis = Charset("ISO-2022-JP"),
            let text = jis.decode(bytes)
        {
            return TextReading(text, jis)
        }
        var tally = evidence.legacy.take() ?? CharsetTally(isMisread: false)
        tally.add(bytes)
        evidence.legacy = tally
        if let charset = learned(tally) {
            if let text = charset.decode(bytes) { return TextReading(text, charset) }
            // A block ends in the middle of a character, or this one title is in another charset.
            if charset.form == .multiByte, let text = charset.decode(Array(bytes.dropLast())) {
                return TextReading(text, charset)
            }
        }
        return TextReading(Windows1252.decode(bytes), .windows1252)
    }

    /// Two-byte characters of an East Asian charset may look like UTF-8 for the length of a short title.
    private static func isChanceUTF8(_ bytes: [UInt8], _ evidence: CharsetEvidence) -> Bool {
        guard let legacy = evidence.legacy, evidence.utf8Count * 4 <= legacy.titleCount,
            let charset = learned(legacy), charset.form == .multiByte
        else { return false }
        return charset.decode(bytes) != nil
    }

    private static func repaired(_ text: String, _ charset: Charset, _ evidence: inout CharsetEvidence) -> TextReading {
        if let repaired = DoubleEncoding.repaired(text) { return TextReading(repaired, charset, isRepaired: true) }
        guard let bytes = DoubleEncoding.misreadBytes(of: text) else {
            // Letters that no misread text can have: Latin ones are right here.
            if let tally = evidence.misread, CharsetCandidate.all[tally.best].isLatin { evidence.misread = nil }
            return TextReading(text, charset)
        }
        guard evidence.misread != nil || DoubleEncoding.isSuspicious(bytes) else { return TextReading(text, charset) }
        var tally = evidence.misread.take() ?? CharsetTally(isMisread: true)
        tally.add(bytes)
        evidence.misread = tally
        guard let meant = misreadCharset(tally), let repaired = meant.decode(bytes), repaired != text else {
            return TextReading(text, charset)
        }
        return TextReading(repaired, meant, isRepaired: true)
    }
}
