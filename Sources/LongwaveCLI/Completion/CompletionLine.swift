import ArgumentParser
import RadioConsole

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

    /// What is offered, in the form of the shell that asks.
    static func offered(_ candidates: [Candidate]) -> [String] {
        candidates.map { text($0.word, $0.meaning, for: CompletionShell.requesting) }
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
