/// A value of a TOML document, with its key, line and column.
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

    /// The key of a value in a table; empty for a value in a list.
    var key: String
    var value: Value
    /// The line of the key in the document, or of a value that has no key. Counts from 1.
    var line: Int
    var column: Int

    /// The number of characters of a text that ``words`` shows. A longer text is cut.
    private static let maximumText = 60

    /// The value in words, as a part of an error message.
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
