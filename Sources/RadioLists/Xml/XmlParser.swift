import CLibXML2
import Glibc

/// Parses a list in XML with libxml2, and passes its elements to the reader of the list's format.
///
/// A malicious list cannot cause much work: the parser fetches nothing, expands only XML's own five entities
/// (``XmlCleaner``), limits the depth of elements and the length of texts, and builds no tree.
final class XmlParser {
    /// The rules by which the text is parsed.
    enum Syntax {
        /// XML: every element must be closed, and names are case-sensitive. The parser continues after errors if
        /// possible.
        case strict
        /// HTML as browsers read it, which accepts any text. Used for ASX, because ASX lists are seldom valid XML.
        case lenient

        /// Maximum depth of nested elements, at which the parser stops.
        var maximumDepth: Int {
            switch self {
            // 200 is less than libxml2's own limit, 256.
            case .strict: 200
            // 4,096, because each element that follows an element without an end counts as nested in that element.
            case .lenient: 4096
            }
        }
    }

    /// Maximum number of bytes of an element's text that are passed to the reader.
    static let maximumText = 16_384

    private var reader: any XmlReading
    private let library: LibXML2
    private let syntax: Syntax
    private var parser: UnsafeMutableRawPointer?
    private let textElements: Set<String>
    private var text: [UInt8] = []
    /// The depth of the element whose text is being collected; nil if no text is needed at the current position.
    private var textDepth: Int?
    private var depth = 0
    private var isTooDeep = false

    /// Parses the whole list and passes its elements to `reader`.
    /// - Returns: the reason why the list was not read completely; nil if it was.
    /// - Throws: ``StationListError/noXML(_:)`` if libxml2 is missing.
    static func read<Reader: XmlReading>(
        _ bytes: UnsafeBufferPointer<UInt8>, _ syntax: Syntax, into reader: inout Reader
    ) throws(StationListError) -> String? {
        let library: LibXML2
        switch LibXML2.shared {
        case .success(let loaded): library = loaded
        case .failure(let missing): throw .noXML(missing.reason)
        }
        let parser = XmlParser(reader, Reader.textElements, library, syntax)
        let problem = parser.run(bytes)
        if let result = parser.reader as? Reader { reader = result }
        return problem
    }

    private init(_ reader: any XmlReading, _ textElements: Set<String>, _ library: LibXML2, _ syntax: Syntax) {
        self.reader = reader
        self.textElements = textElements
        self.library = library
        self.syntax = syntax
    }

    /// Cleans the list and passes it to libxml2. Returns the reason why the list was not read completely; nil if it
    /// was.
    private func run(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        let interface =
            switch syntax {
            case .strict: library.xml
            case .lenient: library.html
            }
        var handler = lw_xml_handler()
        handler.characters = { XmlParser.of($0).took($1, $2) }
        handler.cdata_block = { XmlParser.of($0).took($1, $2) }
        switch syntax {
        case .strict:
            handler.initialized = LW_XML_SAX2
            handler.start_element_ns = { context, name, _, _, _, _, count, _, attributes in
                XmlParser.of(context).started(name, XmlParser.attributes(attributes, Int(count)))
            }
            handler.end_element_ns = { context, name, _, _ in XmlParser.of(context).ended(name) }
        case .lenient:
            handler.initialized = 1
            handler.start_element = { context, name, attributes in
                XmlParser.of(context).started(name, XmlParser.attributes(attributes))
            }
            handler.end_element = { context, name in XmlParser.of(context).ended(name) }
        }
        return withExtendedLifetime(self) {
            let user = Unmanaged.passUnretained(self).toOpaque()
            guard let parser = interface.create(&handler, user) else { return "there is not enough memory" }
            self.parser = parser
            defer {
                self.parser = nil
                interface.free(parser)
            }
            let options = LW_XML_RECOVER | LW_XML_NO_ERROR | LW_XML_NO_WARNING | LW_XML_NO_NETWORK
            _ = interface.useOptions(parser, syntax == .strict ? options | LW_XML_OWN_ENTITIES : options)
            XmlCleaner.clean(bytes) { chunk in
                chunk.withMemoryRebound(to: CChar.self) {
                    _ = interface.parse(parser, $0.baseAddress, Int32($0.count), 0)
                }
                return !isTooDeep
            }
            if isTooDeep { return "elements are nested deeper than \(syntax.maximumDepth)" }
            let isCut = depth > 0
            _ = interface.parse(parser, nil, 0, 1)
            return isCut && syntax == .strict ? "the text ends before its elements do" : nil
        }
    }

    // MARK: libxml2's events

    private static func of(_ context: UnsafeMutableRawPointer?) -> XmlParser {
        Unmanaged<XmlParser>.fromOpaque(context!).takeUnretainedValue()
    }

    /// Handles the start of an element; stops the parser if elements are nested too deeply.
    private func started(_ name: UnsafePointer<UInt8>?, _ attributes: XmlAttributes) {
        guard let bytes = name, !isTooDeep else { return }
        depth += 1
        guard depth <= syntax.maximumDepth else {
            isTooDeep = true
            if let parser { library.stop(parser) }
            return
        }
        let name = String(cString: bytes).lowercased()
        if textElements.contains(name) {
            text.removeAll(keepingCapacity: true)
            textDepth = depth
        }
        reader.start(name, attributes, depth: depth)
    }

    private func ended(_ name: UnsafePointer<UInt8>?) {
        guard let name, !isTooDeep, depth > 0 else { return }
        let isGathered = textDepth == depth
        reader.end(
            String(cString: name).lowercased(), text: isGathered ? String(decoding: text, as: UTF8.self) : "",
            depth: depth)
        if isGathered { textDepth = nil }
        depth -= 1
    }

    private func took(_ bytes: UnsafePointer<UInt8>?, _ count: Int32) {
        guard let bytes, textDepth != nil, text.count < Self.maximumText else { return }
        text.append(contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
    }

    /// Reads the attributes of an XML element from libxml2's five pointers per attribute: name, prefix, namespace, and
    /// the begin and end of the value.
    private static func attributes(
        _ pointers: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, _ count: Int
    ) -> XmlAttributes {
        var attributes = XmlAttributes()
        guard let pointers else { return attributes }
        for index in 0..<count {
            let attribute = pointers + index * 5
            guard let name = attribute[0], let start = attribute[3], let end = attribute[4] else { continue }
            attributes.append(
                prefix: attribute[1].map { String(cString: $0) } ?? "", name: String(cString: name),
                value: UnsafeBufferPointer(start: start, count: end - start))
        }
        return attributes
    }

    /// Reads the attributes of an HTML element from libxml2's array of alternating names and values, which ends with a
    /// null pointer.
    private static func attributes(_ pointers: UnsafeMutablePointer<UnsafePointer<UInt8>?>?) -> XmlAttributes {
        var attributes = XmlAttributes()
        guard var pointers else { return attributes }
        while let name = pointers[0] {
            if let value = pointers[1] {
                attributes.append(
                    prefix: "", name: String(cString: name),
                    value: UnsafeBufferPointer(
                        start: value, count: strlen(UnsafeRawPointer(value).assumingMemoryBound(to: CChar.self))))
            }
            pointers += 2
        }
        return attributes
    }
}
