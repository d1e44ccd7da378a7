extension Int {
    /// Returns the number and `noun`, with an `s` added to the noun unless the number is 1: `1 title`, `2 titles`.
    package func counted(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(self) \(noun)s" }
}
