/// A text with the charset that it was read in.
package struct TextReading: Hashable, Sendable {
    package var text: String
    /// The IANA name of the charset. `UTF-8` for ASCII.
    package var charset: String
    /// True if the text had been misread and encoded again before it arrived. ``text`` is then the restored text.
    package var isRepaired = false

    init(_ text: String, _ charset: Charset, isRepaired: Bool = false) {
        self.text = text
        self.charset = charset.name
        self.isRepaired = isRepaired
    }
}
