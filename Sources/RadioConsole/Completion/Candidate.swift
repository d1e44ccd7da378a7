/// A word that the shell may offer.
public struct Candidate: Hashable, Sendable {
    /// Without control characters.
    public let word: String
    /// What the word stands for; some shells show it.
    public let meaning: String?

    init(_ word: String, _ meaning: String? = nil) {
        self.word = word
        self.meaning = meaning
    }
}
