/// A problem in a settings file.
package struct ConfigurationProblem: Error, Hashable, Sendable {
    /// The number of the line in the file, from 1; 0 if the problem belongs to no line.
    package var line: Int
    /// The problem as a sentence without a full stop.
    package var words: String

    init(line: Int, _ words: String) {
        self.line = line
        self.words = words
    }

    /// Returns a message in the form that compilers use: `config.toml:12: "volume" must be a number from 0 to 100, not
    /// "loud"`.
    func sentence(in file: String) -> String { line > 0 ? "\(file):\(line): \(words)" : "\(file): \(words)" }
}
