import RadioFormats

/// Recognises advertisements by titles that look like artist and title: several parts with ` - ` between them.
enum AdvertisementTitle {
    /// Maximum number of parts, separated by ` - `. A title with more parts does not count as an advertisement.
    private static let maximumHalves = 4
    /// Networks that send their own name and a word for an advertisement as a title: `Live365 - Advertisement`.
    private static let services: Set = ["live365"]

    /// Returns an advertisement for texts such as `ADWTAG_122000 - THIS STATION WILL CONTINUE AFTER THIS BREAK`,
    /// `Live365 - Live365 - Advertisement` or `Advert: - Live365 - Advertisement`.
    ///
    /// Returns nil for a text that may be a song, such as "The Who - Commercial".
    static func track(_ text: String) -> TrackInfo? {
        guard mayBe(text) else { return nil }
        let halves = text.split(separator: " - ", maxSplits: maximumHalves).map { PlainText.clean(String($0)) }
        guard (2...maximumHalves).contains(halves.count), let last = halves.last else { return nil }
        guard
            halves.contains(where: TitleMarker.isMarker(half:)) || TitleKind.isBreak(last)
                || TitleKind.kind(of: last) == .advertisement && isFromService(halves.dropLast())
        else { return nil }
        return TrackInfo(
            kind: .advertisement, artist: halves[0], title: halves.dropFirst().joined(separator: " - "), text: text)
    }

    /// Returns whether the parts before the word for an advertisement are all the same, or one of them names a network
    /// or an advertisement.
    private static func isFromService(_ halves: ArraySlice<String>) -> Bool {
        let others = halves.map { $0.lowercased() }
        let isTwice = others.count > 1 && others.allSatisfy { $0 == others[0] }
        return isTwice || others.contains { services.contains($0) || TitleKind.kind(of: $0) == .advertisement }
    }

    /// Returns false if ``track(_:)`` certainly recognises no advertisement in the text, as for most songs. This quick
    /// test does not copy the text.
    private static func mayBe(_ text: String) -> Bool {
        text.utf8.contains(UInt8(ascii: "_")) || TitleMarker.isCapital(text) || text.count(ofASCII: " - ") > 1
            || text.count(ofASCII: "after this") > 0 || services.contains { text.count(ofASCII: $0) > 0 }
    }
}

extension String {
    /// Returns how often the ASCII text `letters` occurs in this text. Ignores case and copies nothing.
    func count(ofASCII letters: String) -> Int {
        func folded(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
        var text = utf8[...]
        var count = 0
        while text.count >= letters.utf8.count {
            if zip(text, letters.utf8).allSatisfy({ folded($0) == folded($1) }) { count += 1 }
            text.removeFirst()
        }
        return count
    }
}
