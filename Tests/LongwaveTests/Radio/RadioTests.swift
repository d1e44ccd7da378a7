import Glibc
import RadioFormats
import RadioLists
import RadioPlayer
import RadioStations
import RadioTitles
import Synchronization
import TestSupport
import Testing

@testable import Longwave

/// A `Radio` used by a program that does not manage loops and threads itself.
@Suite struct RadioTests {
    /// Creates a radio that makes no sound and writes only to the test's folder.
    static func radio(_ directory: TemporaryDirectory? = nil, lists: [String] = []) throws -> Radio {
        var configuration = Radio.Configuration()
        configuration.playback = PlaybackConfiguration(output: .null)
        configuration.lists = lists
        configuration.journal = JournalPlaces()
        if let directory {
            configuration.journal.memory = directory.path + "/state.json"
            configuration.journal.titles = directory.path + "/titles.sqlite"
            configuration.journal.listener = directory.path + "/library.sqlite"
        }
        return try Radio(configuration)
    }

    static func list(_ directory: TemporaryDirectory, _ stations: [(id: String, url: String)]) throws -> String {
        let list = stations.map { Station(name: $0.id.uppercased(), urls: [$0.url], id: $0.id) }
        return try directory.write(
            "stations.json", String(decoding: StationListWriter.write(list, as: .stations).bytes, as: UTF8.self))
    }

    @Test(arguments: [(nil, 10_000), (20_000, 10_000), (10, 10), (0, 0)]) func answersAreBounded(
        _ limit: Int?, _ bounded: Int
    ) {
        var query = SongQuery()
        query.limit = limit
        #expect(Radio.bounded(query).limit == bounded)
    }

    @Test func aStationOfTheListSoundsAndIsWrittenDown() async throws {
        let station = try IcyServer(.mp3, title: "Nina Simone - Sinnerman")
        defer { station.stop() }
        let directory = try TemporaryDirectory()
        let list = try Self.list(directory, [("one", "http://127.0.0.1:1/"), ("fip", station.url)])
        let radio = try Self.radio(directory, lists: [list])
        try await radio.play("fip")
        for await status in radio.statuses where status == .playing { break }
        for await now in radio.nowPlaying {
            guard let now else { continue }
            #expect(now.track.text == "Nina Simone - Sinnerman")
            break
        }
        #expect(await radio.manager.queue.items.map(\.station.id) == ["one", "fip"])
        // The radio writes heard titles to the database a moment later, so the test waits.
        var heard: [PlayedTrack] = []
        while heard.isEmpty { heard = try await radio.heardTitles() }
        #expect(heard.map(\.track.title) == ["Sinnerman"])
        #expect(try await radio.mostHeard().map(\.artist) == ["Nina Simone"])
        var none = SongQuery()
        none.limit = -1
        #expect(try await radio.mostHeard(none).isEmpty)
        await radio.shutDown()
        let memory = PlayerMemory(file: directory.path + "/state.json")
        #expect(memory.stationID == "fip")
        let records = try ListenerStore(path: directory.path + "/library.sqlite").records()
        #expect(records.map(\.properties.playCount) == [1])
        // A second radio with the same folder begins with the station of the first one.
        let again = try Self.radio(directory, lists: [list])
        try await again.play()
        #expect(await again.manager.snapshot.item?.station.id == "fip")
        await again.shutDown()
    }

    @Test func anAddressNeedsNoList() async throws {
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        let radio = try Self.radio(lists: ["/nowhere/stations.json"])
        try await radio.play(station.url)
        for await status in radio.statuses where status == .playing { break }
        await radio.shutDown()
    }

    @Test func whatIsNotThereIsThrown() async throws {
        let directory = try TemporaryDirectory()
        let radio = try Self.radio(lists: [try Self.list(directory, [("fip", "http://127.0.0.1:1/")])])
        let error = await #expect(throws: RadioError.self) { try await radio.play("no such thing") }
        #expect(error?.code == "noStation")
        #expect(error?.description.hasPrefix("No station matches \"no such thing\"") == true)
        let listless = try Self.radio(lists: [directory.path + "/none.json"])
        let second = await #expect(throws: RadioError.self) { try await listless.library() }
        #expect(second?.code == "noSuchList")
        await radio.shutDown()
        await listless.shutDown()
    }

    @Test func theLibraryIsRead() async throws {
        let directory = try TemporaryDirectory()
        let radio = try Self.radio(lists: [try Self.list(directory, [("a", "http://a/"), ("b", "http://b/")])])
        #expect(try await radio.library().stations.map(\.id) == ["a", "b"])
        await radio.shutDown()
    }

    @Test func afterItsEndEveryCallThrowsAndNoneHangs() async throws {
        let radio = try Self.radio()
        await radio.shutDown()
        await #expect(throws: RadioError.shutDown) { try await radio.play("http://127.0.0.1:1/") }
        await #expect(throws: RadioError.shutDown) { try await radio.play([Station(name: "x", urls: ["http://x/"])]) }
        await #expect(throws: RadioError.shutDown) { try await radio.library() }
        await radio.manager.play(PlaybackItem(url: "http://127.0.0.1:1/"))
        await radio.manager.pause()
        #expect(await radio.manager.snapshot.status == .stopped)
        for await status in radio.statuses { #expect(status == .stopped) }
        await radio.shutDown()
        radio.run { _ in Issue.record("it was called") }
    }

    @Test func aThousandCallsAtOnce() async throws {
        let radio = try Self.radio()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<1000 {
                group.addTask {
                    let items = [PlaybackItem(url: "http://127.0.0.1:1/\(number)")]
                    #expect(await radio.manager.append(items))
                }
            }
        }
        #expect(await radio.manager.queue.entries.count == 1000)
        await radio.shutDown()
    }

    /// `run` occupies the thread that calls it. If a second thread calls `run`, it waits for the radio's end.
    @Test func aThreadThatIsGivenIsUsed() async throws {
        let radio = try Self.radio()
        let bodies = Mutex(0)
        let ended = Mutex(0)
        for _ in 0..<2 {
            Thread.detach {
                radio.run { _ in bodies.withLock { $0 += 1 } }
                ended.withLock { $0 += 1 }
            }
        }
        #expect(await eventually { bodies.withLock { $0 } == 2 })
        #expect(ended.withLock { $0 } == 0)
        await radio.shutDown()
        #expect(await eventually { ended.withLock { $0 } == 2 })
    }

    /// Both items of a queue fail. The second failure ends the queue. A subscriber that comes later gets the state at
    /// once.
    @Test func theEndOfTheQueueIsTold() async throws {
        let radio = try Self.radio()
        let notifications = radio.manager.notifications()
        let items = ["/nowhere/1.mp3", "/nowhere/2.mp3"].map { PlaybackItem(url: $0) }
        await radio.manager.setQueue(items, skipsFailedItems: true)
        await radio.manager.play()
        var names: [String] = []
        for await notification in notifications {
            names.append(notification.name)
            if case .queueDidEnd(let snapshot) = notification {
                #expect(snapshot.status == .failed(.stream(.fileMissing("/nowhere/2.mp3"))))
                break
            }
        }
        #expect(names.first == "statusDidChange")
        #expect(names.filter { $0 == "didFail" }.count == 2)
        var late: [PlaybackNotification] = []
        for await notification in radio.manager.notifications() {
            late.append(notification)
            break
        }
        #expect(late.map(\.name) == ["statusDidChange"])
        #expect(late.first?.snapshot.item?.urls == ["/nowhere/2.mp3"])
        await radio.shutDown()
    }

    /// A new queue does not interrupt the station that plays. When a station of the new queue plays later, a play is
    /// counted for each of the two.
    @Test func aQueueOfACollection() async throws {
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        let directory = try TemporaryDirectory()
        let list = try Self.list(directory, ["a", "b", "c"].map { ($0, station.url + "/" + $0) })
        let radio = try Self.radio(directory, lists: [list])
        try await radio.play("a")
        for await status in radio.statuses where status == .playing { break }
        await radio.manager.setRepeatMode(.all)
        let collection = try #require(try await radio.library().collections(StationQuery(words: "b")).first)
        try await radio.setQueue(with: collection)
        #expect(await radio.manager.queue.items.map(\.station.id) == ["b"])
        #expect(await radio.manager.queue.repeatMode == .all)
        #expect(await radio.manager.snapshot.item?.station.id == "a")
        try await radio.setQueue(with: StationQuery(sort: [StationSort(.name, isDescending: true)]))
        #expect(await radio.manager.queue.items.map(\.station.id) == ["c", "b", "a"])
        await #expect(throws: RadioError.self) { try await radio.setQueue(with: StationQuery(words: "nothing")) }
        #expect(await radio.manager.queue.items.count == 3)
        await radio.manager.setQueue(with: collection)
        await radio.manager.next()
        for await item in radio.items where item?.station.id == "b" { break }
        for await status in radio.statuses where status == .playing { break }
        await radio.shutDown()
        let records = try ListenerStore(path: directory.path + "/library.sqlite").records()
        #expect(records.map(\.id) == ["a", "b"] && records.map(\.properties.playCount) == [1, 1])
        #expect(PlayerMemory(file: directory.path + "/state.json").stationID == "b")
    }

    /// The queue is set while nothing plays.
    @Test func aQueueBeforeAnythingPlays() async throws {
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        let directory = try TemporaryDirectory()
        let radio = try Self.radio(directory, lists: [try Self.list(directory, [("a", station.url)])])
        try await radio.setQueue(with: StationQuery.all)
        await radio.manager.play()
        for await status in radio.statuses where status == .playing { break }
        await radio.shutDown()
        #expect(PlayerMemory(file: directory.path + "/state.json").stationID == "a")
        #expect(try ListenerStore(path: directory.path + "/library.sqlite").records().map(\.id) == ["a"])
    }

    /// A queue is read from an archive. Its stations get the current details from the station list.
    @Test func aQueueThatWasArchived() async throws {
        let directory = try TemporaryDirectory()
        let radio = try Self.radio(lists: [try Self.list(directory, [("b", "http://b/new"), ("a", "http://a/")])])
        var queue = PlaybackQueue(
            [
                Station(name: "A", urls: ["http://a/"], id: "a"), Station(name: "B", urls: ["http://b/old"], id: "b"),
                Station(name: "Gone", urls: ["http://gone/"]),
            ].map(PlaybackItem.init), startingAt: 1)
        queue.repeatMode = .all
        await radio.manager.setQueue(try await radio.library().updated(queue))
        let now = await radio.manager.queue
        #expect(now.items.map { $0.urls.first } == ["http://a/", "http://b/new", "http://gone/"])
        #expect(now.index == 1 && now.repeatMode == .all)
        await radio.shutDown()
    }

    /// Between two files of a queue, the status is never `ended` or `stopped`. The end of the last file is reported
    /// before the end of the queue.
    @Test func betweenTwoItemsThereIsNoEnd() async throws {
        let radio = try Self.radio()
        let directory = try TemporaryDirectory()
        let short = try directory.write("short.mp3", "")
        let sound = try Sample.mp3.read().prefix(16_000)
        let file = try #require(fopen(short, "wb"))
        #expect(fwrite(Array(sound), 1, sound.count, file) == sound.count)
        fclose(file)
        let notifications = radio.manager.notifications()
        let statuses = Task { await radio.statuses.reduce(into: []) { $0.append($1) } }
        await radio.manager.play([PlaybackItem(url: short), PlaybackItem(url: short)])
        var told: [PlaybackNotification] = []
        for await notification in notifications {
            told.append(notification)
            if case .queueDidEnd = notification { break }
        }
        let states = told.compactMap { if case .statusDidChange(let snapshot) = $0 { snapshot.status } else { nil } }
        #expect(states.count { $0 == .ended } == 1 && states.last == .ended, "\(states)")
        #expect(!states.dropFirst().contains(.stopped), "\(states)")
        #expect(told.count { $0.name == "didPlayToEnd" } == 2)
        #expect(told.count { $0.name == "itemStatusDidChange" } == 2)
        await radio.shutDown()
        let seen = await statuses.value
        #expect(seen.count { $0 == .ended } <= 1, "\(seen)")
    }

    /// An observer changes the queue while it is called. This change is reported after the notification with which the
    /// observer was called.
    @Test func anObserverMayCallBack() async throws {
        let radio = try Self.radio()
        let told = Mutex<[String]>([])
        await radio.manager.keepObserving { manager, notification in
            told.withLock { $0.append(notification.name) }
            if case .queueDidChange = notification, manager.queue.repeatMode == .none { manager.setRepeatMode(.all) }
        }
        await radio.manager.append([PlaybackItem(url: "http://127.0.0.1:1/")])
        #expect(await radio.manager.queue.repeatMode == .all)
        #expect(told.withLock { $0 } == ["queueDidChange", "queueDidChange"])
        await radio.shutDown()
    }
}

/// The asynchronous sequences and the services that a radio offers.
@Suite struct RadioSourcesTests {
    @Test func changesOfAListAreTold() async throws {
        let directory = try TemporaryDirectory()
        let list = try RadioTests.list(directory, [("a", "http://a/")])
        let radio = try RadioTests.radio(directory, lists: [list])
        var counts: [Int] = []
        for await change in radio.libraryChanges {
            counts.append(change.library.stations.count)
            if change.library.stations.count == 2 { break }
            // The test replaces the list as editors do: it renames another file over it.
            let other = try TemporaryDirectory()
            let new = try RadioTests.list(other, [("a", "http://a/"), ("b", "http://b/")])
            #expect(rename(new, list) == 0)
        }
        #expect(counts.first == 1)
        await radio.shutDown()
    }

    @Test func aFavouriteIsKept() async throws {
        let directory = try TemporaryDirectory()
        let radio = try RadioTests.radio(directory, lists: [try RadioTests.list(directory, [("a", "http://a/")])])
        let item = try #require(try await radio.library().items.first)
        let changed = try await radio.update(item) { $0.isFavourite = true }
        #expect(changed.user.isFavourite)
        let records = try ListenerStore(path: directory.path + "/library.sqlite").records()
        #expect(records.map(\.properties.isFavourite) == [true])
        let traceless = try RadioTests.radio()
        await #expect(throws: RadioError.self) { try await traceless.update(item) { $0.rating = 5 } }
        await radio.shutDown()
        await traceless.shutDown()
    }

    /// An app stores metadata of its own for a station, under the station's id. The metadata is reported to observers,
    /// stays when the list disappears, and is gone after its removal.
    @Test func metadataIsKept() async throws {
        let directory = try TemporaryDirectory()
        let list = try RadioTests.list(directory, [("a", "http://a/"), ("b", "http://b/")])
        let radio = try RadioTests.radio(directory, lists: [list])
        var told: [String: String]?
        for await change in radio.libraryChanges {
            told = change.library.item(id: "a")?.user.metadata
            if told == ["org.example.colour": "red"] {
                #expect(change.difference.changed == ["a"])
                break
            }
            try await radio.setMetadata("red", forKey: "org.example.colour", of: "a")
        }
        try await radio.setMetadata("blue", forKey: "org.example.colour", of: "a")
        try await radio.setMetadata("", forKey: "x", of: "a")
        #expect(try await radio.metadata(of: "a") == ["org.example.colour": "blue", "x": ""])
        #expect(try await radio.metadata(of: "b") == [:])
        // No list contains this station any more.
        let other = try TemporaryDirectory()
        #expect(rename(try RadioTests.list(other, [("b", "http://b/")]), list) == 0)
        try await radio.setMetadata(nil, forKey: "x", of: "a")
        #expect(try await radio.metadata(of: "a") == ["org.example.colour": "blue"])
        try await radio.setMetadata(nil, forKey: "org.example.colour", of: "a")
        #expect(try ListenerStore(path: directory.path + "/library.sqlite").records() == [])
        let unknown = await #expect(throws: RadioError.self) { try await radio.metadata(of: "a") }
        #expect(unknown?.code == "noStation")
        await radio.shutDown()
    }

    @Test func metadataHasBounds() async throws {
        let directory = try TemporaryDirectory()
        let radio = try RadioTests.radio(directory, lists: [try RadioTests.list(directory, [("a", "http://a/")])])
        let (key, value) = (UserProperties.maximumMetadataKeyBytes, UserProperties.maximumMetadataValueBytes)
        for (key, value) in [
            ("", "x"), (String(repeating: "k", count: key + 1), "x"), ("k", String(repeating: "v", count: value + 1)),
        ] {
            await #expect(throws: RadioError.metadataTooLarge(key)) {
                try await radio.setMetadata(value, forKey: key, of: "a")
            }
        }
        let item = try #require(try await radio.library().item(id: "a"))
        _ = try await radio.update(item) { properties in
            for number in 0..<100 { properties.metadata["k\(number)"] = "\(number)" }
        }
        #expect(try await radio.metadata(of: "a").count == UserProperties.maximumMetadataCount)
        await #expect(throws: RadioError.metadataTooLarge("new")) {
            try await radio.setMetadata("x", forKey: "new", of: "a")
        }
        try await radio.setMetadata("other", forKey: "k0", of: "a")
        #expect(try await radio.metadata(of: "a")["k0"] == "other")
        await radio.shutDown()
    }

    @Test func titlesOfStationsAreLogged() async throws {
        let station = try IcyServer(.mp3, title: "Miles Davis - So What")
        defer { station.stop() }
        let directory = try TemporaryDirectory()
        let radio = try RadioTests.radio(directory)
        let log = try await radio.logTitles(
            of: [Station(name: "One", urls: [station.url], id: "one")],
            TitleLogger.Settings(database: directory.path + "/log.sqlite", log: nil))
        for await event in log.events {
            guard case .began(let track, _, _) = event else { continue }
            #expect(track.text == "Miles Davis - So What")
            break
        }
        #expect(await log.tally.titles == 1)
        await log.stop()
        await log.stop()
        await radio.shutDown()
        let history = try TitleHistory(path: directory.path + "/log.sqlite")
        #expect(try history.most(SongQuery()).map(\.count) == [1])
    }

    /// Lists, the directory and the player use the same pool, so they share one connection to a server.
    @Test func thePartsShareAPool() async throws {
        let server = try LoopbackServer { $0.reply(text: "nothing of use") }
        defer { server.stop() }
        var configuration = Radio.Configuration()
        configuration.playback = PlaybackConfiguration(output: .null)
        configuration.lists = [server.url("/list.json")]
        configuration.journal = JournalPlaces()
        configuration.directory = .server(server.url())
        let radio = try Radio(configuration)
        // The task runs on the radio's own thread. On the tests' shared threads, it might wait so long that the idle
        // connection is closed.
        let asked = Task(executorPreference: radio.manager.loop) {
            for _ in 0..<2 { await #expect(throws: RadioError.self) { try await radio.library() } }
            await #expect(throws: RadioError.self) { try await radio.find(DirectoryQuery()) }
            try await radio.play([Station(name: "x", urls: [server.url("/x.mp3")])])
        }
        try await asked.value
        #expect(await eventually { server.requests.count == 4 })
        #expect(server.acceptedCount == 1)
        await radio.shutDown()
    }

    /// A radio's sequences end when the radio ends, even if nobody reads them.
    @Test func sequencesEndWithTheRadio() async throws {
        let directory = try TemporaryDirectory()
        let radio = try RadioTests.radio(lists: [try RadioTests.list(directory, [("a", "http://a/")])])
        let changes = radio.libraryChanges
        for await _ in changes { break }
        let more = radio.libraryChanges
        await radio.shutDown()
        for await _ in more {}
        for await _ in radio.artwork() {}
        await #expect(throws: RadioError.shutDown) {
            try await radio.logTitles(of: [], .init(database: directory.path + "/x.sqlite", log: nil))
        }
    }
}

/// A `Radio` is ended in various situations.
@Suite struct RadioEndTests {
    /// A call waits for a list from the network when the radio ends. The call throws an error.
    @Test func aCallThatWaitsIsAnswered() async throws {
        let asked = TestSignal()
        let server = try LoopbackServer { connection in
            asked.raise()
            connection.neverAnswer()
        }
        defer { server.stop() }
        let radio = try RadioTests.radio(lists: [server.url("/list.json")])
        let library = Task { try await radio.library() }
        let played = Task { try await radio.play("fip") }
        #expect(await eventually { asked.isRaised })
        async let first: Void = radio.shutDown()
        await radio.shutDown()
        await first
        await #expect(throws: RadioError.shutDown) { _ = try await library.value }
        await #expect(throws: RadioError.shutDown) { try await played.value }
    }

    @Test func aRadioThatIsLetGoEnds() async throws {
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        let directory = try TemporaryDirectory()
        weak var manager: PlaybackManager?
        do {
            let radio = try RadioTests.radio(directory)
            manager = radio.manager
            try await radio.play(station.url)
            for await status in radio.statuses where status == .playing { break }
        }
        #expect(await eventually { manager == nil })
        #expect(PlayerMemory(file: directory.path + "/state.json").url == station.url)
    }

    /// The folder for the radio's memory could not be used when a station was heard. The station is saved when the
    /// radio ends.
    @Test func whatWasNotWrittenIsWrittenLater() async throws {
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        let directory = try TemporaryDirectory()
        let folder = try directory.write("folder", "a file is in its place")
        let problems = Mutex(0)
        var configuration = Radio.Configuration()
        configuration.playback = PlaybackConfiguration(output: .null)
        configuration.journal = JournalPlaces()
        configuration.journal.memory = folder + "/state.json"
        configuration.onJournalNews = { if case .memory = $0 { problems.withLock { $0 += 1 } } }
        let radio = try Radio(configuration)
        try await radio.play(station.url)
        #expect(await eventually { problems.withLock { $0 } == 1 })
        #expect(unlink(folder) == 0)
        await radio.shutDown()
        #expect(PlayerMemory(file: folder + "/state.json").url == station.url)
    }

    /// The listener sets a volume, which stays the same for the next station.
    @Test func theVolumeStays() async throws {
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        let directory = try TemporaryDirectory()
        _ = try directory.write("state.json", "{\"volume\": 0.5}")
        let radio = try RadioTests.radio(directory)
        try await radio.play(station.url)
        #expect(await radio.manager.snapshot.volume == 0.5)
        for await status in radio.statuses where status == .playing { break }
        await radio.manager.setVolume(0.25)
        try await radio.play(station.url)
        #expect(await radio.manager.snapshot.volume == 0.25)
        await radio.shutDown()
        #expect(PlayerMemory(file: directory.path + "/state.json").volume == 0.25)
    }

    /// A volume that is set before the first sound is used for this sound, reported and saved.
    @Test func aVolumeBeforeTheFirstSound() async throws {
        let directory = try TemporaryDirectory()
        _ = try directory.write("state.json", "{\"volume\": 0.5}")
        let radio = try RadioTests.radio(directory)
        let told = Mutex<[Double]>([])
        // The test takes all times from snapshots, because each snapshot contains the time at which it was made.
        let begin = await radio.manager.snapshot.at
        #expect(await radio.manager.snapshot.at >= begin)
        await radio.manager.keepObserving {
            #expect($1.snapshot.at >= begin)
            if case .volumeDidChange(let snapshot) = $1 { told.withLock { $0.append(snapshot.volume) } }
        }
        await radio.manager.setVolume(0.2)
        #expect(told.withLock { $0 } == [0.2])
        try await radio.play("http://127.0.0.1:1/")
        #expect(await radio.manager.snapshot.volume == 0.2)
        await radio.shutDown()
        #expect(PlayerMemory(file: directory.path + "/state.json").volume == 0.2)
    }

    /// Muting before the first item is reported, and the first item is silent.
    @Test func mutingBeforeTheFirstSound() async throws {
        let radio = try RadioTests.radio(TemporaryDirectory())
        let reports = Mutex<[Bool]>([])
        await radio.manager.keepObserving {
            if case .volumeDidChange(let snapshot) = $1 { reports.withLock { $0.append(snapshot.isMuted) } }
        }
        await radio.manager.setMuted(true)
        #expect(reports.withLock { $0 } == [true])
        try await radio.play("http://127.0.0.1:1/")
        #expect(await radio.manager.snapshot.isMuted)
        await radio.manager.setMuted(false)
        #expect(await !radio.manager.snapshot.isMuted)
        await radio.shutDown()
    }

    /// The volume is set while nothing plays, as when a listener presses keys in a list of stations. It is saved.
    @Test func aVolumeThatIsChangedAtRest() async throws {
        let directory = try TemporaryDirectory()
        let radio = try RadioTests.radio(directory)
        await radio.manager.perform { radio.restoreVolume(on: $0) }
        await radio.manager.setVolume(0.3)
        await radio.shutDown()
        #expect(PlayerMemory(file: directory.path + "/state.json").volume == 0.3)
    }

    /// A queue is set while a station plays that is not in it. The station continues to play.
    @Test func aFirstQueueWhileSomethingElsePlays() async throws {
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        let directory = try TemporaryDirectory()
        _ = try directory.write("state.json", "{\"volume\": 0.5}")
        let list = try RadioTests.list(directory, [("a", "http://127.0.0.1:1/")])
        let radio = try RadioTests.radio(directory, lists: [list])
        await radio.manager.play(PlaybackItem(url: station.url))
        for await status in radio.statuses where status == .playing { break }
        try await radio.setQueue(with: StationQuery.all)
        #expect(await radio.manager.snapshot.volume == 1)
        await radio.manager.pause()
        await radio.manager.play()
        for await status in radio.statuses where status == .playing { break }
        await radio.shutDown()
        let memory = PlayerMemory(file: directory.path + "/state.json")
        #expect(memory.stationID == nil && memory.url == nil)
    }
}
