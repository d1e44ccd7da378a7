import RadioJSON
import RadioLists

/// What the cache knows of an address: its picture, and how it went when it was asked for.
struct ArtworkEntry: Hashable, Sendable {
    var source: String
    /// The file of its picture, without the folder; nil where it never had one.
    var file: String?
    /// What the server called this state of it (RFC 9110 §8.8).
    var etag: String?
    var lastModified: String?
    /// When the server last said that the picture is this one; milliseconds since 1970-01-01T00:00:00Z.
    var checked: Int64 = 0
    /// Why the last request brought nothing; nil where it did.
    var failure: String?
    var isLasting = false
    var failed: Int64 = 0

    init(source: String) { self.source = source }

    /// Nil where this is the text of no entry, or of another address's.
    init?(_ text: [UInt8], source: String) {
        guard let value = try? JSONReader.read(text), value["source"]?.string == source else { return nil }
        func moment(_ name: String) -> Int64 { value[name]?.number.flatMap(Int64.init(exactly:)) ?? 0 }
        self.source = source
        // A name, never a path.
        file = value["file"]?.string.flatMap { $0.utf8.contains(UInt8(ascii: "/")) || $0.hasPrefix(".") ? nil : $0 }
        etag = value["etag"]?.string
        lastModified = value["lastModified"]?.string
        checked = moment("checked")
        failure = value["failure"]?.string
        isLasting = value["isLasting"] == .bool(true)
        failed = moment("failed")
    }

    var text: String {
        var members: [String: JSONValue] = ["source": .string(source), "checked": .number(Double(checked))]
        members["file"] = file.map(JSONValue.string)
        members["etag"] = etag.map(JSONValue.string)
        members["lastModified"] = lastModified.map(JSONValue.string)
        if let failure {
            members["failure"] = .string(failure)
            members["isLasting"] = .bool(isLasting)
            members["failed"] = .number(Double(failed))
        }
        return JSONValue.object(members).text + "\n"
    }
}
