/// What is wrong with a file of settings.
package struct ConfigurationProblem: Error, Hashable, Sendable {
    /// From 1; 0: of no line.
    package var line: Int
    /// A sentence without a stop.
    package var words: String

    init(line: Int, _ words: String) {
        self.line = line
        self.words = words
    }

    /// As compilers say it: `config.toml:12: "volume" must be a number from 0 to 100, not "loud"`.
    func sentence(in file: String) -> String { line > 0 ? "\(file):\(line): \(words)" : "\(file): \(words)" }
}
