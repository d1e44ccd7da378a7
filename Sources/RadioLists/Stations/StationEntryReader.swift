import RadioFormats
import RadioJSON
import RadioText

/// Reads one entry of a station file (docs/CLI.md).
struct StationEntryReader {
    private enum Member {
        case text(StationField)
        case homepage, website, streamURL, urls, bitRate, tags, headers, headerHosts
    }

    private static let members = JSONNames<Member>([
        "name": .text(.name), "streamURL": .streamURL, "urls": .urls, "id": .text(.id), "homepage": .homepage,
        "website": .website, "imageURL": .text(.artworkURL), "desc": .text(.summary),
        "longDesc": .text(.longDescription), "codec": .text(.codec), "bitrate": .bitRate,
        "language": .text(.language), "country": .text(.country), "tags": .tags, "charset": .text(.charset),
        "headers": .headers, "headerHosts": .headerHosts, "stationuuid": .text(.directoryID),
    ])

    // JSON members may come in any order. `settle(_:)` adds these values to the station in a fixed order after all
    // members were read.
    private var first: String?
    private var further: [String] = []
    private var website: String?
    private var homepage: String?

    /// Reads the entry at the cursor, and leaves the cursor after it.
    static func read(_ cursor: inout JSONCursor, into draft: inout StationDraft) throws(JSONError) {
        guard try draft.enter(&cursor) else { return }
        var reader = StationEntryReader()
        while try cursor.nextMember() {
            if let member = try cursor.name(in: members) {
                try reader.take(member, &cursor, &draft)
            } else {
                try cursor.skip()
            }
        }
        reader.settle(&draft)
    }

    /// Reads a member's value into the draft. Addresses and homepages are stored in this reader until ``settle(_:)``
    /// adds them to the draft.
    private mutating func take(
        _ member: Member, _ cursor: inout JSONCursor, _ draft: inout StationDraft
    ) throws(JSONError) {
        switch member {
        case .text(let field):
            let text = try Self.text(&cursor, &draft, field.rawValue, isNeeded: field == .name)
            if let text { draft.take(text, as: field) }
        case .homepage: homepage = try Self.text(&cursor, &draft, "homepage")
        case .website: website = try Self.text(&cursor, &draft, "website")
        case .streamURL: first = try Self.text(&cursor, &draft, "streamURL")
        case .urls: further = try Self.texts(&cursor, &draft, "urls")
        case .bitRate:
            switch try cursor.kind {
            case .number: draft.takeBitRate(try cursor.number())
            case .string: draft.take(try cursor.string(), as: .bitRate)
            case .null: try cursor.null()
            case .bool, .array, .object: try Self.refuse(&cursor, &draft, "bitrate", "a number")
            }
        case .tags:
            // The value of `tags` is a list of texts, or one text in which commas separate the tags.
            if try cursor.kind == .string {
                draft.takeTags(try cursor.string(), separator: ",")
            } else {
                draft.takeTags(try Self.texts(&cursor, &draft, "tags"))
            }
        case .headers: try Self.headers(&cursor, &draft)
        case .headerHosts:
            for host in try Self.texts(&cursor, &draft, "headerHosts") { draft.takeHeaderHost(host) }
        }
    }

    /// Adds the addresses and the homepage to the draft in their order of preference, after all members were read.
    private func settle(_ draft: inout StationDraft) {
        if let first { draft.takeAddress(first) }
        for url in further { draft.takeAddress(url) }
        if !takePage(homepage, "homepage", &draft) { _ = takePage(website, "website", &draft) }
    }

    /// Sets the homepage if `text` is an HTTP address. Returns whether the station has a homepage afterwards.
    private func takePage(_ text: String?, _ name: String, _ draft: inout StationDraft) -> Bool {
        guard let text else { return false }
        draft.take(text, as: .homepage)
        if !draft.hasHomepage, case let clean = PlainText.clean(text), !clean.isEmpty {
            draft.report("\"\(name)\" is not an http: or https: address: \(clean.prefix(80))")
        }
        return draft.hasHomepage
    }

    // MARK: Values

    /// Reads a text; returns nil for null, and for a value of another type, which is reported.
    private static func text(
        _ cursor: inout JSONCursor, _ draft: inout StationDraft, _ name: String, isNeeded: Bool = false
    ) throws(JSONError) -> String? {
        switch try cursor.kind {
        case .string: return try cursor.string()
        case .null: try cursor.null()
        case .number, .bool, .array, .object: try Self.refuse(&cursor, &draft, name, "a string", isNeeded: isNeeded)
        }
        return nil
    }

    /// Reads a list of texts. Reports a value that is not a list, and items that are not texts.
    private static func texts(
        _ cursor: inout JSONCursor, _ draft: inout StationDraft, _ name: String
    ) throws(JSONError) -> [String] {
        switch try cursor.kind {
        case .array: break
        case .null:
            try cursor.null()
            return []
        case .string, .number, .bool, .object:
            try Self.refuse(&cursor, &draft, name, "a list of strings")
            return []
        }
        var texts: [String] = []
        var isWhole = true
        var others = 0
        try cursor.enter()
        while try cursor.nextItem() {
            if try cursor.kind == .string, texts.count < StationDraft.maximumItems {
                texts.append(try cursor.string())
            } else {
                if try cursor.kind == .string { isWhole = false } else { others += 1 }
                try cursor.skip()
            }
        }
        if others > 0 { draft.report("\"\(name)\" contains something that is not a string") }
        if !isWhole { draft.report("\"\(name)\" has more than \(StationDraft.maximumItems) items") }
        return texts
    }

    /// Reads an object of request headers. Reports a value that is not an object, and headers that are not texts.
    private static func headers(
        _ cursor: inout JSONCursor, _ draft: inout StationDraft
    ) throws(JSONError) {
        switch try cursor.kind {
        case .object: break
        case .null: return try cursor.null()
        case .string, .number, .bool, .array: return try Self.refuse(&cursor, &draft, "headers", "an object")
        }
        try cursor.enter()
        while try cursor.nextMember() {
            let name = try cursor.name()
            if try cursor.kind == .string {
                draft.takeHeader(name, try cursor.string())
            } else {
                try cursor.skip()
                draft.takeHeader(name, nil)
            }
        }
    }

    /// Skips a value of the wrong type and reports it as a problem of the entry.
    private static func refuse(
        _ cursor: inout JSONCursor, _ draft: inout StationDraft, _ name: String, _ wanted: String,
        isNeeded: Bool = false
    ) throws(JSONError) {
        let kind = try cursor.kind
        try cursor.skip()
        let text = "\"\(name)\" is \(kind.name), not \(wanted)"
        if isNeeded { draft.leaveOut(text) } else { draft.report(text) }
    }
}
