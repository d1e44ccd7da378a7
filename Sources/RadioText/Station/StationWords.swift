/// The words, without case and punctuation, of a station's name or of a title that may be such a name.
struct StationWords: Hashable, Sendable {
    /// Number of Unicode scalars at a text's beginning that are used.
    static let maximumLength = 300

    /// All words in order. `101.5` and `98,8` are one word each.
    let all: [String]

    init(_ text: String) { all = Self.split(text) }

    private init(all: [String]) { self.all = all }

    /// The words of the name itself, without words that stations often add to their name: frequencies, bit rates,
    /// `radio`, `FM`, `online`, `www` …
    var core: [String] {
        all.enumerated().filter { place, word in !isTrivial(word, at: place) }.map(\.element)
    }

    /// The words without frequencies and their units.
    var withoutFrequency: StationWords {
        StationWords(all: all.filter { !Self.isFrequency($0) && $0 != "mhz" && $0 != "khz" })
    }

    /// The words as one text without spaces. It is equal for `exampleFM` and `Example FM`.
    var joined: String { all.joined() }
    var joinedCore: String { core.joined() }

    /// True if a name with these words must be a station's name and cannot be an artist's, because it contains `radio`
    /// or the like.
    var isRadio: Bool {
        isBroadcast
            || all.contains { word in
                word == "radio" || (word.hasPrefix("radio") || word.hasSuffix("radio")) && word.utf8.count > 5
            }
    }

    /// True if a name with these words must be a station's name and cannot be a song's title either: `Example FM`,
    /// `98.8`, `SWR3`.
    var isBroadcast: Bool {
        all.contains { word in
            word == "fm" || (word.hasSuffix("fm") && word.utf8.count > 3) || Self.isFrequency(word)
                || (all.count <= 3 && word.utf8.count <= 6 && Self.isCallSign(word))
        }
    }

    /// True for a text that names only a version of a song, such as `Live`, `2011 Remaster` or `Live at Wembley`.
    var isVersion: Bool {
        if all.count > 1, all[0] == "live", ["at", "in", "from", "on"].contains(all[1]) { return true }
        return all.contains { Self.versions.contains($0) }
            && all.allSatisfy { Self.versions.contains($0) || Self.versionDetails.contains($0) || Int($0) != nil }
    }

    /// Returns the index in ``all`` at which the words of `other` begin, one directly after another, or nil if they do
    /// not occur together.
    func place(of other: StationWords) -> Int? {
        guard !other.all.isEmpty, all.count >= other.all.count else { return nil }
        return (0...all.count - other.all.count).first { start in
            all[start..<start + other.all.count].elementsEqual(other.all)
        }
    }

    /// Returns true for a word that stations often add to their name, such as a frequency or a bit rate.
    private func isTrivial(_ word: String, at place: Int) -> Bool {
        if Self.trivial.contains(word) || Self.isFrequency(word) { return true }
        let isNumber = word.utf8.allSatisfy { (0x30...0x39).contains($0) }
        if isNumber, place + 1 < all.count,
            ["k", "kb", "kbit", "kbits", "kbps", "kbs", "khz", "mhz"].contains(all[place + 1])
        {
            return true
        }
        return ["k", "kb", "kbps", "kbit"].contains { word.hasSuffix($0) && Int(word.dropLast($0.utf8.count)) != nil }
    }

    /// Returns true for an FM frequency in MHz with one or two decimals, such as `98.8`.
    private static func isFrequency(_ word: String) -> Bool {
        let halves = word.split(separator: ".", omittingEmptySubsequences: false)
        guard halves.count == 2, let whole = Int(halves[0]), halves[1].utf8.count <= 2 else { return false }
        return (65...108).contains(whole)
    }

    /// Returns true for letters with one or two digits before or after, such as `SWR3` or `1Live`.
    private static func isCallSign(_ word: String) -> Bool {
        let digits = word.utf8.count { (0x30...0x39).contains($0) }
        return (1...2).contains(digits) && word.utf8.count - digits >= 2
            && (word.utf8.first.map { (0x30...0x39).contains($0) } ?? false
                || word.utf8.last.map { (0x30...0x39).contains($0) } ?? false)
    }

    /// Splits a text into words in lower case.
    private static func split(_ text: String) -> [String] {
        var words: [String] = []
        var word = String.UnicodeScalarView()
        let scalars = Array(text.lowercased().unicodeScalars.prefix(maximumLength))
        func isDigit(_ place: Int) -> Bool {
            scalars.indices.contains(place) && (0x30...0x39).contains(scalars[place].value)
        }
        for (place, scalar) in scalars.enumerated() {
            if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
                word.append(scalar)
            } else if scalar == "." || scalar == ",", isDigit(place - 1), isDigit(place + 1) {
                word.append(".")
            } else if scalar == "'" || scalar == "\u{2019}" {
                continue
            } else if !word.isEmpty {
                words.append(String(word))
                word = String.UnicodeScalarView()
            }
        }
        if !word.isEmpty { words.append(String(word)) }
        return words
    }

    private static let versions: Set = [
        "live", "remaster", "remastered", "remix", "mix", "edit", "version", "acoustic", "instrumental", "unplugged",
        "demo", "mono", "stereo", "reprise", "session", "sessions", "edition",
    ]
    /// Words that describe a version only beside a word of ``versions``.
    private static let versionDetails: Set = [
        "radio", "single", "album", "original", "extended", "digital", "studio", "club", "full", "short", "long",
        "bonus",
        "deluxe", "inch", "the", "new", "special", "anniversary",
    ]

    private static let trivial: Set = [
        "fm", "am", "ukw", "dab", "mhz", "khz", "radio", "the", "online", "live", "web", "webradio", "www", "http",
        "https", "stream", "streaming", "livestream", "station", "internet", "on", "air", "onair", "now", "playing",
        "mp3", "aac", "aacp", "ogg", "opus", "flac", "hd", "hq", "lq", "hi", "lo", "kbps", "kbit", "kbits", "kbs", "kb",
        "k", "com", "net", "org", "de", "at", "ch", "nl", "fr", "pl", "ru", "uk", "co", "радио", "эфир", "онлайн",
    ]
}
