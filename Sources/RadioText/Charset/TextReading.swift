/// A text, and how it came about.
package struct TextReading: Hashable, Sendable {
    package var text: String
    /// IANA name of the charset that it was read in; `UTF-8` for ASCII.
    package var charset: String
    /// The text had been read in a wrong charset and encoded again before it came; this is what it was meant to be.
    package var isRepaired = false

    init(_ text: String, _ charset: Charset, isRepaired: Bool = false) {
        self.text = text
        self.charset = charset.name
        self.isRepaired = isRepaired
    }
}
