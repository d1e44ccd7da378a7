import RadioFormats

/// Recognises titles that certainly name no song but, for example, a jingle, an advertisement or the news.
///
/// A word for a jingle or advertisement must be the whole text: "Jingle Bells" and "Ad Astra" are songs.
enum TitleKind {
    /// Returns the kind of a text without artist, or nil if the text may be a song.
    static func kind(of text: String) -> TrackInfo.Kind? {
        guard text.utf8.count <= 200 else { return nil }
        let words = text.lowercased()
        // Automation programs number jingles and spots: "Jingle 12", "Spot 3", "ID_04".
        var name = Substring(words)
        while let last = name.last, last.isNumber || " #-_.:()[]*!".contains(last) { name.removeLast() }
        while let first = name.first, " #-_.:()[]*!".contains(first) { name.removeFirst() }
        if let kind = kinds[String(name)] { return kind }
        if isBreak(words) { return .advertisement }
        guard let first = words.utf8.first, sloganBeginnings.contains(first) else { return nil }
        return slogans.contains { words.hasPrefix($0) } ? .speech : nil
    }

    /// Returns true for texts like "This station will continue after this break", which is no song's title.
    static func isBreak(_ text: String) -> Bool {
        guard let first = text.utf8.first, "tTwW".utf8.contains(first) else { return false }
        let words = text.lowercased().replacing("\u{2019}", with: "'")
        return breaks.contains { words.hasPrefix($0) }
    }

    /// Returns true for a text that is only an address or a host name. Such a text advertises the station and names no
    /// song.
    static func isAddress(_ text: String) -> Bool {
        guard !text.contains(" "), text.contains(".") else { return false }
        let lower = text.lowercased()
        if lower.hasPrefix("http://") || lower.hasPrefix("https://") || lower.hasPrefix("www.") { return true }
        guard
            lower.utf8.allSatisfy({
                (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2E
            })
        else {
            return false
        }
        let domain = lower.split(separator: ".").last.map(String.init) ?? ""
        return [
            "com", "net", "org", "fm", "de", "fr", "ru", "nl", "pl", "it", "es", "uk", "at", "ch", "radio", "eu",
            "info",
        ].contains(domain)
    }

    private static let kinds = [(advertisements, TrackInfo.Kind.advertisement), (jingles, .jingle), (speech, .speech)]
        .reduce(into: [String: TrackInfo.Kind]()) { kinds, words in for word in words.0 { kinds[word] = words.1 } }
    private static let advertisements: Set = [
        "advertisement", "advertisements", "advertising", "advert", "adverts", "ad break", "adbreak", "ad_break",
        "ad-break", "commercial",
        "commercials", "commercial break", "spot block", "spotblock", "spot", "werbung", "werbeblock", "werbespot",
        "reklama", "reklam", "reklame", "reclame",
        "reklamy", "реклама", "рекламный блок", "publicité", "publicite", "pub", "pause pub", "publicidad",
        "publicidade", "pubblicità",
        "pubblicita", "reklaam", "mainos", "mainoksia", "hirdetés", "reclamă", "διαφήμιση", "διαφημίσεις", "ad", "ads",
        "targetspot", "ad trigger", "ad-trigger", "espacio publicitario",
        "we'll be right back", "we will be right back", "your station will be right back", "stw ad", "広告", "广告",
    ]
    /// The beginnings of texts that a network shows during advertisements.
    private static let breaks = [
        "this station will continue after this", "we'll be right back after this", "well be right back after this",
        "we will be right back after this", "we'll be back after this", "we will be back after this",
    ]
    private static let jingles: Set = [
        "jingle", "jingles", "jingel", "jingle radio", "station id", "stationid", "station-id", "station_id", "sweeper",
        "liner", "station ident", "ident",
        "id", "promo", "promos", "trailer", "station promo", "джингл", "джинглы", "bumper", "stinger", "drop",
        "dżingiel", "sting",
    ]
    private static let speech: Set = [
        "news", "the news", "nachrichten", "wetter", "verkehr", "новости", "погода", "noticias", "notícias", "notizie",
        "wiadomości", "zprávy", "hírek",
        "haberler", "nyheter", "nyheder", "uutiset", "actualités", "infos", "flash info", "le journal", "nieuws",
        "weather", "traffic", "nachrichten und wetter",
        "top of the hour news", "news & weather", "ειδήσεις",
    ]
    private static let sloganBeginnings = Set(slogans.compactMap(\.utf8.first))
    private static let slogans = [
        "you are listening to ", "you're listening to ", "now listening to ", "sie hören ", "du hörst ", "вы слушаете ",
        "vous écoutez ",
        "estás escuchando ", "está escuchando ", "stai ascoltando ", "słuchasz ", "posloucháte ", "u luistert naar ",
        "je luistert naar ",
        "welcome to ", "willkommen bei ", "bienvenue sur ", "bienvenidos a ", "thanks for listening",
        "thank you for listening", "слушайте ", "am mikrofon: ", "im studio: ",
    ]
}
