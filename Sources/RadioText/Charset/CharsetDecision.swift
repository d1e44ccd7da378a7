/// Which charset a station's titles are read in, and why: for a person who asks, and for a record that is kept.
package struct CharsetDecision: Hashable, Sendable {
    package enum Basis: String, Hashable, Sendable {
        /// All titles were ASCII or UTF-8 so far.
        case utf8
        /// The station, or its list, names it.
        case declared
        /// Its titles' letters make words in it.
        case learned
        /// Too little was seen: windows-1252, which most such titles are in.
        case assumed
    }

    /// One charset that was compared.
    package struct Consideration: Hashable, Sendable {
        /// IANA name.
        package var charset: String
        /// How much less likely the titles are in it than in the best one: a natural logarithm, at most the tally.
        package var behind: Double
    }

    /// IANA name.
    package var charset: String
    package var basis: Basis
    /// How likely it is that no other charset is right, 0 to 1, as far as the statistic goes. 1 for declared charsets and UTF-8.
    package var confidence: Double
    /// Different titles that it rests on, and their bytes beyond ASCII.
    package var titleCount: Int
    package var byteCount: Int
    /// Titles that were UTF-8 with more than ASCII.
    package var utf8Count: Int
    /// What libuchardet said last of all titles together; nil where it was not asked or does not know.
    package var detector: String?
    /// The best ones in order, the decided one among them; at most ``maximumConsidered``.
    package var considered: [Consideration]
    /// Texts arrive as UTF-8 that was made from bytes misread as Latin-1: this is what they are turned back into. Nil where they are not.
    package var repairedTo: String?

    package static let maximumConsidered = 4
}
