import Glibc
import RadioJSON
import RadioLists
import RadioLoop

/// Stores copies of network lists. Therefore an unchanged list is not transferred again, and lists are available
/// without a network.
///
/// Each copy is one file in a folder that may be emptied at any time. Every call blocks while files are read or
/// written, so a cache is used on a background thread only.
package struct ListCache: Hashable, Sendable {
    /// A list as its server sent it.
    package struct Copy: Hashable, Sendable {
        package var bytes: [UInt8]
        /// The address from which the list was finally received, after redirects. Relative entries of the list are
        /// resolved against it.
        package var base: String
        /// The server's `ETag` for this state of the list, a validator (RFC 9110 §8.8).
        package var etag: String?
        /// The server's `Last-Modified` date for this state of the list, which also serves as a validator (RFC 9110
        /// §8.8).
        package var lastModified: String?
        /// When the list was fetched, in milliseconds since 1970-01-01T00:00:00Z.
        package var fetched: Int64

        package init(bytes: [UInt8], base: String, etag: String?, lastModified: String?, fetched: Int64) {
            self.bytes = bytes
            self.base = base
            self.etag = etag
            self.lastModified = lastModified
            self.fetched = fetched
        }
    }

    /// Maximum number of lists kept. The list that was fetched longest ago is deleted first.
    package static let maximumLists = 32
    /// Maximum length in bytes of a file's first line, which describes the list that follows.
    private static let maximumHeadBytes = 32_768

    package let folder: String

    package init(folder: String) { self.folder = folder }

    /// Returns the cache in `$XDG_CACHE_HOME/longwave/lists`; nil if that folder is unknown.
    package static func usual(environment: [String: String]) -> ListCache? {
        UserFolders(environment: environment).cache.map { ListCache(folder: $0 + "/lists") }
    }

    private func path(_ source: String) -> String { "\(folder)/\(Fingerprint.of(source)).list" }

    /// Returns the copy of a list; nil if there is none or if it cannot be read.
    package func copy(of source: String) -> Copy? {
        let maximum = StationLibrary.maximumBytes + Self.maximumHeadBytes
        guard let file = try? LocalFile.read(path(source), maximum: maximum), file.count <= maximum,
            let end = file.prefix(Self.maximumHeadBytes).firstIndex(of: UInt8(ascii: "\n")),
            let head = try? JSONReader.read(Array(file[..<end])), head["source"]?.string == source,
            let base = head["base"]?.string, head["length"]?.integer == file.count - end - 1
        else { return nil }
        return Copy(
            bytes: Array(file[(end + 1)...]), base: base, etag: head["etag"]?.string,
            lastModified: head["lastModified"]?.string,
            fetched: Int64(head["fetched"]?.integer ?? 0))
    }

    /// Replaces the copy of a list. If the new copy cannot be written, the old one stays.
    package func keep(_ copy: Copy, of source: String) {
        var head: [String: JSONValue] = [
            "source": .string(source), "base": .string(copy.base), "length": .number(Double(copy.bytes.count)),
            "fetched": .number(Double(copy.fetched)),
        ]
        head["etag"] = copy.etag.map(JSONValue.string)
        head["lastModified"] = copy.lastModified.map(JSONValue.string)
        let text = JSONValue.object(head).text
        guard text.utf8.count < Self.maximumHeadBytes else { return }
        let path = path(source)
        guard (try? LocalFile.replace(path, with: Array((text + "\n").utf8) + copy.bytes)) != nil else { return }
        removeOldest()
    }

    private func removeOldest() {
        var files = LocalFile.names(in: folder).filter { $0.hasSuffix(".list") }.map { name in
            (path: folder + "/" + name, changed: LocalFile.State("\(folder)/\(name)")?.changed ?? 0)
        }
        guard files.count > Self.maximumLists else { return }
        files.sort { $0.changed < $1.changed }
        for file in files.prefix(files.count - Self.maximumLists) { unlink(file.path) }
    }
}
