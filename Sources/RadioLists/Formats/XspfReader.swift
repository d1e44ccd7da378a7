import RadioFormats
import RadioText

/// Reads XSPF version 1, and version 0 as stations publish it. Each `track` with a `location` is a station.
struct XspfReader: XmlReading {
    static let textElements: Set = [
        "location", "title", "annotation", "info", "image", "meta", "extension", "genre",
    ]

    private let outerBase: String
    private var collector = StationCollector()
    private var title: String?
    private var draft: StationDraft?
    private var locations: [String] = []
    private var name = ""
    /// The depth of the `track` element that is being read.
    private var trackDepth = 0
    /// The depth of the `extension` or `attribution` element that is being read, whose content is ignored, except a
    /// genre. Nil if the reader is in no such element.
    private var ignoredDepth: Int?
    /// The `application` attribute of the `extension` element that is being read.
    private var application = ""
    /// The `rel` attribute of the `meta` element that is being read.
    private var relation = ""
    /// The `xml:base` attributes of the elements around the current position (XML Base §3).
    private var bases: [(depth: Int, base: String)] = []
    private var isFull = false

    static func read(_ bytes: UnsafeBufferPointer<UInt8>, base: String?) throws(StationListError) -> StationList {
        var reader = XspfReader(base: base ?? "")
        let problem = try XmlParser.read(bytes, .strict, into: &reader)
        reader.finishTrack()
        if let problem { reader.collector.report(problem) }
        return StationList(reader.collector, title: reader.title, format: .xspf)
    }

    private init(base: String) { outerBase = base }

    private var base: String { bases.last?.base ?? outerBase }

    /// Handles the start of an element: opens a track, begins to ignore content, or notes the `xml:base` or `rel`.
    mutating func start(_ name: String, _ attributes: XmlAttributes, depth: Int) {
        if let base = attributes.all(prefix: "xml").first(where: { $0.name == "base" })?.value {
            bases.append((depth, PlaylistLines.base(base, in: self.base)))
        }
        guard ignoredDepth == nil else { return }
        switch name {
        case "extension", "attribution":
            ignoredDepth = depth
            application = attributes.first("application") ?? ""
        case "track":
            finishTrack()
            draft = collector.next()
            trackDepth = depth
        case "meta": relation = attributes.first("rel") ?? ""
        case _: break
        }
    }

    /// Handles the end of an element: adds the finished track, or stores text in the open track or as the list's title.
    mutating func end(_ name: String, text: String, depth: Int) {
        defer { if bases.last?.depth == depth { bases.removeLast() } }
        if let ignoredDepth {
            // Programs write a track's genre into `extension`, as its text or as an element.
            if name == "genre", depth == ignoredDepth + 1 { takeGenre(text) }
            if ignoredDepth == depth {
                if Self.namesGenre(application) { takeGenre(text) }
                self.ignoredDepth = nil
            }
            return
        }
        if name == "track" {
            finishTrack()
        } else if draft != nil {
            if depth == trackDepth + 1 { take(name, text) }
        } else if name == "title", depth == 2, title == nil {
            title = PlaylistLines.title(text)
        }
    }

    /// Stores the text of an element within the open track.
    private mutating func take(_ name: String, _ text: String) {
        switch name {
        case "location":
            var location = PlaylistLines.trim(text)
            // The location in XSPF is a URI reference (xsd:anyURI). In a local list, `PlaylistLines` would take a
            // relative reference for a path.
            if FileURL.path(base) != nil, URLReference(location).scheme == nil {
                location = URLReference.percentDecoded(location)
            }
            if locations.count < StationDraft.maximumItems, let url = PlaylistLines.address(location, base: base) {
                locations.append(url)
            }
        case "title": self.name = PlainText.clean(text)
        case "annotation": draft?.take(text, as: .summary)
        case "info": if let url = page(text) { draft?.take(url, as: .homepage) }
        case "image": if let url = page(text) { draft?.take(url, as: .artworkURL) }
        case "meta" where relation.hasPrefix(ListExtension.xspf):
            if let field = ListExtension.field(relation.dropFirst(ListExtension.xspf.count)) {
                draft?.take(text, as: field)
            }
        case "meta" where Self.namesGenre(relation): takeGenre(text)
        case _: break
        }
    }

    private mutating func takeGenre(_ text: String) { draft?.takeTags(text, separator: ",") }

    /// Returns whether the address of an extension or relation is that of a genre, as in `http://example.org/genre`.
    private static func namesGenre(_ address: String) -> Bool {
        address.split { "/#:".contains($0) }.last?.lowercased() == "genre"
    }

    /// Returns the absolute address of a page or picture, which may be relative in the list; nil if that is not an HTTP
    /// or HTTPS address.
    private func page(_ text: String) -> String? {
        let url = URLReference.resolve(PlaylistLines.trim(text), base: base)
        return StationAddress.isWeb(url) ? url : nil
    }

    private mutating func finishTrack() {
        guard var draft = draft.take() else { return }
        draft.take(addresses: locations, name: name)
        collector.add(&draft)
        (locations, name) = ([], "")
    }
}
