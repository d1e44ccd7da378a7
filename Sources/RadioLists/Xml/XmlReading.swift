/// Takes the elements of a list in XML.
protocol XmlReading {
    /// The elements whose text is wanted; that of elements inside them belongs to it.
    static var textElements: Set<String> { get }

    /// - Parameters:
    ///   - name: without prefix, in small letters.
    ///   - attributes: of the element.
    ///   - depth: of the element; the outermost has 1.
    mutating func start(_ name: String, _ attributes: XmlAttributes, depth: Int)

    /// - Parameters:
    ///   - name: without prefix, in small letters.
    ///   - text: what stands in it, where it is wanted.
    ///   - depth: of the element; the outermost has 1.
    mutating func end(_ name: String, text: String, depth: Int)
}
