import Glibc
import RadioFormats
import RadioLoop
import RadioStations
import RadioStorage
import RadioTitles

/// Fuzzes the readers of Longwave's databases. Input: a byte that chooses the database, then changes of it. Afterwards,
/// each reader opens the database, and programs that write to it do so.
///
/// A change begins with a byte for its kind. It sets a column to an integer, a number or a text, or changes one byte of
/// the file.
enum DatabaseTarget: FuzzTarget {
    static let name = "Database"

    /// The maximum number of changes that one input makes.
    private static let maximumChanges = 32
    /// The current time in the databases, in milliseconds since 1970.
    private static let now: Int64 = 1_800_000_000_000

    private static let folder: String = {
        var template = Array("/dev/shm/longwave-fuzz-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { return "/tmp" }
        return String(cString: made)
    }()
    private static let path = folder + "/database.sqlite"

    /// The databases that the inputs change: their bytes, and the tables and names of their columns.
    private static let originals = [original(titles), original(library)]

    private struct Original {
        var bytes: [UInt8] = []
        var columns: [(table: String, name: String)] = []
    }

    static func run(_ input: UnsafeRawBufferPointer) {
        var source = ByteSource(input)
        let place = source.byte() % originals.count
        let original = originals[place]
        write(original.bytes)
        change(original, &source)
        do throws(StorageError) { try place == 0 ? useTitles() : useLibrary() } catch {}
    }

    // MARK: The files

    private static func original(_ make: () throws(StorageError) -> Void) -> Original {
        remove()
        var original = Original()
        do throws(StorageError) {
            try make()
            let connection = try SqliteConnection(path: path)
            var tables: [String] = []
            try connection.statement("SELECT name FROM sqlite_master WHERE type = 'table'").run {
                tables.append($0.text(0) ?? "")
            }
            for table in tables {
                try connection.statement("SELECT name FROM pragma_table_info(?)").run([.text(table)]) {
                    original.columns.append((table, $0.text(0) ?? ""))
                }
            }
            try connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
        } catch { require(false, "\(error)") }
        let file = open(path, O_RDONLY)
        original.bytes = [UInt8](repeating: 0, count: 1 << 20)
        original.bytes.removeLast(original.bytes.count - max(read(file, &original.bytes, original.bytes.count), 0))
        close(file)
        require(original.bytes.count > 1000, "no database")
        return original
    }

    private static func remove() { for end in ["", "-wal", "-shm"] { unlink(path + end) } }

    private static func write(_ bytes: [UInt8]) {
        remove()
        let file = open(path, O_WRONLY | O_CREAT, 0o600)
        require(Glibc.write(file, bytes, bytes.count) == bytes.count, "the file cannot be written")
        close(file)
    }

    private static func change(_ original: Original, _ source: inout ByteSource) {
        var connection = try? SqliteConnection(path: path)
        try? connection?.run("PRAGMA journal_mode=DELETE; PRAGMA synchronous=OFF")
        var bytes: [(at: Int, value: UInt8)] = []
        for _ in 0..<maximumChanges where !source.isEmpty {
            let kind = source.byte() % 4
            guard kind > 0 else {
                bytes.append(((source.byte() << 16 | source.word()) % original.bytes.count, UInt8(source.byte())))
                continue
            }
            let column = source.pick(original.columns)
            let bits = (0..<4).reduce(UInt64(0)) { bits, _ in bits << 16 | UInt64(source.word()) }
            let value: SqliteStatement.Value =
                switch kind {
                case 1: .integer(Int64(bitPattern: bits))
                case 2: .real(Double(bitPattern: bits))
                case _: .text(String(decoding: source.text(), as: UTF8.self))
                }
            let sql = "UPDATE OR IGNORE \"\(column.table)\" SET \"\(column.name)\" = ?"
            try? connection?.statement(sql).run([value])
        }
        connection = nil
        let file = open(path, O_WRONLY)
        for (at, value) in bytes { pwrite(file, [value], 1, off_t(at)) }
        close(file)
    }

    // MARK: Titles

    private static func moment(_ seconds: Int64) -> LogMoment {
        LogMoment(
            wall: now + seconds * 1000, monotonic: MonotonicInstant(nanoseconds: (100_000 + seconds) * 1_000_000_000))
    }

    private static func song(_ name: String) -> TrackInfo {
        TrackInfo(kind: .song, artist: "Artist", title: name, text: "Artist - \(name)", raw: Array(name.utf8))
    }

    /// Follows a station as `log` and `play` do: continues its tracks, and writes others.
    private static func follow(_ use: TitleDatabase.Use, _ names: [String], from begin: Int64) throws(StorageError) {
        let start = moment(begin)
        let database = try TitleDatabase(path: path, use: use)
        let state = try database.states(of: ["one"], at: start)["one"]
        if use == .following { try database.beginRun(at: start.wall, linesAfter: 7) }
        for line in try database.lines(after: 0, of: "", atMost: 100) { require(line.number > 0, "\(line.number)") }
        var detector = TrackDetector(
            at: start, open: state?.open.map(\.track) ?? [], recent: state?.recent ?? [],
            seenUntil: state?.seenUntil.map { LogMoment(wall: $0, asSeenFrom: start) })
        for (number, name) in names.enumerated() {
            let now = moment(begin + Int64(number) * 10)
            var batch = TitleDatabase.Batch.empty
            batch.records = detector.show(song(name), from: use == .following ? .inBand : .heard, at: now).map {
                StationRecord(station: "one", record: $0, offset: 60)
            }
            batch.lines = batch.records.map { _ in "line" }
            batch.states = [StationState(id: "one", name: "One", seenUntil: now.wall, open: detector.open(at: now))]
            batch.alive = use == .following ? now.wall : nil
            _ = try database.write(batch)
        }
        _ = try database.abandoned(besides: [], at: moment(9000))
        // The databases that the inputs change keep all rows.
        for _ in 0..<3 where begin > 1 {
            _ = try database.tidy(TitleRetention(age: .seconds(60)), at: moment(9000).wall)
        }
    }

    private static func titles() throws(StorageError) {
        try follow(.following, ["A", "B"], from: 0)
        try follow(.hearing, ["C", "D"], from: 1)
        var played: [PlayedTrack] = []
        try TitleHistory(path: path).tracks(SongQuery()) {
            played.append($0)
            return false
        }
        for track in played { _ = try TitleDatabase(path: path, use: .hearing).like(true, track) }
    }

    /// Uses the title database as `songs`, `log` and `play` do.
    private static func useTitles() throws(StorageError) {
        var played: [PlayedTrack] = []
        if let history = try? TitleHistory(path: path) {
            for isLiked in [false, true] {
                var query = SongQuery()
                (query.isLiked, query.station, query.kinds) = (isLiked, isLiked ? nil : "one", nil)
                try? history.tracks(query) {
                    require(abs($0.offset) <= 1440, "\($0.offset) minutes from UTC")
                    let date = WallClock.rfc3339(milliseconds: $0.start.milliseconds)
                    require(date.utf8.count == 24, date)
                    played.append($0)
                    return true
                }
                _ = try? history.most(query)
                _ = try? history.stations(query)
            }
            _ = try? history.keptSince()
        }
        try? follow(.following, ["B", "E"], from: 100)
        try? follow(.hearing, ["D", "F"], from: 100)
        for track in played.prefix(2) { _ = try TitleDatabase(path: path, use: .hearing).like(nil, track) }
    }

    // MARK: The library

    private static let station = ListenerRecord(id: "one", name: "One", url: "http://one.test/")

    private static func library() throws(StorageError) {
        let store = try ListenerStore(path: path)
        try store.update(station) {
            $0 = UserProperties(
                isFavourite: true, rating: 3, playCount: 2, lastPlayed: MediaTime(value: now, timescale: 1000),
                heard: .seconds(60), gain: -2, metadata: ["a": "b"])
        }
        try store.keep(StationPlaylist(name: "One", content: .stations([station])))
        try store.keep(StationPlaylist(name: "Two", content: .query("one")))
    }

    /// Uses the library database as `list`, `play` and `mark` do.
    private static func useLibrary() throws(StorageError) {
        let store = try ListenerStore(path: path)
        for user in try store.records().map(\.properties) {
            require(user.rating.map(UserProperties.ratings.contains) ?? true, "rating \(user.rating ?? 0)")
            require(user.gain.map(UserProperties.gains.contains) ?? true, "gain \(user.gain ?? 0)")
            require(user.heard >= .zero && user.playCount >= 0, "\(user.heard), \(user.playCount) plays")
        }
        _ = try store.playlists()
        try store.update(station) {
            $0.playCount += 1
            $0.heard += .seconds(60)
        }
        try store.keep(StationPlaylist(name: "Three", content: .stations([station])))
    }
}
