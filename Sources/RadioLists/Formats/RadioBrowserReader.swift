import RadioFormats
import RadioJSON
import RadioText

/// Reads a response of radio-browser's servers: a JSON list of station objects. Older servers send numbers as texts.
///
/// The fields are described in radio-browser's API documentation, "Structs", "Station".
struct RadioBrowserReader {
    private enum Member {
        case name, url, resolvedURL, homepage, favicon, tags, country, countryCode, language, languageCodes, codec
        case bitRate, uuid, votes, clicks
    }

    private static let members = JSONNames<Member>([
        "name": .name, "url": .url, "url_resolved": .resolvedURL, "homepage": .homepage, "favicon": .favicon,
        "tags": .tags, "country": .country, "countrycode": .countryCode, "language": .language,
        "languagecodes": .languageCodes, "codec": .codec, "bitrate": .bitRate, "stationuuid": .uuid, "votes": .votes,
        "clickcount": .clicks,
    ])

    // JSON members may come in any order. `settle(_:)` needs these values together, because one of two members is
    // preferred, or must be added first.
    private var url: String?
    private var resolvedURL: String?
    private var country: String?
    private var countryCode: String?
    private var language: String?
    private var languageCodes: String?
    private var votes: Int?
    private var clicks: Int?

    /// Reads the stations as a station list, without votes and clicks. `passed` reports how many bytes were read.
    static func read(
        _ bytes: UnsafeBufferPointer<UInt8>, passed: ListProgress? = nil
    ) throws(StationListError) -> StationList {
        var collector = StationCollector()
        var passed = passed
        try JSONItems.read(bytes, .radioBrowser) { (cursor) throws(JSONError) in
            guard var draft = collector.next() else { return try cursor.skip() }
            var reader = RadioBrowserReader()
            try reader.readStation(&cursor, &draft)
            collector.add(&draft)
            collector.expect(bytesRead: cursor.position, of: cursor.count)
            passed?.reached(cursor.position)
        }
        return StationList(collector, format: .radioBrowser)
    }

    /// Reads stations with their votes and clicks.
    static func readStations(_ bytes: UnsafeBufferPointer<UInt8>) throws(StationListError) -> DirectoryStation.List {
        var collector = StationCollector()
        var counts: [(votes: Int?, clicks: Int?)] = []
        try JSONItems.read(bytes, .radioBrowser) { (cursor) throws(JSONError) in
            guard var draft = collector.next() else { return try cursor.skip() }
            var reader = RadioBrowserReader()
            try reader.readStation(&cursor, &draft)
            collector.add(&draft)
            if counts.count < collector.stations.count { counts.append((reader.votes, reader.clicks)) }
        }
        // `file:` addresses are removed: a response from the network must not lead to files on this computer.
        let stations = zip(collector.stations, counts).compactMap { station, counts in
            var station = station
            station.urls.removeAll { !StationAddress.isWeb($0) }
            return station.urls.isEmpty
                ? nil : DirectoryStation(station: station, votes: counts.votes, clicks: counts.clicks)
        }
        return DirectoryStation.List(
            stations: stations, problems: collector.problems, entryCount: collector.count)
    }

    /// Reads the station object at the cursor into `draft`. Reports a value that is not an object.
    private mutating func readStation(
        _ cursor: inout JSONCursor, _ draft: inout StationDraft
    ) throws(JSONError) {
        guard try draft.enter(&cursor) else { return }
        while try cursor.nextMember() {
            if let member = try cursor.name(in: Self.members), let text = try cursor.textOrNumber() {
                take(member, text, &draft)
            } else {
                try cursor.skip()
            }
        }
        settle(&draft)
    }

    /// Stores a member's value in the draft. Addresses, country and language are stored in this reader until
    /// ``settle(_:)`` adds them to the draft.
    private mutating func take(_ member: Member, _ text: String, _ draft: inout StationDraft) {
        guard !text.isEmpty else { return }
        switch member {
        case .name: draft.take(text, as: .name)
        case .url: url = text
        case .resolvedURL: resolvedURL = text
        case .homepage:
            // A wrong homepage is ignored without a report: the directory contains many of them, and the listener
            // cannot correct them.
            if StationAddress.isWeb(text) { draft.take(text, as: .homepage) }
        case .favicon: draft.take(text, as: .artworkURL)
        case .tags: draft.takeTags(text, separator: ",")
        case .country: country = text
        case .countryCode: countryCode = text
        case .language: language = text
        case .languageCodes: languageCodes = text
        case .codec: if text != "UNKNOWN" { draft.take(text == "AAC+" ? "HE-AAC" : text, as: .codec) }
        case .bitRate: draft.take(text, as: .bitRate)
        case .uuid: draft.take(text, as: .directoryID)
        case .votes: votes = Int(text)
        case .clicks: clicks = Int(text)
        }
    }

    private func settle(_ draft: inout StationDraft) {
        // The address in the member `url`, which the station's owner entered, comes first. The address in
        // `url_resolved`, to which it led when the directory checked it, may change.
        if let url { draft.takeAddress(url) }
        if let resolvedURL { draft.takeAddress(resolvedURL) }
        if let country = countryCode ?? country { draft.take(CountryCode.reading(country), as: .country) }
        if let language = languageCodes ?? language { draft.take(LanguageCode.reading(language), as: .language) }
    }
}

extension JSONCursor {
    /// Reads a text, or the integer part of a number as text. For any other value, returns nil and does not move the
    /// cursor.
    fileprivate mutating func textOrNumber() throws(JSONError) -> String? {
        switch try kind {
        case .string: return try string()
        case .number: return Int(exactly: try number().rounded(.towardZero)).map(String.init) ?? ""
        case .object, .array, .bool, .null: return nil
        }
    }
}
