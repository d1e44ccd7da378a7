/// A reader of one XML list format, which receives the list's elements from `XmlParser`.
protocol XmlReading {
    /// Names of the elements whose text the reader needs. The text includes the text of elements inside them.
    static var textElements: Set<String> { get }

    /// Handles the start of an element.
    /// - Parameters:
    ///   - name: the element's name without prefix, in small letters.
    ///   - attributes: the element's attributes.
    ///   - depth: the element's depth; the outermost element has depth 1.
    mutating func start(_ name: String, _ attributes: XmlAttributes, depth: Int)

    /// Handles the end of an element.
    /// - Parameters:
    ///   - name: the element's name without prefix, in small letters.
    ///   - text: the element's text if the element is in ``textElements``; otherwise empty.
    ///   - depth: the element's depth; the outermost element has depth 1.
    mutating func end(_ name: String, text: String, depth: Int)
}
