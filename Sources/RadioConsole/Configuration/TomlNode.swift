/// A value of a TOML document, and its place in the document.
struct TomlNode: Hashable, Sendable {
    /// The content of a value, by its type in TOML.
    enum Value: Hashable, Sendable {
        case text(String)
        case integer(Int64)
        case number(Double)
        case flag(Bool)
        /// A date, a time, or both.
        case date
        case list([TomlNode])
        /// The entries in the order of the document. No key occurs twice.
        case table([TomlNode])
    }

    /// The key in a table; empty in a list.
    var key: String
    var value: Value
    /// The line of the key, or of a value without a key. Counts from 1.
    var line: Int
    var column: Int

    /// The number of characters after which ``words`` cuts a long text.
    private static let maximumText = 60

    /// The value as a part of a sentence.
    var words: String {
        switch value {
        case .text(let text) where text.count > Self.maximumText: "\"\(text.prefix(Self.maximumText))…\""
        case .text(let text): "\"\(text)\""
        case .integer(let number): "\(number)"
        case .number(let number): "\(number)"
        case .flag(let flag): "\(flag)"
        case .date: "a date"
        case .list: "a list"
        case .table: "a table"
        }
    }
}
