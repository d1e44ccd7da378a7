import CLibXML2
import Glibc

/// The functions of libxml2 that Longwave uses.
///
/// The library is opened when the first XML list is read. Linking it would slow down every start of the program,
/// although few lists are in XML (docs/DECISIONS.md).
struct LibXML2: @unchecked Sendable {  // The functions belong to a library that stays loaded.
    /// The functions of one of the two parsers: for XML, or for HTML, which accepts any text.
    struct Interface {
        var create: (UnsafeMutablePointer<lw_xml_handler>, UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?
        var useOptions: lw_xml_use_options
        var parse: lw_xml_parse_chunk
        var free: lw_xml_free
    }

    /// libxml2 or one of its functions is missing; the text is the dynamic loader's message.
    struct Missing: Error { var reason: String }

    static let shared = Result { () throws(Missing) in try LibXML2() }

    let xml: Interface
    let html: Interface
    let stop: lw_xml_stop

    /// The library's file names. Version 2.14 has another file name, but the functions that Longwave uses are
    /// unchanged.
    private static let fileNames = ["libxml2.so.2", "libxml2.so.16", "libxml2.so"]

    /// Opens the library and looks up its functions.
    private init() throws(Missing) {
        var library: UnsafeMutableRawPointer?
        var reason = ""
        for name in Self.fileNames where library == nil {
            library = dlopen(name, RTLD_NOW | RTLD_LOCAL)
            if library == nil, reason.isEmpty { reason = String(cString: dlerror()) }
        }
        guard let library else { throw Missing(reason: reason) }
        func function<Function>(_ name: String, as type: Function.Type) throws(Missing) -> Function {
            guard let symbol = dlsym(library, name) else { throw Missing(reason: "it has no \(name)") }
            return unsafeBitCast(symbol, to: type)
        }
        let createXML = try function("xmlCreatePushParserCtxt", as: lw_xml_create.self)
        let createHTML = try function("htmlCreatePushParserCtxt", as: lw_html_create.self)
        xml = Interface(
            create: { createXML($0, $1, nil, 0, nil) },
            useOptions: try function("xmlCtxtUseOptions", as: lw_xml_use_options.self),
            parse: try function("xmlParseChunk", as: lw_xml_parse_chunk.self),
            free: try function("xmlFreeParserCtxt", as: lw_xml_free.self))
        html = Interface(
            create: { createHTML($0, $1, nil, 0, nil, LW_XML_UTF8) },
            useOptions: try function("htmlCtxtUseOptions", as: lw_xml_use_options.self),
            parse: try function("htmlParseChunk", as: lw_xml_parse_chunk.self),
            free: try function("htmlFreeParserCtxt", as: lw_xml_free.self))
        stop = try function("xmlStopParser", as: lw_xml_stop.self)
    }
}
