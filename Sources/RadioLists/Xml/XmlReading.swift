/// Takes the elements of a list in XML.
protocol XmlReading {
    /// - Parameters:
    ///   - name: without prefix, in small letters.
    ///   - attributes: of the element.
    ///   - depth: of the element; the outermost has 1.
    mutating func start(_ name: String, _ attributes: XmlAttributes, depth: Int)

    /// - Parameters:
    ///   - name: without prefix, in small letters.
    ///   - text: what stands before the end, up to the last tag.
    ///   - depth: of the element; the outermost has 1.
    mutating func end(_ name: String, text: String, depth: Int)
}
