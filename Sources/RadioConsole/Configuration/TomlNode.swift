/// A value of a TOML document, and where it stands.
struct TomlNode: Hashable, Sendable {
    enum Value: Hashable, Sendable {
        case text(String)
        case integer(Int64)
        case number(Double)
        case flag(Bool)
        /// A date, a time, or both.
        case date
        case list([TomlNode])
        /// In the order of the document; no key occurs twice.
        case table([TomlNode])
    }

    /// In a table; empty in a list.
    var key: String
    var value: Value
    /// From 1: of the key, or of the value where there is none.
    var line: Int
    var column: Int

    /// Text that is shown of a value.
    private static let maximumText = 60

    /// The value in a sentence.
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
