import RadioFormats
import RadioText

/// Reads one entry of a station file and notes what is wrong with it.
struct StationEntryReader {
    /// More addresses, tags or headers of one station are not kept.
    static let maximumItems = 32
    static let maximumAddressLength = 8192

    let number: Int
    let entry: JSONValue
    private(set) var problems: [EntryProblem] = []
    private var name: String?

    init(number: Int, entry: JSONValue) {
        self.number = number
        self.entry = entry
    }

    /// Nil where the entry cannot be played, which is reported.
    mutating func read() -> Station? {
        guard case .object = entry else {
            leaveOut("it is \(entry.kindName), not an object")
            return nil
        }
        name = text("name", isNeeded: true)
        let urls = addresses()
        guard let name else {
            if problems.allSatisfy({ !$0.isLeftOut }) { leaveOut("it has no name") }
            return nil
        }
        guard !urls.isEmpty else {
            if problems.allSatisfy({ !$0.isLeftOut }) { leaveOut("it has no address (\"streamURL\")") }
            return nil
        }
        return Station(
            name: name, urls: urls, id: text("id"), homepage: page("homepage") ?? page("website"),
            artworkURL: text("imageURL").flatMap { Self.isWeb($0) ? $0 : nil }, summary: text("desc"),
            longDescription: text("longDesc"), codec: text("codec"), language: text("language"),
            country: text("country"), tags: tags(), charset: text("charset"), headers: headers())
    }

    mutating func report(_ text: String) { note(text, isLeftOut: false) }

    private mutating func leaveOut(_ text: String) { note(text, isLeftOut: true) }

    private mutating func note(_ text: String, isLeftOut: Bool) {
        problems.append(EntryProblem(number: number, name: name, text: text, isLeftOut: isLeftOut))
    }

    // MARK: Fields

    /// A text made fit to be shown; nil where it is absent, null or empty.
    private mutating func text(_ field: String, isNeeded: Bool = false) -> String? {
        switch entry[field] {
        case .string(let text)?:
            let clean = PlainText.clean(text)
            return clean.isEmpty ? nil : clean
        case nil, .null?:
            return nil
        case let other?:
            note("\"\(field)\" is \(other.kindName), not a text", isLeftOut: isNeeded)
            return nil
        }
    }

    /// `streamURL` and then `urls`, each once.
    private mutating func addresses() -> [String] {
        var candidates: [String] = []
        switch entry["streamURL"] {
        case .string(let url)?: candidates.append(url)
        case nil, .null?: break
        case let other?: report("\"streamURL\" is \(other.kindName), not a text")
        }
        candidates += texts("urls")
        var urls: [String] = []
        for candidate in candidates {
            switch Self.address(candidate) {
            case .success(let url): if !urls.contains(url) { urls.append(url) }
            case .failure(let refusal): if !candidate.isEmpty { report(refusal.text) }
            }
        }
        return urls
    }

    private mutating func page(_ field: String) -> String? {
        guard let url = text(field) else { return nil }
        guard Self.isWeb(url) else {
            report("\"\(field)\" is no http: or https: address: \(url.prefix(80))")
            return nil
        }
        return url
    }

    /// A list of texts, or one text with commas.
    private mutating func tags() -> [String] {
        let items =
            if case .string(let text)? = entry["tags"] {
                text.split(separator: ",").prefix(Self.maximumItems).map(String.init)
            } else {
                texts("tags")
            }
        return items.map(PlainText.clean).filter { !$0.isEmpty }
    }

    private mutating func texts(_ field: String) -> [String] {
        switch entry[field] {
        case .array(let items)?:
            let texts = items.compactMap(\.string)
            if texts.count < items.count { report("\"\(field)\" holds something that is not a text") }
            if texts.count > Self.maximumItems { report("\"\(field)\" has more than \(Self.maximumItems) items") }
            return Array(texts.prefix(Self.maximumItems))
        case nil, .null?:
            return []
        case let other?:
            report("\"\(field)\" is \(other.kindName), not a list of texts")
            return []
        }
    }

    private mutating func headers() -> [String: String] {
        switch entry["headers"] {
        case .object(let members)?:
            var headers: [String: String] = [:]
            for name in members.keys.sorted().prefix(Self.maximumItems) {
                guard Self.isHeaderName(name), let value = members[name]?.string, Self.isHeaderValue(value) else {
                    report("the header \"\(PlainText.clean(name).prefix(80))\" cannot be sent")
                    continue
                }
                headers[name] = value
            }
            return headers
        case nil, .null?:
            return [:]
        case let other?:
            report("\"headers\" is \(other.kindName), not an object")
            return [:]
        }
    }

    // MARK: Rules

    private struct Refusal: Error { var text: String }

    private static func address(_ text: String) -> Result<String, Refusal> {
        let clean = PlainText.clean(text)
        let shown = String(clean.prefix(80))
        guard text.utf8.count <= maximumAddressLength else {
            return .failure(Refusal(text: "an address has more than \(maximumAddressLength) bytes"))
        }
        let reference = URLReference(clean)
        switch reference.scheme?.lowercased() {
        case "http", "https":
            guard isWeb(clean) else { return .failure(Refusal(text: "the address has no host: \(shown)")) }
        case "file":
            guard reference.path.count > 1 else {
                return .failure(Refusal(text: "the address names no file: \(shown)"))
            }
        case let scheme?:
            return .failure(Refusal(text: "addresses with \(scheme): cannot be played: \(shown)"))
        case nil:
            return .failure(Refusal(text: "this is no http:, https: or file: address: \(shown)"))
        }
        return .success(URLReference.escape(clean))
    }

    private static func isWeb(_ url: String) -> Bool {
        let reference = URLReference(url)
        guard let scheme = reference.scheme?.lowercased(), scheme == "http" || scheme == "https" else { return false }
        let host = reference.authority?.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        return !host.isEmpty && !host.hasPrefix(":") && !host.contains(" ")
    }

    /// RFC 9110 §5.6.2.
    private static func isHeaderName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 256
            && name.unicodeScalars.allSatisfy {
                $0.isASCII
                    && ($0.properties.isAlphabetic || $0.properties.numericType != nil
                        || "!#$%&'*+-.^_`|~".unicodeScalars.contains($0))
            }
    }

    /// No line end may smuggle in another header (RFC 9110 §5.5).
    private static func isHeaderValue(_ value: String) -> Bool {
        value.utf8.count <= 4096 && value.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    }
}
