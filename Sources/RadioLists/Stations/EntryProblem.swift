/// A problem of one entry of a list.
public struct EntryProblem: Hashable, Sendable, CustomStringConvertible {
    /// The entry's number in the list, from 1; 0 for a problem of the list as a whole.
    public var number: Int
    /// Nil if the entry has no name.
    public var name: String?
    /// A description for the person who edits the list.
    public var text: String
    /// The file, folder or address of the list; nil if only one list was read, and empty if ``text`` names the list.
    package var source: String?
    /// True if the whole entry was left out; false if only a field of the entry was left out or changed.
    public var isLeftOut: Bool

    package init(number: Int, name: String?, text: String, isLeftOut: Bool, source: String? = nil) {
        self.source = source
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
