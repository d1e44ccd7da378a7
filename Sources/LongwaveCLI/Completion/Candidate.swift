/// A word that the shell may offer as a completion.
struct Candidate: Hashable, Sendable {
    /// The word, without control characters.
    let word: String
    /// The meaning of the word, such as the name of a station with this id. Some shells show it beside the word.
    let meaning: String?

    init(_ word: String, _ meaning: String? = nil) {
        self.word = word
        self.meaning = meaning
    }
}
