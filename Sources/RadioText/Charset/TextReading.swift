/// A text, and how it came about.
public struct TextReading: Hashable, Sendable {
    public var text: String
    /// IANA name of the charset that it was read in; `UTF-8` for ASCII.
    public var charset: String
    /// The text had been read in a wrong charset and encoded again before it came; this is what it was meant to be.
    public var isRepaired = false

    init(_ text: String, _ charset: Charset, isRepaired: Bool = false) {
        self.text = text
        self.charset = charset.name
        self.isRepaired = isRepaired
    }
}
