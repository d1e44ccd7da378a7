import RadioText

/// An error with what a program shows of it.
public protocol ExplainedError: Error, CustomStringConvertible {
    /// A stable name, for programs: `hostUnknown`.
    var code: String { get }
    /// One sentence, with its full stop. It may hold the text of strangers (a server's answer, an address): ``description``
    /// is safe on a terminal.
    var sentence: String { get }
    /// What may help, in a sentence; nil where nothing is known to.
    var remedy: String? { get }
}

extension ExplainedError {
    public var remedy: String? { nil }
    /// The sentence and the remedy, without characters that would control a terminal.
    public var description: String { PlainText.clean([sentence, remedy].compactMap(\.self).joined(separator: " ")) }
}

/// `Sentence: detail.`, with one full stop at the end.
func explained(_ sentence: String, _ detail: String) -> String {
    if detail.isEmpty { return sentence + "." }
    let isClosed = detail.hasSuffix(".") || detail.hasSuffix("!") || detail.hasSuffix("?")
    return "\(sentence): \(detail)\(isClosed ? "" : ".")"
}
