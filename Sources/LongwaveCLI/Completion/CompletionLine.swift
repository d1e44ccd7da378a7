import ArgumentParser

/// A word that the shell offers, as its script of this program's completion reads it.
enum CompletionLine {
    /// - Parameters:
    ///   - word: what is offered, without control characters.
    ///   - description: what it stands for; fish and zsh show it.
    ///   - shell: in whose form.
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

    /// The words in the form of the shell that asks.
    static func offered(_ words: [String]) -> [String] {
        words.map { text($0, for: CompletionShell.requesting) }
    }

    /// `compgen -W` expands what it is given as if it stood in a script: a station's name must not be run.
    private static func escapedForBash(_ word: String) -> String {
        let special: Set<Character> = ["\\", "'", "\"", "`", "$", "~"]
        return word.reduce(into: "") { text, character in
            if special.contains(character) { text.append("\\") }
            text.append(character)
        }
    }
}
