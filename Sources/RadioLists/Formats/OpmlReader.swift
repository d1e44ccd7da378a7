import RadioFormats
import RadioText

/// Reads OPML. Each `outline` with a stream's address is a station. The names of the outlines around it become the
/// station's tags.
///
/// The reader knows the attributes of OPML 2.0 and those that the directories of TuneIn and Squeezebox use.
struct OpmlReader: XmlReading {
    static let textElements: Set = ["title"]

    private let base: String
    private var collector = StationCollector()
    private var title: String?
    /// For each `outline` element that is open at the current position, its name as a group, or nil if it is not a
    /// group.
    private var groups: [String?] = []

    static func read(_ bytes: UnsafeBufferPointer<UInt8>, base: String?) throws(StationListError) -> StationList {
        var reader = OpmlReader(base: base ?? "")
        if let problem = try XmlParser.read(bytes, .strict, into: &reader) { reader.collector.report(problem) }
        return StationList(reader.collector, title: reader.title, format: .opml)
    }

    private init(base: String) { self.base = base }

    /// Handles the start of an `outline` element: adds a station, reports a feed as unplayable, or opens a group.
    mutating func start(_ name: String, _ attributes: XmlAttributes, depth: Int) {
        guard name == "outline" else { return }
        let text = PlainText.clean(attributes.first("text", "title") ?? "")
        if let url = attributes.first("url", "streamurl") {
            groups.append(nil)
            read(url, text, attributes)
        } else if attributes.first("xmlurl") != nil {
            groups.append(nil)
            leaveOut(text, "it is a feed, not a station")
        } else {
            groups.append(text)
        }
    }

    mutating func end(_ name: String, text: String, depth: Int) {
        switch name {
        case "outline": _ = groups.popLast()
        case "title" where title == nil && groups.isEmpty: title = PlaylistLines.title(text)
        case _: break
        }
    }

    private mutating func leaveOut(_ name: String, _ reason: String) {
        guard var draft = collector.next() else { return }
        draft.take(name, as: .name)
        draft.leaveOut(reason)
        collector.add(&draft)
    }

    /// Reads a station from the attributes of its outline.
    private mutating func read(_ url: String, _ name: String, _ attributes: XmlAttributes) {
        let type = attributes.first("type")?.lowercased() ?? ""
        // OPML 2.0, "Inclusion": these types lead to another outline, a page or a feed, not to a stream.
        if ["link", "include", "rss"].contains(type) {
            return leaveOut(
                name, "it is a link of type \"\(type)\", not a station: \(PlainText.clean(url).prefix(80))")
        }
        guard var draft = collector.next() else { return }
        let address = PlaylistLines.address(PlaylistLines.trim(url), base: base)
        draft.take(name.isEmpty ? address.map(PlaylistLines.name(from:)) ?? "" : name, as: .name)
        if let address { draft.takeAddress(address) }
        draft.takeTags(groups.compactMap { $0 })
        if let category = attributes.first("category") { draft.takeTags(Self.categories(category)) }
        if let text = attributes.first("description", "subtext") { draft.take(text, as: .summary) }
        if let page = attributes.first("htmlurl"), StationAddress.isWeb(page) { draft.take(page, as: .homepage) }
        if let image = attributes.first("image", "icon") {
            draft.take(URLReference.resolve(image, base: base), as: .artworkURL)
        }
        if let language = attributes.first("language") { draft.take(LanguageCode.reading(language), as: .language) }
        if let rate = attributes.first("bitrate") { draft.take(rate, as: .bitRate) }
        if let format = attributes.first("formats") { draft.take(Self.codec(format), as: .codec) }
        for (name, value) in attributes.all(prefix: ListExtension.opml) {
            if name == StationField.furtherURLs.rawValue {
                for url in value.split(separator: " ") { draft.takeAddress(String(url)) }
            } else if name == StationField.tags.rawValue {
                draft.takeTags(value.split(separator: ",").map { URLReference.percentDecoded($0) })
            } else if let field = ListExtension.field(name) {
                draft.take(value, as: field)
            }
        }
        collector.add(&draft)
    }

    /// Returns the tags in a `category` attribute (OPML 2.0, "The category attribute"). Commas separate categories, and
    /// each component of a path is a tag.
    private static func categories(_ text: String) -> [String] {
        text.split(separator: ",").flatMap { category in
            let category = PlaylistLines.trim(category)
            return isPath(category) ? category.split(separator: "/").map(String.init) : [category]
        }
    }

    /// Returns whether a category is a path (`/a/b`, `a / b`, `a /`) and not one tag that contains a slash, such as
    /// `Rock/Pop`.
    static func isPath(_ category: String) -> Bool {
        category.hasPrefix("/") || category.hasSuffix("/") || category.contains(" / ")
    }

    /// Returns the usual name of the first codec in `formats`. TuneIn writes codec names in small letters, with commas
    /// between them.
    private static func codec(_ formats: String) -> String {
        let first = formats.split(separator: ",").first.map(String.init) ?? ""
        switch first.lowercased() {
        case "mp3", "aac", "ogg", "flac", "wma", "hls": return first.uppercased()
        case _: return first
        }
    }
}
