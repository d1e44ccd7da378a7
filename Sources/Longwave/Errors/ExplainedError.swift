import RadioText

/// An error with a sentence for people and a stable code for programs.
public protocol ExplainedError: Error, CustomStringConvertible {
    /// A stable name for programs, such as `hostUnknown`.
    var code: String { get }
    /// One sentence, including its full stop.
    ///
    /// The sentence may contain a server's response or an address. On a terminal, therefore print ``description``,
    /// which is free of control characters.
    var sentence: String { get }
    /// A sentence that says what may help, or nil if nothing is known to help.
    var remedy: String? { get }
}

extension ExplainedError {
    public var remedy: String? { nil }
    /// The sentence and the remedy, without characters that control a terminal.
    public var description: String { PlainText.clean([sentence, remedy].compactMap(\.self).joined(separator: " ")) }
}

/// Returns `Sentence: detail.` with one full stop at the end.
func explained(_ sentence: String, _ detail: String) -> String {
    if detail.isEmpty { return sentence + "." }
    let isClosed = detail.hasSuffix(".") || detail.hasSuffix("!") || detail.hasSuffix("?")
    return "\(sentence): \(detail)\(isClosed ? "" : ".")"
}
