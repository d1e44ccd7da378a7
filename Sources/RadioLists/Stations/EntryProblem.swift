/// Something wrong with one entry of a station file.
public struct EntryProblem: Hashable, Sendable, CustomStringConvertible {
    /// The entry's place in the file, from 1; 0 for the list as a whole.
    public var number: Int
    /// Nil where the entry has none.
    public var name: String?
    /// In words, for the person who edits the file.
    public var text: String
    /// Whether the entry was left out; otherwise only the field named was.
    public var isLeftOut: Bool

    package init(number: Int, name: String?, text: String, isLeftOut: Bool) {
        self.number = number
        self.name = name
        self.text = text
        self.isLeftOut = isLeftOut
    }

    public var description: String {
        guard number > 0 else { return text }
        return "station \(number)\(name.map { " (\($0))" } ?? ""): \(text)\(isLeftOut ? "; left out" : "")"
    }
}
