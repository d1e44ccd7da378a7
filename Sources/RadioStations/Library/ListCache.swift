import Glibc
import RadioJSON
import RadioLists

/// Copies of lists that came over the network, so that they need not come again while they are the same, and are there when the
/// network is not. Each is one file in a folder that may be emptied at any time.
///
/// Every call blocks as long as the disk does: it belongs to a worker's thread.
package struct ListCache: Hashable, Sendable {
    /// A list as its server sent it.
    package struct Copy: Hashable, Sendable {
        package var bytes: [UInt8]
        /// The address that answered, to which relative entries are resolved.
        package var base: String
        /// What the server called this state of the list (RFC 9110 §8.8).
        package var etag: String?
        package var lastModified: String?
        /// Milliseconds since 1970-01-01T00:00:00Z.
        package var fetched: Int64

        package init(bytes: [UInt8], base: String, etag: String?, lastModified: String?, fetched: Int64) {
            self.bytes = bytes
            self.base = base
            self.etag = etag
            self.lastModified = lastModified
            self.fetched = fetched
        }
    }

    /// More lists are not kept: the one that was fetched longest ago goes.
    package static let maximumLists = 32
    /// Of what stands before a list in its file.
    private static let maximumHeadBytes = 32_768

    package let folder: String

    package init(folder: String) { self.folder = folder }

    /// `$XDG_CACHE_HOME/longwave/lists`; nil where the folder is not known.
    package static func usual(environment: [String: String]) -> ListCache? {
        UserFolders(environment: environment).cache.map { ListCache(folder: $0 + "/lists") }
    }

    private func path(_ source: String) -> String { "\(folder)/\(Fingerprint.of(source)).list" }

    /// Nil where there is none, or none that can be read.
    package func copy(of source: String) -> Copy? {
        let maximum = StationLibrary.maximumBytes + Self.maximumHeadBytes
        guard let file = try? LocalFile.read(path(source), maximum: maximum), file.count <= maximum,
            let end = file.prefix(Self.maximumHeadBytes).firstIndex(of: UInt8(ascii: "\n")),
            let head = try? JSONReader.read(Array(file[..<end])), head["source"]?.string == source,
            let base = head["base"]?.string, let length = head["length"]?.number,
            Int(exactly: length) == file.count - end - 1
        else { return nil }
        return Copy(
            bytes: Array(file[(end + 1)...]), base: base, etag: head["etag"]?.string,
            lastModified: head["lastModified"]?.string,
            fetched: head["fetched"]?.number.flatMap(Int64.init(exactly:)) ?? 0)
    }

    /// Puts a copy in the place of the one before; a disk that is full keeps none.
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
