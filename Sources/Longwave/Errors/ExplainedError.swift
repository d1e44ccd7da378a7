import RadioText

/// An error with a sentence for people and a stable code for programs.
public protocol ExplainedError: Error, CustomStringConvertible {
    /// A stable name for programs, such as `hostUnknown`.
    var code: String { get }
    /// One sentence, including its full stop.
    ///
    /// The sentence may contain a server's own words or an address, and with them control characters. On a terminal,
    /// print ``description`` instead, which contains no control characters.
    var sentence: String { get }
    /// A sentence that tells a person what may help; nil if nothing is known to help.
    var remedy: String? { get }
}

extension ExplainedError {
    public var remedy: String? { nil }
    /// The sentence and the remedy in one text, without control characters, so that the text is safe on a terminal.
    public var description: String { PlainText.clean([sentence, remedy].compactMap(\.self).joined(separator: " ")) }
}

/// Returns a sentence that is followed by a colon and a detail, as in `Sentence: detail.`, with exactly one full stop
/// at the end.
func explained(_ sentence: String, _ detail: String) -> String {
    if detail.isEmpty { return sentence + "." }
    let isClosed = detail.hasSuffix(".") || detail.hasSuffix("!") || detail.hasSuffix("?")
    return "\(sentence): \(detail)\(isClosed ? "" : ".")"
}
