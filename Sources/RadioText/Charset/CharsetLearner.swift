import RadioJSON

/// Reads the titles of a station, and learns their charset from all titles together.
///
/// A title is read in the first of these charsets in which its bytes are valid: the declared charset; UTF-8; the
/// charset learned from the station's titles; windows-1252. A single short title is too little to learn a charset.
/// Texts that were misread and encoded again before they arrived are restored if there is no doubt.
package enum CharsetLearner {
    /// The minimum lead over windows-1252, in nats, at which another charset is used after several titles. After a
    /// single title, the minimum lead is ``believedLeadOfOne``, and the title must have at least ``leastBytesOfOne``
    /// bytes beyond ASCII.
    private static let believedLead = 6.0
    private static let believedLeadOfOne = 10.0
    private static let leastBytesOfOne = 6
    /// The minimum lead, in nats, of another charset at which texts that arrived as UTF-8 count as misread.
    ///
    /// The lead is high, because such texts are usually right. For charsets with Latin letters it is
    /// ``misreadLatinLead``, and at least ``misreadLatinTitles`` titles are needed.
    private static let misreadLead = 16.0
    private static let misreadLatinLead = 30.0
    private static let misreadLatinTitles = 4

    /// Returns the text of a title and the charset that it was read in.
    /// - Parameters:
    ///   - bytes: The bytes of a title, address or field. Any of the bytes may be invalid.
    ///   - declared: Any label of the charset that the station declares, or nil.
    ///   - evidence: The evidence of this station, to which this title is added.
    package static func read(
        _ bytes: [UInt8], declared: String? = nil, evidence: inout CharsetEvidence
    ) -> TextReading {
        // Most titles are ASCII. They are read at once, without the slower steps for other charsets.
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

    /// Returns the most likely charset of the tally, or nil if its lead is too small.
    static func learned(_ tally: CharsetTally) -> Charset? {
        let needed = tally.titleCount > 1 ? believedLead : believedLeadOfOne
        guard tally.lead >= needed, tally.titleCount > 1 || tally.byteCount >= leastBytesOfOne else { return nil }
        return CharsetCandidate.all[tally.best].charset
    }

    /// Returns the charset in which the texts of a tally of misread texts were written, or nil if there is doubt.
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

    /// Reads a title that is neither UTF-8 nor in the declared charset, and adds it to the evidence.
    private static func legacy(_ bytes: [UInt8], _ evidence: inout CharsetEvidence) -> TextReading {
        // ISO-2022-JP is recognised by the escape sequences around its Japanese parts, such as ESC $ B.
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
            // The last character may be incomplete because the metadata block was full. The character is then dropped.
            // If the rest cannot be read either, only this title is in another charset.
            if charset.form == .multiByte, let text = charset.decode(Array(bytes.dropLast())) {
                return TextReading(text, charset)
            }
        }
        return TextReading(Windows1252.decode(bytes), .windows1252)
    }

    /// Returns true if a title that is valid UTF-8 is nevertheless in the East Asian charset of the station's other
    /// titles.
    ///
    /// The bytes of a short title in such a charset may happen to be valid UTF-8.
    private static func isChanceUTF8(_ bytes: [UInt8], _ evidence: CharsetEvidence) -> Bool {
        guard let legacy = evidence.legacy, evidence.utf8Count * 4 <= legacy.titleCount,
            let charset = learned(legacy), charset.form == .multiByte
        else { return false }
        return charset.decode(bytes) != nil
    }

    /// Returns the text. If it was misread and encoded again before it arrived, returns the restored text.
    private static func repaired(_ text: String, _ charset: Charset, _ evidence: inout CharsetEvidence) -> TextReading {
        if let repaired = DoubleEncoding.repaired(text) { return TextReading(repaired, charset, isRepaired: true) }
        guard let bytes = DoubleEncoding.misreadBytes(of: text) else {
            // The text contains characters that a misread text cannot contain. The station's texts are therefore
            // correct, and the tally of Latin misreadings is discarded.
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
