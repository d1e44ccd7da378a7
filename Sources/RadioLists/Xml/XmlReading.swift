/// A reader of a list in XML.
protocol XmlReading {
    /// Elements whose text is wanted, including the text of elements inside them.
    static var textElements: Set<String> { get }

    /// Takes the start of an element.
    /// - Parameters:
    ///   - name: the element's name without prefix, in small letters.
    ///   - attributes: the element's attributes.
    ///   - depth: the element's depth; the outermost has 1.
    mutating func start(_ name: String, _ attributes: XmlAttributes, depth: Int)

    /// Takes the end of an element.
    /// - Parameters:
    ///   - name: the element's name without prefix, in small letters.
    ///   - text: the element's text if it is wanted, else empty.
    ///   - depth: the element's depth; the outermost has 1.
    mutating func end(_ name: String, text: String, depth: Int)
}
