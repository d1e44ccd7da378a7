import RadioFormats
import RadioLists

/// What the program remembers between two starts: the station heard last and the volume.
///
/// It is a convenience and never fails the player: an unreadable file is as good as none.
public struct PlayerMemory: Hashable, Sendable {
    /// Id of the station heard last; nil where its list gives none, or where an address was played.
    public var stationID: String?
    public var stationName: String?
    /// Its first address, or the address or file that was played.
    public var url: String?
    /// 0 to 1; nil where none was ever set.
    public var volume: Double?

    /// A longer file is not ours.
    static let maximumBytes = 65_536

    public init(
        stationID: String? = nil, stationName: String? = nil, url: String? = nil, volume: Double? = nil
    ) {
        self.stationID = stationID
        self.stationName = stationName
        self.url = url
        self.volume = volume
    }

    /// `$XDG_STATE_HOME/longwave/state.json`, by default below `~/.local/state`; nil where neither is known.
    public static func path(environment: [String: String]) -> String? {
        for (name, below) in [("XDG_STATE_HOME", ""), ("HOME", "/.local/state")] {
            // XDG Base Directory Specification: relative paths are to be ignored.
            if let folder = environment[name], folder.hasPrefix("/") { return folder + below + "/longwave/state.json" }
        }
        return nil
    }

    /// Remembers a station.
    public mutating func heard(_ station: Station) {
        stationID = station.id
        stationName = station.name
        url = station.urls.first
    }

    /// The station heard last, as the library has it now: by its id, or else by its address, or else by its name.
    public func station(in library: StationLibrary) -> Station? {
        if let stationID, let station = library.station(id: stationID) { return station }
        if let url, let station = library.stations.first(where: { $0.urls.contains(url) }) { return station }
        return stationName.flatMap { name in library.stations.first { $0.name == name } }
    }

    // MARK: The file

    /// Reads what is there; whatever cannot be read is as if never remembered. May block as long as the disk does.
    public init(file path: String) {
        self.init()
        guard let bytes = try? LocalFile.read(path, maximum: Self.maximumBytes), bytes.count <= Self.maximumBytes else {
            return
        }
        self.init(bytes)
    }

    init(_ bytes: [UInt8]) {
        let value = (try? JSONReader.read(bytes)) ?? .null
        self.init(
            stationID: value["stationID"]?.string, stationName: value["stationName"]?.string, url: value["url"]?.string,
            volume: value["volume"]?.number.flatMap { (0...1).contains($0) ? $0 : nil })
    }

    var bytes: [UInt8] {
        var members: [String: JSONValue] = [:]
        members["stationID"] = stationID.map(JSONValue.string)
        members["stationName"] = stationName.map(JSONValue.string)
        members["url"] = url.map(JSONValue.string)
        members["volume"] = volume.map(JSONValue.number)
        return Array((JSONValue.object(members).text + "\n").utf8)
    }

    /// Writes it whole (a temporary file, fsync, rename). Answers why not, in words, for `-v`; nil when written.
    /// May block as long as the disk does: use the loop's worker while sound plays.
    @discardableResult
    public func write(to path: String) -> String? {
        do {
            try LocalFile.replace(path, with: bytes)
            return nil
        } catch { return "\(path): \(error.reason)" }
    }
}
