import RadioFormats

/// Computes the numbers that identify songs and stations when airings are counted. They are stored in files, so they
/// must be the same in every version of the program.
enum SongKey {
    /// Returns the number by which a song is counted. Its upper half is the artist's hash, and its lower half the
    /// title's. If the title is unknown, the text replaces it.
    /// - Parameter isExact: whether spellings that differ in more than their case are different songs; false for the
    ///   rule of ``SongSpelling``.
    static func song(artist: String?, title: String?, text: String, isExact: Bool = false) -> Int64 {
        let (artist, title) = (artist ?? "", title ?? text)
        let names =
            isExact
            ? (artist.lowercased(), title.lowercased())
            : (SongSpelling.artist(artist), SongSpelling.title(title))
        return hash(names.0) & ~0xFFFF_FFFF | hash(names.1) & 0xFFFF_FFFF
    }

    /// Returns the number of a song's artist; nil if the song names none.
    static func artist(of song: Int64) -> Int64? { song >> 32 == nobody ? nil : song >> 32 }

    private static let nobody = hash("") >> 32

    /// Returns the hash of artist and title, ignoring case, for marked songs. If the title is unknown, the text
    /// replaces it.
    static func liked(artist: String?, title: String?, text: String) -> Int64 {
        var hash = Self.begin
        add((artist ?? "").lowercased(), &hash)
        add(0, &hash)
        add((title ?? text).lowercased(), &hash)
        return end(hash)
    }

    static func station(_ id: String) -> Int64 { hash(id) }

    /// Returns the code of a track in the table of airings. It combines the kind and whether the track was heard.
    static func code(_ kind: TrackInfo.Kind, isHeard: Bool) -> Int64 {
        let number: Int64 =
            switch kind {
            case .none: 0
            case .song: 1
            case .unknown: 2
            case .advertisement: 3
            case .jingle: 4
            case .speech: 5
            }
        return number * 2 + (isHeard ? 1 : 0)
    }

    // FNV-1a with 64 bits; `end(_:)` mixes the result so that all of its bits depend on all bytes.
    private static let begin: UInt64 = 0xCBF2_9CE4_8422_2325

    private static func hash(_ text: String) -> Int64 {
        var hash = Self.begin
        add(text, &hash)
        return end(hash)
    }

    private static func add(_ text: String, _ hash: inout UInt64) { for byte in text.utf8 { add(byte, &hash) } }

    private static func add(_ byte: UInt8, _ hash: inout UInt64) {
        hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }

    private static func end(_ hash: UInt64) -> Int64 {
        var hash = hash
        hash = (hash ^ (hash >> 33)) &* 0xFF51_AFD7_ED55_8CCD
        hash = (hash ^ (hash >> 33)) &* 0xC4CE_B9FE_1A85_EC53
        return Int64(bitPattern: hash ^ (hash >> 33))
    }
}
