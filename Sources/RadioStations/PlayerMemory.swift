import Glibc
import RadioFormats
import RadioJSON
import RadioLists
import RadioLoop

/// What the program remembers between two starts: the station last heard, the volume, and which addresses worked.
///
/// A file that cannot be read is ignored: the memory never makes the player fail.
package struct PlayerMemory: Hashable, Sendable {
    /// Id of the station last heard; nil if the station's list contains no id for it, or if an address was played.
    package var stationID: String?
    package var stationName: String?
    /// The first address of the station last heard, or the address or file that was played.
    package var url: String?
    /// The volume, from 0 to 1; nil if it was never set.
    package var volume: Double?

    /// Stations for which an address other than the first one delivered sound, the last heard first.
    private(set) var addresses: [WorkingAddress] = []

    /// A station and the address that delivered its sound. `station` is the station's id, otherwise its first address.
    struct WorkingAddress: Hashable, Sendable {
        var station: String
        var url: String
    }

    /// Maximum number of stations whose address is remembered.
    static let maximumAddresses = 64
    /// Maximum length in bytes of the id and the address of a ``WorkingAddress`` together. Longer ones are not
    /// remembered, so that the file stays below ``maximumBytes``.
    static let maximumAddressBytes = 800
    /// Maximum size of the file in bytes. A longer file was not written by this program.
    static let maximumBytes = 65_536

    package init(
        stationID: String? = nil, stationName: String? = nil, url: String? = nil, volume: Double? = nil
    ) {
        self.stationID = stationID
        self.stationName = stationName
        self.url = url
        self.volume = volume
    }

    /// Returns `$XDG_STATE_HOME/longwave/state.json`, by default below `~/.local/state`; nil if no folder is known.
    package static func path(environment: [String: String]) -> String? {
        UserFolders(environment: environment).state.map { $0 + "/state.json" }
    }

    /// Remembers a station that was heard.
    /// - Parameter working: the address that delivered sound; nil if unknown.
    package mutating func heard(_ station: Station, at working: String? = nil) {
        stationID = station.id
        stationName = station.name
        url = station.urls.first
        guard let working, let key = Self.key(station) else { return }
        addresses.removeAll { $0.station == key }
        // A station's first address is always tried first, so it need not be remembered.
        guard working != station.urls.first, station.urls.contains(working),
            key.utf8.count + working.utf8.count <= Self.maximumAddressBytes
        else { return }
        addresses.insert(WorkingAddress(station: key, url: working), at: 0)
        addresses = Array(addresses.prefix(Self.maximumAddresses))
    }

    /// Returns the station's address that delivered sound last time. Returns nil if that address is unknown, is the
    /// first one, or no longer belongs to the station.
    package func workingURL(of station: Station) -> String? {
        guard let key = Self.key(station), let found = addresses.first(where: { $0.station == key }) else { return nil }
        return station.urls.contains(found.url) ? found.url : nil
    }

    private static func key(_ station: Station) -> String? { station.id ?? station.urls.first }

    /// Returns the station last heard, in the library's current state. The station is found by id, otherwise by
    /// address, otherwise by name.
    package func station(in library: StationLibrary) -> Station? {
        if let stationID, let station = library.station(id: stationID) { return station }
        if let url, let station = library.station(url: url) { return station }
        return stationName.flatMap { name in library.stations.first { $0.name == name } }
    }

    // MARK: The file

    /// Reads the file. Unreadable values are treated as if they had never been stored. The call blocks while the file
    /// is read.
    ///
    /// A damaged file is renamed to `NAME.broken` and reported.
    /// - Parameters:
    ///   - path: path of the file; if there is none, nothing is remembered yet.
    ///   - onProblem: called with a sentence about an unreadable or damaged file.
    package init(file path: String, onProblem: (String) -> Void = { _ in }) {
        self.init()
        let bytes: [UInt8]
        do { bytes = try LocalFile.read(path, maximum: Self.maximumBytes) } catch {
            if error.code != ENOENT, error.code != ENOTDIR { onProblem("\(path): \(error.reason)") }
            return
        }
        guard bytes.count <= Self.maximumBytes, let value = try? JSONReader.read(bytes) else {
            let isKept = rename(path, path + ".broken") == 0
            onProblem("\(path) is damaged and ignored\(isKept ? "; it is kept as \(path).broken" : "")")
            return
        }
        self.init(value)
    }

    init(_ bytes: [UInt8]) { self.init((try? JSONReader.read(bytes)) ?? .null) }

    private init(_ value: JSONValue) {
        self.init(
            stationID: value["stationID"]?.string, stationName: value["stationName"]?.string, url: value["url"]?.string,
            volume: value["volume"]?.number.flatMap { (0...1).contains($0) ? $0 : nil })
        guard case .array(let entries)? = value["addresses"] else { return }
        for entry in entries.prefix(Self.maximumAddresses) {
            guard let station = entry["station"]?.string, let url = entry["url"]?.string else { continue }
            addresses.append(WorkingAddress(station: station, url: url))
        }
    }

    var bytes: [UInt8] {
        var members: [String: JSONValue] = [:]
        members["stationID"] = stationID.map(JSONValue.string)
        members["stationName"] = stationName.map(JSONValue.string)
        members["url"] = url.map(JSONValue.string)
        members["volume"] = volume.map(JSONValue.number)
        if !addresses.isEmpty {
            members["addresses"] = .array(
                addresses.map { .object(["station": .string($0.station), "url": .string($0.url)]) })
        }
        return Array((JSONValue.object(members).text + "\n").utf8)
    }

    /// Writes the file as a whole (temporary file, fsync, rename). Returns nil, or a sentence for `-v` that says why
    /// the file was not written.
    ///
    /// The call blocks until the file is written: while sound plays, make it on a background thread.
    @discardableResult
    package func write(to path: String) -> String? {
        do {
            try LocalFile.replace(path, with: bytes)
            return nil
        } catch { return "\(path): \(error.reason)" }
    }
}
