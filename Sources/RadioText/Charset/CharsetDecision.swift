/// The charset in which a station's titles are read, and the reasons for it, as shown to the listener and in reports.
package struct CharsetDecision: Hashable, Sendable {
    /// The reason for a decision.
    package enum Basis: String, Hashable, Sendable {
        /// All titles so far were ASCII or UTF-8.
        case utf8
        /// The station itself, or its entry in a station list, declares the charset.
        case declared
        /// Read in this charset, the titles consist of likely words of a language.
        case learned
        /// The titles so far do not show the charset. windows-1252 is assumed, as in most titles that are not UTF-8.
        case assumed
    }

    /// One of the charsets that were compared.
    package struct Consideration: Hashable, Sendable {
        /// The charset's IANA name.
        package var charset: String
        /// How much less likely this charset is than the most likely one: the natural logarithm of the ratio of their
        /// probabilities.
        package var behind: Double
    }

    /// The charset's IANA name.
    package var charset: String
    package var basis: Basis
    /// The probability that the charset is right, from 0 to 1. It is 1 for declared charsets and UTF-8.
    package var confidence: Double
    /// The number of different titles beyond ASCII that were compared for the decision.
    package var titleCount: Int
    /// The number of bytes beyond ASCII in these titles.
    package var byteCount: Int
    /// The number of titles that were UTF-8 and contained more than ASCII.
    package var utf8Count: Int
    /// The charset that libuchardet last detected in the newest titles together, or nil if it was not called or
    /// detected none.
    package var detector: String?
    /// The most likely charsets, the likeliest first, at most ``maximumConsidered``.
    package var considered: [Consideration]
    /// The charset in which this station's misread texts are restored, or nil if its texts are not misread.
    ///
    /// A text is misread if a program on its way read its bytes as Latin-1, although they were in another charset, and
    /// sent the result as UTF-8.
    package var repairedTo: String?

    package static let maximumConsidered = 4
}
