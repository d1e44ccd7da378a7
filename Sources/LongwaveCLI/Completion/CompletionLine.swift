import ArgumentParser

/// Formats completion candidates as lines for the completion script of the shell.
enum CompletionLine {
    /// Returns the line that offers one candidate to the shell.
    /// - Parameters:
    ///   - word: the candidate, without control characters.
    ///   - description: the meaning of the word. fish and zsh show the description.
    ///   - shell: the shell whose completion script reads the line; nil if unknown.
    static func text(_ word: String, _ description: String? = nil, for shell: CompletionShell?) -> String {
        switch shell {
        case .some(.bash): return escapedForBash(word)
        case .some(.fish): return description.map { "\(word)\t\($0)" } ?? word
        case .some(.zsh):
            let escaped = word.replacing(":", with: "\\:")
            return description.map { "\(escaped):\($0)" } ?? escaped
        case _: return word
        }
    }

    /// Returns the lines of all candidates, for the shell that runs the completion.
    static func offered(_ candidates: [Candidate]) -> [String] {
        candidates.map { text($0.word, $0.meaning, for: CompletionShell.requesting) }
    }

    /// Escapes the characters that `compgen -W` would expand, because a station's name must not be run as shell code.
    private static func escapedForBash(_ word: String) -> String {
        let special: Set<Character> = ["\\", "'", "\"", "`", "$", "~"]
        return word.reduce(into: "") { text, character in
            if special.contains(character) { text.append("\\") }
            text.append(character)
        }
    }
}
