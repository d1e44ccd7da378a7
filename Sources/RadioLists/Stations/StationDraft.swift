import RadioFormats
import RadioJSON
import RadioText

/// A station whose entry in a list of any format is being read. The draft stores the entry's values, cleans them for
/// display, and collects the entry's problems.
struct StationDraft {
    /// Maximum number of addresses, tags or headers of a station; further ones are dropped.
    static let maximumItems = 64

    /// The entry's number in the list, from 1.
    let number: Int
    private var station = Station(name: "", urls: [])
    private(set) var problems: [EntryProblem] = []
    /// The index in `problems` of the last problem with an address.
    private var addressProblem: Int?

    init(number: Int) { self.number = number }

    // MARK: Values

    /// Sets a field to the value in `text`. A text without visible characters sets no value.
    mutating func take(_ text: String, as field: StationField) {
        switch field {
        case .url, .furtherURLs: return takeAddress(text)
        // Text that is not an HTTP address is ignored. Swift Radio Pro, for example, stores the names of pictures
        // inside its app.
        case .homepage: return station.homepage = StationAddress.page(text)
        case .artworkURL: return station.artworkURL = StationAddress.page(text)
        case .name, .id, .summary, .longDescription, .codec, .bitRate, .language, .country, .tags, .charset, .headers,
            .headerHosts, .directoryID:
            break
        }
        let clean = PlainText.clean(text)
        let kept = clean.isEmpty ? nil : clean
        switch field {
        case .name: station.name = clean
        case .id: station.id = kept
        case .summary: station.summary = kept
        case .longDescription: station.longDescription = kept
        case .codec: station.codec = kept
        case .bitRate: takeBitRate(Double(clean))
        case .language: station.language = kept
        case .country: station.country = kept
        case .tags: if let kept { takeTags([kept]) }
        case .charset: station.charset = kept
        case .url, .furtherURLs, .homepage, .artworkURL, .headers, .headerHosts: break
        case .directoryID: station.directoryID = kept
        }
    }

    /// Adds an address after the station's earlier addresses. A player tries the addresses in this order. Duplicates
    /// are dropped.
    mutating func takeAddress(_ text: String) {
        guard !text.isEmpty else { return }
        switch StationAddress.check(text) {
        case .success(let url):
            if station.urls.count < Self.maximumItems, !station.urls.contains(url) { station.urls.append(url) }
        case .failure(let refusal):
            addressProblem = problems.count
            report(refusal.text)
        }
    }

    /// Adds an entry's absolute addresses, and sets its name. If `name` is empty, the name is made from the first
    /// address. An entry without an address is left out.
    mutating func take(addresses: [String], name: String) {
        for url in addresses { takeAddress(url) }
        guard let first = addresses.first else { return leaveOut("it has no address") }
        take(name.isEmpty ? PlaylistLines.name(from: first) : name, as: .name)
    }

    /// Sets the bit rate, in kbit/s. Nil, 0 and impossible values count as absent.
    mutating func takeBitRate(_ kilobits: Double?) {
        guard let kilobits, kilobits > 0, kilobits < 1e6 else { return }
        station.bitRate = Int(nearest: kilobits * 1000)
    }

    /// Adds tags without duplicates.
    mutating func takeTags(_ tags: [String]) {
        if station.tags.isEmpty { station.tags.reserveCapacity(min(tags.count, Self.maximumItems)) }
        for tag in tags {
            let clean = PlainText.clean(tag)
            guard !clean.isEmpty, !station.tags.contains(clean) else { continue }
            guard station.tags.count < Self.maximumItems else {
                report("it has more than \(Self.maximumItems) tags")
                break
            }
            station.tags.append(clean)
        }
    }

    /// Adds the tags in `text`, in which `separator` stands between two tags.
    mutating func takeTags(_ text: String, separator: Character) {
        takeTags(text.split(separator: separator).map(String.init))
    }

    /// Adds a request header. If HTTP does not allow the header's name or value, or a list may not set the header
    /// (`RequestHeader`), reports the header and does not add it.
    mutating func takeHeader(_ name: String, _ value: String?) {
        guard let value, Self.isHeaderName(name), RequestHeader.mayBeSet(name), Self.isHeaderValue(value) else {
            return report("the header \"\(PlainText.clean(name).prefix(80))\" cannot be sent")
        }
        guard station.headers.count < Self.maximumItems else {
            return report("it has more than \(Self.maximumItems) headers")
        }
        station.headers[name] = value
    }

    /// Adds a host, possibly with a port, that also receives the station's request headers.
    mutating func takeHeaderHost(_ text: String) {
        let host = text.lowercased()
        let isHost = !host.isEmpty && host.utf8.count <= 256 && host.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
        guard isHost, !host.contains("/"), !host.contains("@") else {
            return report("\"headerHosts\" contains something that is not a host: \(PlainText.clean(text).prefix(80))")
        }
        if !station.headerHosts.contains(host) { station.headerHosts.append(host) }
    }

    /// Moves the cursor into the JSON object of an entry and returns true. If the value at the cursor is not an object,
    /// reports the entry, skips the value and returns false.
    mutating func enter(_ cursor: inout JSONCursor) throws(JSONError) -> Bool {
        let kind = try cursor.kind
        guard kind == .object else {
            try cursor.skip()
            leaveOut("it is \(kind.name), not an object")
            return false
        }
        try cursor.enter()
        return true
    }

    // MARK: Problems

    /// Reports a problem of the entry. The station can still be played.
    mutating func report(_ text: String, name: String? = nil) { note(text, name, isLeftOut: false) }

    /// Reports why the entry cannot be played and is left out.
    mutating func leaveOut(_ text: String) { note(text, nil, isLeftOut: true) }

    private mutating func note(_ text: String, _ name: String?, isLeftOut: Bool) {
        problems.append(EntryProblem(number: number, name: name, text: text, isLeftOut: isLeftOut))
    }

    // MARK: The station

    var hasHomepage: Bool { station.homepage != nil }

    /// Returns the finished station; nil if the entry is left out. An entry without a name or address is reported and
    /// left out.
    mutating func finish() -> Station? {
        if !problems.contains(where: \.isLeftOut) {
            if station.name.isEmpty {
                leaveOut("it has no name")
            } else if station.urls.isEmpty {
                if let addressProblem {
                    problems[addressProblem].isLeftOut = true
                } else {
                    leaveOut("it has no address")
                }
            }
        }
        if !problems.isEmpty {
            if !station.name.isEmpty {
                for index in problems.indices { problems[index].name = station.name }
            }
            if problems.contains(where: \.isLeftOut) { return nil }
        }
        // The station is moved instead of copied, because it has a dozen reference-counted fields.
        var finished = Station(name: "", urls: [])
        swap(&finished, &station)
        return finished
    }

    /// Returns the station as if it had been read from a list: texts are cleaned for display, and unplayable addresses
    /// are removed. Nil if no name or no address is left.
    static func clean(_ station: Station) -> Station? {
        var draft = StationDraft(number: 0)
        draft.take(station.name, as: .name)
        for url in station.urls { draft.takeAddress(url) }
        let texts: [(StationField, String?)] = [
            (.id, station.id), (.homepage, station.homepage), (.artworkURL, station.artworkURL),
            (.summary, station.summary), (.longDescription, station.longDescription), (.codec, station.codec),
            (.language, station.language), (.country, station.country), (.charset, station.charset),
            (.directoryID, station.directoryID),
        ]
        for (field, text) in texts {
            if let text { draft.take(text, as: field) }
        }
        draft.takeBitRate(station.bitRate.map { Double($0) / 1000 })
        draft.takeTags(station.tags)
        for name in station.headers.keys.sorted() { draft.takeHeader(name, station.headers[name]) }
        for host in station.headerHosts { draft.takeHeaderHost(host) }
        return draft.finish()
    }

    // MARK: Rules

    /// Returns whether HTTP allows the name of a request header (RFC 9110 §5.6.2).
    private static func isHeaderName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 256
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"):
                    true
                case _: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }

    /// Returns whether the value of a request header is allowed. A line end, for example, would begin another header
    /// (RFC 9110 §5.5).
    private static func isHeaderValue(_ value: String) -> Bool {
        value.utf8.count <= 4096 && value.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    }
}
