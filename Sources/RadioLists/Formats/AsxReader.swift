import RadioFormats
import RadioText

/// Reads ASX, Windows Media's list format. Each `entry` with a `ref` is a station, and each `entryref` leads to another
/// list.
///
/// The older form, `[Reference]` with `Ref1=…`, is also read, although it is not XML. Names are case-insensitive
/// (Microsoft's Windows Media Metafile Elements Reference). Files written by hand are seldom valid XML.
struct AsxReader: XmlReading {
    static let textElements: Set = ["title", "abstract"]

    /// The list's own address, against which the list's `base` elements are resolved.
    private let outerBase: String
    private var base: String
    private var collector = StationCollector()
    private var title: String?
    private var draft: StationDraft?
    private var addresses: [String] = []
    private var name = ""
    /// True inside a `banner` element, whose `abstract` and `moreinfo` do not describe the station.
    private var isInBanner = false

    static func read(_ bytes: UnsafeBufferPointer<UInt8>, base: String?) throws(StationListError) -> StationList {
        var reader = AsxReader(base: base ?? "")
        if bytes.first(where: { $0 > 0x20 && $0 < 0x80 }) == UInt8(ascii: "[") {
            reader.readReferences(TextLines(bytes))
        } else if let problem = try XmlParser.read(bytes, .lenient, into: &reader) {
            reader.finishEntry()
            reader.collector.report(problem)
        }
        reader.finishEntry()
        return StationList(reader.collector, title: reader.title, format: .asx)
    }

    private init(base: String) { (outerBase, self.base) = (base, base) }

    /// Handles the start of an element: begins a station, or stores the address, homepage, picture or parameter in the
    /// element's attributes.
    mutating func start(_ name: String, _ attributes: XmlAttributes, depth: Int) {
        switch name {
        case "entry":
            finishEntry()
            draft = collector.next()
            isInBanner = false
        case "entryref":
            finishEntry()
            draft = collector.next()
            if let href = attributes.first("href") { take(address: href) }
            finishEntry()
        case "ref": if let href = attributes.first("href") { take(address: href) }
        case "base": if let href = attributes.first("href") { base = PlaylistLines.base(href, in: outerBase) }
        case "banner":
            isInBanner = true
            if let url = attributes.first("href").map(page) { draft?.take(url, as: .artworkURL) }
        case "moreinfo" where !isInBanner:
            if let url = attributes.first("href").map(page), StationAddress.isWeb(url) {
                draft?.take(url, as: .homepage)
            }
        case "param": take(parameter: attributes.first("name") ?? "", attributes.first("value") ?? "")
        case _: break
        }
    }

    mutating func end(_ name: String, text: String, depth: Int) {
        switch name {
        case "banner": isInBanner = false
        case "entry": finishEntry()
        case "title":
            if draft != nil { self.name = PlainText.clean(text) } else { title = title ?? PlaylistLines.title(text) }
        case "abstract" where !isInBanner: draft?.take(text, as: .summary)
        case _: break
        }
    }

    private mutating func take(address: String) {
        guard draft != nil, addresses.count < StationDraft.maximumItems else { return }
        if let url = PlaylistLines.address(PlaylistLines.trim(address), base: base) { addresses.append(url) }
    }

    private mutating func take(parameter: String, _ value: String) {
        let name = parameter.lowercased()
        guard name.hasPrefix(ListExtension.asx) else { return }
        if let field = ListExtension.field(name.dropFirst(ListExtension.asx.count)) { draft?.take(value, as: field) }
    }

    private func page(_ text: String) -> String { URLReference.resolve(PlaylistLines.trim(text), base: base) }

    private mutating func finishEntry() {
        guard var draft = draft.take() else { return }
        draft.take(addresses: addresses, name: name)
        collector.add(&draft)
        (addresses, name) = ([], "")
    }

    /// Reads lines such as `Ref1=http://…`, which follow `[Reference]`: the addresses of one station, in the order in
    /// which a player tries them.
    private mutating func readReferences(_ lines: some Sequence<String>) {
        draft = collector.next()
        for line in lines {
            guard let equals = line.firstIndex(of: "="), case let key = line[..<equals].lowercased(),
                key.hasPrefix("ref"), PlaylistLines.trim(key).dropFirst(3).allSatisfy(\.isNumber)
            else { continue }
            take(address: String(line[line.index(after: equals)...]))
        }
    }
}
