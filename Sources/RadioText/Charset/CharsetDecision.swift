/// The charset of a station's titles with the reasons for it, to be shown to the listener or recorded.
package struct CharsetDecision: Hashable, Sendable {
    /// The reason for a decision.
    package enum Basis: String, Hashable, Sendable {
        /// All titles so far were ASCII or UTF-8.
        case utf8
        /// The station itself, or its entry in a station list, declares the charset.
        case declared
        /// The letters of the titles form words in this charset.
        case learned
        /// Too few titles were seen. Most titles that are not UTF-8 are windows-1252.
        case assumed
    }

    /// One of the charsets that were compared.
    package struct Consideration: Hashable, Sendable {
        /// The charset's IANA name.
        package var charset: String
        /// How much less likely this charset is than the best one, as a natural logarithm.
        package var behind: Double
    }

    /// The charset's IANA name.
    package var charset: String
    package var basis: Basis
    /// The probability that the charset is right, from 0 to 1. It is 1 for declared charsets and UTF-8.
    package var confidence: Double
    /// The number of different titles that the decision rests on.
    package var titleCount: Int
    /// The number of bytes beyond ASCII in these titles.
    package var byteCount: Int
    /// The number of titles that were UTF-8 and contained more than ASCII.
    package var utf8Count: Int
    /// The charset that libuchardet last named for the newest titles together, or nil if it was not asked or does not
    /// know.
    package var detector: String?
    /// The best charsets in order, at most ``maximumConsidered``.
    package var considered: [Consideration]
    /// The charset in which misread texts are restored, or nil if no misread texts were recognised.
    ///
    /// The bytes of a misread text were wrongly read as Latin-1 and then encoded as UTF-8.
    package var repairedTo: String?

    package static let maximumConsidered = 4
}
