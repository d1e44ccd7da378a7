extension Int {
    /// Returns the number with its noun, such as `1 title` and `2 titles`, for nouns that take `s` in the plural.
    package func counted(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(self) \(noun)s" }
}
