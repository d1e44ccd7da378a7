import Longwave

/// The form of a configuration value. The type reads and checks a value, and writes it as TOML.
struct ConfigurationType<Value: Sendable>: Sendable {
    /// Why a value of the settings file is refused.
    enum Wrong: Error {
        /// The value does not have the form that ``words`` describes.
        case value
        /// The value is a list of tables, and these problems were found in the tables.
        case parts([ConfigurationProblem])
    }

    /// The form of a value, to complete the sentence "The value must be …".
    let words: String
    let read: @Sendable (TomlNode) -> Result<Value, Wrong>
    /// Returns a value as TOML text.
    let text: @Sendable (Value) -> String

    init(
        _ words: String, text: @escaping @Sendable (Value) -> String, read: @escaping @Sendable (TomlNode) -> Value?
    ) {
        self.words = words
        self.text = text
        self.read = { node in read(node).map { .success($0) } ?? .failure(.value) }
    }

    init(
        _ words: String, text: @escaping @Sendable (Value) -> String,
        parts: @escaping @Sendable (TomlNode) -> Result<Value, Wrong>
    ) {
        self.words = words
        self.text = text
        read = parts
    }

    /// Returns the type of a value that the settings file contains as a TOML string.
    static func words(
        _ words: String, text: @escaping @Sendable (Value) -> String, of make: @escaping @Sendable (String) -> Value?
    ) -> ConfigurationType {
        .init(words, text: { TomlText.quoted(text($0)) }, read: { $0.text.flatMap(make) })
    }
}

extension ConfigurationType where Value == Bool {
    static let flag = ConfigurationType("true or false", text: { "\($0)" }, read: \.flag)
}

extension ConfigurationType where Value == Double {
    static func number(_ range: ClosedRange<Double>) -> ConfigurationType {
        let words = "a number from \(TomlText.number(range.lowerBound)) to \(TomlText.number(range.upperBound))"
        return .init(words, text: TomlText.number) { $0.number.flatMap { range.contains($0) ? $0 : nil } }
    }
}

extension ConfigurationType where Value == Int {
    static func count(_ range: ClosedRange<Int>) -> ConfigurationType {
        .init("a whole number from \(range.lowerBound) to \(range.upperBound)", text: { "\($0)" }) { node in
            node.integer.flatMap { Int(exactly: $0) }.flatMap { range.contains($0) ? $0 : nil }
        }
    }
}

extension ConfigurationType where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    static var choice: ConfigurationType {
        let names = Value.allCases.map { "\"\($0.rawValue)\"" }
        let words = names.count < 2 ? names.joined() : names.dropLast().joined(separator: ", ") + " or \(names.last!)"
        return .words(words, text: \.rawValue) { Value(rawValue: $0) }
    }
}

extension ConfigurationType where Value == TimeSpan {
    /// A time span. A bare number means seconds, as on the command line.
    static let span = ConfigurationType("a span like \"90s\", \"30m\" or \"2h\"", text: { TomlText.quoted($0.text) }) {
        $0.spelling.flatMap { TimeSpan(argument: $0) }
    }
}

extension ConfigurationType where Value == KeptSpan {
    static let keptSpan = ConfigurationType(
        "a span like \"90s\", \"30m\" or \"2h\", or \"none\"", text: { TomlText.quoted($0.text) }
    ) {
        $0.spelling.flatMap { KeptSpan(argument: $0) }
    }
}

extension ConfigurationType where Value == String {
    static let text = ConfigurationType.words("a nonempty string", text: { $0 }) { $0.isEmpty ? nil : $0 }

    /// A password, which is not printed (``ConfigurationKey/isSecret``).
    static let secret = ConfigurationType.words(secretWords, text: { $0 }) { $0.isEmpty ? nil : $0 }
    static let secretWords = "a nonempty password"

    /// A path of a file or folder.
    static let path = ConfigurationType.words("a path that begins with / or ~/", text: { $0 }, of: absolutePath)

    /// Returns the absolute path for a text that begins with `/` or `~/`; nil for other texts.
    @Sendable static func absolutePath(_ text: String) -> String? {
        if text.hasPrefix("/") { return text }
        guard text.hasPrefix("~/"), let home = Environment.value("HOME"), home.hasPrefix("/") else { return nil }
        return home + text.dropFirst()
    }
}

extension ConfigurationType where Value == [String] {
    static let texts = list("a nonempty string, or a list of them") { $0.isEmpty ? nil : $0 }

    /// The paths or addresses of one or more station lists.
    static let sources = list("a path that begins with / or ~/, an address, or a list of them") {
        StationLibrary.isRemote($0) ? $0 : ConfigurationType<String>.absolutePath($0)
    }

    private static func list(_ words: String, _ make: @escaping @Sendable (String) -> String?) -> ConfigurationType {
        .init(words, text: { "[" + $0.map(TomlText.quoted).joined(separator: ", ") + "]" }) { node in
            let texts = (node.list ?? [node]).map { $0.text.flatMap(make) }
            return texts.contains(nil) ? nil : texts.compactMap(\.self)
        }
    }
}

extension ConfigurationType {
    /// Returns the type of a value that is a list of tables, such as `[[hooks]]`.
    /// - Parameters:
    ///   - words: the form of the whole value, to complete the sentence "The value must be …".
    ///   - maximum: the largest number of tables.
    ///   - keys: the keys that are valid in each table.
    ///   - empty: an empty table to read the keys into.
    ///   - make: makes an element of the value from the table's values; returns nil if a required key is missing.
    ///   - part: converts an element of the value back to a table's values.
    static func tables<Root: Sendable, Element: Sendable>(
        _ words: String, maximum: Int, of keys: [ConfigurationKey<Root>], into empty: Root,
        make: @escaping @Sendable (Root) -> Element?, part: @escaping @Sendable (Element) -> Root
    ) -> ConfigurationType where Value == [Element] {
        let table = ConfigurationTable(keys: keys)
        return .init(
            words, text: { "[" + $0.map { "{ \(table.text(part($0))) }" }.joined(separator: ", ") + "]" },
            parts: { node in
                guard let list = node.list else { return .failure(.value) }
                if list.count > maximum {
                    return .failure(.parts([.init(line: list[maximum].line, "at most \(maximum) are allowed")]))
                }
                var elements: [Element] = []
                var problems: [ConfigurationProblem] = []
                for node in list {
                    guard let entries = node.table else { return .failure(.value) }
                    var root = empty
                    let wrong = table.take(entries, into: &root)
                    if let element = make(root) {
                        elements.append(element)
                    } else if wrong.isEmpty {
                        let names = keys.filter { $0.text(root) == nil && $0.isNeeded }.map { "\"\($0.name)\"" }
                        problems.append(
                            .init(
                                line: node.line,
                                "\(names.joined(separator: " and ")) \(names.count == 1 ? "is" : "are") missing"))
                    }
                    problems += wrong
                }
                return problems.isEmpty ? .success(elements) : .failure(.parts(problems))
            })
    }
}
