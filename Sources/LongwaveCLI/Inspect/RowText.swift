import Longwave
import LongwaveTerminal
import RadioFormats
import RadioJSON
import RadioLists
import RadioPlayer

/// Fills in the templates of ``RowForm`` with the values of a document's node.
struct RowText {
    let node: JSONNode

    /// Returns the text of a template, or nil if a value that is not in brackets is unknown.
    func text(_ template: some StringProtocol) -> String? {
        var rest = Substring(template)
        // In a list of parts in brackets, each part begins with a comma.
        return fill(&rest, until: nil).map { $0.hasPrefix(", ") ? String($0.dropFirst(2)) : $0 }
    }

    private func fill(_ rest: inout Substring, until end: Character?) -> String? {
        var (text, isWhole) = ("", true)
        func part(until end: Character) -> Substring {
            let part = rest.prefix { $0 != end }
            rest = rest[part.endIndex...].dropFirst()
            return part
        }
        while let next = rest.popFirst(), next != end {
            var found: String? = String(next)
            switch next {
            case "[": found = fill(&rest, until: "]") ?? ""
            case "{": found = value(of: part(until: "}"))
            case "<":
                let parts = part(until: ">").split(separator: "|", maxSplits: 2, omittingEmptySubsequences: false)
                let items = node.values(at: parts[0]).values.compactMap { RowText(node: $0).text(parts[2]) }
                found = items.isEmpty ? nil : items.joined(separator: String(parts[1]))
            case _: break
            }
            text += found ?? ""
            isWhole = isWhole && found != nil
        }
        return isWhole ? text : nil
    }

    /// Returns the value of an expression in braces. The value of a condition that holds is an empty text.
    private func value(of expression: Substring) -> String? {
        guard expression.last == "?" else { return words(expression) }
        let condition = expression.dropLast()
        func compare(_ place: Substring.Index) -> Bool {
            let other = condition[condition.index(after: place)...]
            return words(condition[..<place]) == words(other) ?? String(other)
        }
        let holds =
            if let equal = condition.firstIndex(of: "=") {
                compare(equal)
            } else if condition.first == "!" {
                words(condition.dropFirst()) == nil
            } else if let other = condition.firstIndex(of: "!") {
                !compare(other)
            } else {
                words(condition) != nil
            }
        return holds ? "" : nil
    }

    private func words(_ expression: Substring) -> String? {
        let parts = expression.split(separator: "|", omittingEmptySubsequences: false)
        var value: JSONNode?
        for path in parts[0].split(separator: ",", omittingEmptySubsequences: false) where value == nil {
            value = path.first == "'" ? .string(String(path.dropFirst().dropLast())) : node[path]
        }
        for form in parts.dropFirst() {
            if form == "count" {
                let list = node.values(at: parts[0])
                value = value.map { _ in .int(Int64(list.values.count + list.omitted)) }
            } else {
                let words = form.split(separator: ":")
                value = self.form(words[0], words.last ?? "", value)
            }
        }
        return value.flatMap(\.words)
    }

    /// Returns a value in a form for people.
    private func form(_ form: Substring, _ argument: Substring, _ value: JSONNode?) -> JSONNode? {
        let number = value?.number
        let whole = number.map { Int(nearest: $0) }
        let name = value?.words ?? ""
        if form == "some" { return number == 0 || name.isEmpty ? nil : value }
        if form == "many" { return (whole ?? 0) > 1 ? value : nil }
        let text: String? =
            switch form {
            case "s": number.map(ReportRows.seconds)
            case "rate": whole.map(ReportRows.rate)
            case "channels": ReportRows.channels(whole)
            case "counted": whole?.counted(String(argument))
            case "dB": number.flatMap { $0 == 0 ? nil : "\(($0 * 100).rounded() / 100) dB" }
            case "per": number.flatMap { number in node[argument]?.number.map { ReportRows.seconds(number / $0) } }
            case "codec": AudioCodec(rawValue: name)?.displayName
            case "list": ListFormat.allCases.first { $0.name == name }?.displayName
            case "title": value.flatMap(Self.title)
            case "heading": value.map { Self.title($0) ?? "(\($0["kind"]?.words ?? ""))" }
            case "key": value.flatMap(Self.key)
            case "end":
                value?["offset"]?.number.flatMap { first in
                    value?["length"]?.number.map { "\(Int64(nearest: first + $0) - 1)" }
                }
            case "location": (300..<400).contains(Int(nearest: node["status"]?.number ?? 0)) ? location : nil
            case "picture": whole.map(Self.picture)
            case "named": Self.names[name]
            case _: nil
            }
        return text.map { .string($0) }
    }

    /// Returns `Artist - Title`, or the part of it that is known; nil if no title is known.
    private static func title(_ track: JSONNode) -> String? {
        PlayerWords.title(
            TrackInfo(
                kind: track["kind"]?.words.flatMap { TrackInfo.Kind(rawValue: $0) } ?? .none,
                artist: track["artist"]?.words, title: track["title"]?.words, text: track["text"]?.words ?? ""))
    }

    /// The address to which a response redirects.
    private var location: String? {
        node.values(at: "headers").values.first { $0["name"]?.words?.lowercased() == "location" }?["value"]?.words
    }

    /// Describes the key of an HLS segment. Of several keys, describes the first that can be used without a licence.
    private static func key(_ key: JSONNode) -> String? {
        if case .array(let keys) = key {
            return
                (keys.first { $0["method"] == .string("AES-128") && $0["format"] == .string("identity") }
                ?? keys.first).flatMap { Self.key($0) }
        }
        return RowText(node: key).text("{method}[ ({format}){format!identity?}][ {uri}]")
    }

    /// Returns the kind of a picture for the number that FLAC metadata states (RFC 9639 table 13).
    private static func picture(_ type: Int) -> String {
        switch type {
        case 1, 2: "icon"
        case 3: "front cover"
        case 4: "back cover"
        case 7...11: "artist"
        case _: "picture of type \(type)"
        }
    }

    /// Texts for the names that the document has for the result of a FLAC file's test and for the sources of titles.
    private static let names = [
        "right": "right: the decoded sound matches", "wrong": "wrong: the decoded sound is different",
        "unknown": "unknown: the file has no checksum", "damaged": "not checked: frames are damaged or missing",
        "incomplete": "not checked: the file is incomplete", "icy": "ICY metadata", "id3": "ID3 in the segments",
        "id3v1": "ID3 in the segments", "extinf": "the playlist (EXTINF)",
        "dateRange": "the playlist (EXT-X-DATERANGE)", "vorbisComment": "Vorbis comments",
        "flacPicture": "Vorbis comments", "itunes": "iTunes metadata", "cueSheet": "a cue sheet",
    ]
}

extension JSONNode {
    /// The value at a path of names and indices, such as `tries.-1.url`; nil if it is unknown or null. The index -1 is
    /// the last value of a list.
    subscript(path: some StringProtocol) -> JSONNode? {
        var node: JSONNode? = self
        for name in path.split(separator: ".") {
            switch node {
            case .object(let members)?: node = members.first { $0.name == name }?.value
            case .array(let values)?:
                node = Int(name).flatMap { $0 < 0 ? values.last : values.indices.contains($0) ? values[$0] : nil }
            case _: node = nil
            }
        }
        return node == .null ? nil : node
    }

    /// Returns the values of the list at a path, or the one value, and the number of values that the document omits.
    ///
    /// For a path with the end `.*`, the values are the members of an object, as objects with a name and a value.
    func values(at path: some StringProtocol) -> (values: [JSONNode], omitted: Int) {
        let names = path.split(separator: ".")
        if names.last == "*" {
            guard case .object(let members)? = self[path.dropLast(2)] else { return ([], 0) }
            return (members.map { .members(["name": .string($0.name), "value": $0.value]) }, 0)
        }
        switch self[path] {
        case nil: return ([], 0)
        case .array(let values)?:
            let (list, name) = (self[names.dropLast().joined(separator: ".")], names.last ?? "")
            let all = list?["\(name.dropLast())Count"]?.number.map { Int(nearest: $0) - values.count }
            let omitted = list?["\(name)Omitted"] ?? list?["omitted.\(name)"]
            return (values, omitted?.number.map { Int(nearest: $0) } ?? all ?? 0)
        case let value?: return ([value], 0)
        }
    }

    fileprivate var number: Double? {
        switch self {
        case .int(let value): Double(value)
        case .number(let value): value
        case _: nil
        }
    }

    /// The text of a value in a row; nil for a value that is unknown or false.
    fileprivate var words: String? {
        switch self {
        case .null, .bool(false): nil
        case .string(let text): text
        case .bool(true), .array, .object: ""
        case .int, .number: text()
        }
    }
}
