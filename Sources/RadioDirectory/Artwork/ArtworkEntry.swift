import RadioJSON
import RadioLists

/// The cache's data about an address: its picture, and the result of the last request.
struct ArtworkEntry: Hashable, Sendable {
    var source: String
    /// The name of the picture's file, without the folder; nil if there was never a picture.
    var file: String?
    /// The server's validators, which identify this version of the picture (RFC 9110 §8.8).
    var etag: String?
    var lastModified: String?
    /// When the server last sent the picture, or confirmed that it is still valid, in milliseconds since
    /// 1970-01-01T00:00:00Z.
    var checked: Int64 = 0
    /// Why the last request failed; nil if it succeeded.
    var failure: String?
    /// True if another request is unlikely to succeed (``ArtworkError/isLasting``).
    var isLasting = false
    /// When the last request failed, in milliseconds since 1970-01-01T00:00:00Z.
    var failed: Int64 = 0

    init(source: String) { self.source = source }

    /// Reads a stored entry. Returns nil if the text is not an entry, or if the entry belongs to another address.
    init?(_ text: [UInt8], source: String) {
        guard let value = try? JSONReader.read(text), value["source"]?.string == source else { return nil }
        func moment(_ name: String) -> Int64 { Int64(value[name]?.integer ?? 0) }
        self.source = source
        // A path is refused, because it could lead out of the cache's folder.
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
