import Glibc
import RadioFormats
import RadioLoop
import RadioStorage
import TestSupport
import Testing

@testable import RadioStations

struct ListenerStoreTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.path + "/deep/er/library.sqlite" }
    private let fip = ListenerRecord(id: "fip", name: "FIP", url: "http://fip.test/")

    init() throws { directory = try TemporaryDirectory() }

    @Test func whatIsKeptIsThereAgain() throws {
        let full = UserProperties(
            isFavourite: true, rating: 4, playCount: 3, lastPlayed: MediaTime(milliseconds: 1_800_000_000_123),
            heard: .milliseconds(4_000_001),
            gain: -3.5, metadata: ["org.example.a": "\"ä\"\n", "org.example.b": ""])
        let store = try ListenerStore(path: path)
        #expect(try store.update(fip) { $0 = full } == full)
        try store.update(ListenerRecord(id: "ö", name: "Ö", url: "")) { $0.rating = 1 }
        let records = try ListenerStore(path: path).records()
        #expect(records.map(\.id) == ["fip", "ö"])
        #expect(records.first?.properties == full)
        #expect(records.first?.name == "FIP")
        #expect(records.last?.properties == UserProperties(rating: 1))
    }

    /// Levels are beside the stations: an older version of Longwave can use the file, whose version does not change.
    @Test func levels() throws {
        let level = StationLevel(loudness: .init(loudness: -13.25, duration: .milliseconds(90_500)), volume: 0.4)
        let store = try ListenerStore(path: path)
        #expect(try store.levels().isEmpty)
        let before = try SqliteConnection(path: path).version
        try store.keep(StationLevel(volume: 1), of: "fip")
        try store.keep(level, of: "fip")
        try store.keep(StationLevel(), of: "none")
        #expect(try ListenerStore(path: path).levels() == ["fip": level, "none": StationLevel()])
        #expect(try SqliteConnection(path: path).version == before)
        #expect(try store.records().isEmpty)
    }

    @Test func changesAddUp() throws {
        let (one, other) = (try ListenerStore(path: path), try ListenerStore(path: path))
        for _ in 0..<10 {
            try one.update(fip) { $0.playCount += 1 }
            try other.update(fip) { $0.heard += .seconds(60) }
        }
        let kept = try #require(try one.records().first).properties
        #expect(kept.playCount == 10)
        #expect(kept.heard == .seconds(600))
    }

    /// Files with numbers and types that Longwave never writes can be read and changed.
    @Test func noValueTraps() throws {
        let full = UserProperties(
            isFavourite: true, rating: 4, playCount: 3, lastPlayed: MediaTime(milliseconds: 1_800_000_000_123),
            heard: .milliseconds(4_000_001), gain: -3.5, metadata: ["org.example.a": "b"])
        do {
            let store = try ListenerStore(path: path)
            try store.update(fip) { $0 = full }
            try store.keep(StationPlaylist(name: "One", content: .stations([fip])))
            try store.keep(StationPlaylist(name: "Two", content: .query("fip")))
            try store.keep(StationLevel(loudness: .init(loudness: -13, duration: .seconds(9)), volume: 1), of: "fip")
        }
        let hostile = directory.path + "/hostile.sqlite"
        try HostileDatabase.each(copyOf: path, at: hostile) { change in
            do throws(StorageError) {
                let store = try ListenerStore(path: hostile)
                _ = try store.levels()
                for record in try store.records() {
                    _ = record.properties.lastPlayed.map { WallClock.rfc3339(milliseconds: $0.milliseconds) }
                    #expect(record.properties.heard >= .zero, "\(change)")
                }
                _ = try store.playlists()
                try store.update(fip) {
                    $0.playCount += 1
                    $0.heard += .seconds(60)
                }
                try store.keep(StationPlaylist(name: "Three", content: .stations([fip])))
            } catch {
                switch error {
                case .damaged, .inaccessible, .tooNew: break
                case .busy, .noRoom, .replaced: Issue.record("\(change): it says \(error)")
                }
            }
        }
    }

    /// A damaged file is renamed when it is changed, but not when it is read.
    @Test func aDamagedFileIsReplaced() throws {
        try ListenerStore(path: path).update(fip) { $0.rating = 3 }
        try SqliteConnection(path: path).run("PRAGMA user_version = -1")
        #expect(throws: StorageError.self) { try ListenerStore(path: path) }
        let (kept, replaced) = try ListenerStore.writing(path: path) { store throws(StorageError) in
            try store.update(fip) { $0.rating = 4 }
        }
        #expect(kept.rating == 4)
        guard case .replaced(let aside)? = replaced else {
            Issue.record("it says \(String(describing: replaced))")
            return
        }
        #expect(access(aside, F_OK) == 0)
        #expect(try ListenerStore(path: path).records().map(\.properties.rating) == [4])
    }

    @Test func nothingLeavesNoRow() throws {
        let store = try ListenerStore(path: path)
        try store.update(fip) { $0.isFavourite = true }
        try store.update(fip) { $0.isFavourite = false }
        #expect(try store.records() == [])
    }

    @Test func rangesAreKept() throws {
        let store = try ListenerStore(path: path)
        let kept = try store.update(fip) {
            $0 = UserProperties(rating: 9, playCount: -1, heard: .seconds(-5), gain: 99)
        }
        #expect(kept == UserProperties(rating: 5, gain: 30))
        #expect(try store.update(fip) { $0.rating = 0 }.rating == nil)
        #expect(try store.update(fip) { $0.gain = .nan }.gain == nil)
    }

    @Test func metadataHasBounds() throws {
        let store = try ListenerStore(path: path)
        let kept = try store.update(fip) { properties in
            for number in 0..<100 { properties.metadata["k\(100 + number)"] = "v" }
            properties.metadata[""] = "no key"
            properties.metadata["long"] = String(repeating: "x", count: UserProperties.maximumMetadataValueBytes + 1)
            properties.metadata[String(repeating: "k", count: UserProperties.maximumMetadataKeyBytes + 1)] = "v"
        }
        #expect(kept.metadata.keys.sorted() == (100..<164).map { "k\($0)" })
        #expect(try store.records().first?.properties == kept)
        try store.update(fip) { $0.metadata = [:] }
        #expect(try store.records() == [])
    }

    /// The listener's database was written by the first version. It keeps its contents and accepts new kinds of data.
    @Test func anOldFileIsBroughtUpToDate() throws {
        let old = directory.path + "/old.sqlite"
        do {
            let connection = try SqliteConnection(path: old)
            try connection.migrate(Array(ListenerStore.steps.prefix(1)))
            try connection.run(
                "INSERT INTO station VALUES ('fip', 'FIP', 'http://fip.test/', 1, 4, 3, 1800000000123, 4000, -3.5)")
            try connection.run("INSERT INTO playlist VALUES (1, 'Loud', 0, 'bitrate>127')")
        }
        let store = try ListenerStore(path: old)
        let properties = UserProperties(
            isFavourite: true, rating: 4, playCount: 3, lastPlayed: MediaTime(milliseconds: 1_800_000_000_123),
            heard: .seconds(4), gain: -3.5)
        #expect(try store.records().map(\.properties) == [properties])
        #expect(try store.playlists().map(\.name) == ["Loud"])
        try store.update(fip) { $0.metadata["x"] = "y" }
        #expect(try ListenerStore(path: old).records().first?.properties.metadata == ["x": "y"])
    }

    /// Another program has damaged the stored metadata of a station. The damaged metadata is ignored.
    @Test func whatIsNoMetadata() throws {
        let store = try ListenerStore(path: path)
        for text in ["", "[]", "{", #"{"a":1,"b":{}}"#] {
            try store.update(fip) { $0.rating = 1 }
            try SqliteConnection(path: path).statement("UPDATE station SET metadata = ?, last_played = ?, plays = ?")
                .run([.text(text), .integer(.min), .integer(.max)])
            let kept = try store.update(fip) {
                $0.playCount += 1
                $0.heard += .seconds(1)
            }
            #expect(kept.metadata == [:] && kept.playCount > 0)
        }
    }

    // MARK: Playlists

    @Test func playlistsKeepTheirOrder() throws {
        let store = try ListenerStore(path: path)
        let other = ListenerRecord(id: "o", name: "Other", url: "http://o.test/")
        let morning = StationPlaylist(name: "Morning", content: .stations([fip, other, fip]))
        let smart = StationPlaylist(name: "Loud", content: .query("bitrate>127 sort=name"))
        try store.keep(morning)
        try store.keep(smart)
        #expect(try ListenerStore(path: path).playlists() == [morning, smart])
        let shorter = StationPlaylist(name: "Morning", content: .stations([other]))
        try store.keep(shorter)
        #expect(try store.playlists() == [shorter, smart])
        try store.change { $0.swapAt(0, 1) }
        #expect(try store.playlists() == [smart, shorter])
        try store.change { lists in
            lists.removeFirst()
            lists[0].name = "Evening"
        }
        #expect(try store.playlists().map(\.name) == ["Evening"])
    }

    @Test func namesAreUnique() throws {
        let store = try ListenerStore(path: path)
        try store.change { lists in
            lists = [1, 2].map { StationPlaylist(name: "Same", content: .query("limit=\($0)")) }
        }
        #expect(try store.playlists() == [StationPlaylist(name: "Same", content: .query("limit=1"))])
    }

    // MARK: Trouble

    @Test func whatIsNoDatabaseIsSaid() throws {
        let file = try #require(fopen(directory.path + "/text.sqlite", "w"))
        fputs(String(repeating: "This is a letter to a friend. ", count: 100), file)
        fclose(file)
        #expect(throws: StorageError.self) { try ListenerStore(path: directory.path + "/text.sqlite") }
        #expect(throws: StorageError.self) { try ListenerStore(path: "/dev/null/library.sqlite") }
    }

    @Test func theUsualPlaceIsTheDataFolder() {
        #expect(
            ListenerStore.usualPath(environment: ["HOME": "/home/a"]) == "/home/a/.local/share/longwave/library.sqlite")
        #expect(ListenerStore.usualPath(environment: [:]) == nil)
    }
}
