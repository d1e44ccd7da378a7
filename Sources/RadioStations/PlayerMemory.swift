import Glibc
import RadioFormats
import RadioJSON
import RadioLists

/// What the program remembers between two starts: the station heard last, the volume, and which addresses worked.
///
/// It is a convenience and never fails the player: an unreadable file is as good as none.
package struct PlayerMemory: Hashable, Sendable {
    /// Id of the station heard last; nil where its list gives none, or where an address was played.
    package var stationID: String?
    package var stationName: String?
    /// Its first address, or the address or file that was played.
    package var url: String?
    /// 0 to 1; nil where none was ever set.
    package var volume: Double?

    /// Of stations whose first address is not the one that brought sound, the newest first.
    private(set) var addresses: [WorkingAddress] = []

    /// A station, by its id or else its first address, and the address of it that brought sound.
    struct WorkingAddress: Hashable, Sendable {
        var station: String
        var url: String
    }

    /// Stations whose address is remembered.
    static let maximumAddresses = 64
    /// Bytes of both names together; longer ones are not remembered, so that the file stays one of ours.
    static let maximumAddressBytes = 800
    /// A longer file is not ours.
    static let maximumBytes = 65_536

    package init(
        stationID: String? = nil, stationName: String? = nil, url: String? = nil, volume: Double? = nil
    ) {
        self.stationID = stationID
        self.stationName = stationName
        self.url = url
        self.volume = volume
    }

    /// `$XDG_STATE_HOME/longwave/state.json`, by default below `~/.local/state`; nil where neither is known.
    package static func path(environment: [String: String]) -> String? {
        UserFolders(environment: environment).state.map { $0 + "/state.json" }
    }

    /// Remembers a station, and which of its addresses brought the sound; nil is not known.
    package mutating func heard(_ station: Station, at working: String? = nil) {
        stationID = station.id
        stationName = station.name
        url = station.urls.first
        guard let working, let key = Self.key(station) else { return }
        addresses.removeAll { $0.station == key }
        // The first is tried first anyway.
        guard working != station.urls.first, station.urls.contains(working),
            key.utf8.count + working.utf8.count <= Self.maximumAddressBytes
        else { return }
        addresses.insert(WorkingAddress(station: key, url: working), at: 0)
        addresses = Array(addresses.prefix(Self.maximumAddresses))
    }

    /// The address of a station that brought sound last time; nil where that is its first or is not known, and once the
    /// station does not have it any more.
    package func workingURL(of station: Station) -> String? {
        guard let key = Self.key(station), let found = addresses.first(where: { $0.station == key }) else { return nil }
        return station.urls.contains(found.url) ? found.url : nil
    }

    private static func key(_ station: Station) -> String? { station.id ?? station.urls.first }

    /// The station heard last, as the library has it now: by its id, or else by its address, or else by its name.
    package func station(in library: StationLibrary) -> Station? {
        if let stationID, let station = library.station(id: stationID) { return station }
        if let url, let station = library.station(url: url) { return station }
        return stationName.flatMap { name in library.stations.first { $0.name == name } }
    }

    // MARK: The file

    /// Reads what is there; whatever cannot be read is as if never remembered. May block as long as the disk does.
    ///
    /// A file that is damaged is kept beside, as `NAME.broken`, and said.
    /// - Parameters:
    ///   - path: the file; without one nothing is remembered yet.
    ///   - onProblem: called with a sentence.
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

    /// Writes it whole (a temporary file, fsync, rename). Answers why not, in words, for `-v`; nil when written.
    /// May block as long as the disk does: use the loop's worker while sound plays.
    @discardableResult
    package func write(to path: String) -> String? {
        do {
            try LocalFile.replace(path, with: bytes)
            return nil
        } catch { return "\(path): \(error.reason)" }
    }
}
