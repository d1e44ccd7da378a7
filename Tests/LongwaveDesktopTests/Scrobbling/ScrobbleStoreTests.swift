import Longwave
import RadioStorage
import TestSupport
import Testing

@testable import LongwaveDesktop

@Suite struct ScrobbleStoreTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.path + "/state/scrobbles.sqlite" }
    private let account = ScrobblingAccount(
        name: "lb", server: "https://lb", user: "", login: .listenBrainz(token: Secret("one")))

    init() throws { directory = try TemporaryDirectory() }

    static func listen(_ number: Int) -> Listen {
        Listen(artist: "Band", title: "Song \(number)", album: nil, duration: .seconds(number), begin: Int64(number))
    }

    private func numbers(_ claim: ScrobbleStore.Claim) -> [Int]? {
        if case .send(let batch) = claim { batch.map { Int($0.listen.begin) } } else { nil }
    }

    /// A stored listen is complete when the database is opened again.
    @Test func kept() throws {
        var listen = Listen(artist: "Bänd", title: "It's", album: "Album", duration: .milliseconds(1500), begin: 7)
        listen.isChosen = true
        try ScrobbleStore(path: path).add(listen, for: ["lb", "other"])
        // The same listen is stored only once.
        try ScrobbleStore(path: path).add(listen, for: ["lb"])
        let store = try ScrobbleStore(path: path)
        #expect(try store.count("lb") == 1 && store.count("other") == 1)
        guard case .send(let batch) = try store.claim(account, holder: "a", at: 0) else { throw TestStop() }
        #expect(batch.map(\.listen) == [listen])
    }

    /// Files with numbers and types that Longwave never writes can be read and changed.
    @Test func noValueTraps() throws {
        do {
            let store = try ScrobbleStore(path: path)
            for number in 1...2 { try store.add(Self.listen(number), for: ["lb"]) }
            guard case .send(let batch) = try store.claim(account, holder: "a", at: 0) else { throw TestStop() }
            try store.settle(.later("no", wait: nil), [batch[0]], account, holder: "a", at: 1, chance: 0.5)
        }
        let hostile = directory.path + "/hostile.sqlite"
        try HostileDatabase.each(copyOf: path, at: hostile) { change in
            do throws(StorageError) {
                let store = try ScrobbleStore(path: hostile)
                try store.add(Self.listen(3), for: ["lb"])
                _ = try store.count("lb")
                let now: Int64 = 1_800_000_000_000
                if case .send(let batch) = try store.claim(account, holder: "b", at: now) {
                    _ = account.submission(batch.map(\.listen))
                    try store.settle(.refusedListens("no"), batch, account, holder: "b", at: now, chance: 0.5)
                    try store.settle(.later("no", wait: nil), batch, account, holder: "b", at: now, chance: 0.5)
                    try store.settle(.accepted(), batch, account, holder: "b", at: now, chance: 0.5)
                }
                try store.settleNowPlaying(.later("", wait: .seconds(1)), account, at: now)
                try store.remove("lb")
            } catch {
                switch error {
                case .damaged, .inaccessible, .tooNew: break
                case .busy, .noRoom, .replaced: Issue.record("\(change): it says \(error)")
                }
            }
        }
    }

    /// A damaged file is renamed. The listen is stored in a new one, and the caller gets an error about the old one.
    @Test func aDamagedFileIsReplaced() throws {
        try ScrobbleStore(path: path).add(Self.listen(1), for: ["lb"])
        try SqliteConnection(path: path).run("PRAGMA user_version = -1")
        do throws(StorageError) {
            try ScrobbleStore.writing(path: path) { store throws(StorageError) in
                try store.add(Self.listen(2), for: ["lb"])
            }
            Issue.record("it throws no error")
        } catch {
            guard case .replaced = error else {
                Issue.record("it says \(error)")
                return
            }
        }
        #expect(try numbers(ScrobbleStore(path: path).claim(account, holder: "a", at: 0)) == [2])
    }

    /// Only one program at a time may send listens of an account. If it dies, another one waits as long as a request
    /// may take, and then takes over.
    @Test func twoPrograms() throws {
        let (one, two) = (try ScrobbleStore(path: path), try ScrobbleStore(path: path))
        for number in 1...150 { try one.add(Self.listen(number), for: ["lb"]) }
        guard case .send(let batch) = try one.claim(account, holder: "one", at: 1000) else { throw TestStop() }
        #expect(batch.map { Int($0.listen.begin) } == Array(1...100))
        #expect(try two.claim(account, holder: "two", at: 2000) == .wait(until: 121_000))
        try one.settle(.accepted(), batch, account, holder: "one", at: 3000, chance: 0.5)
        #expect(try numbers(two.claim(account, holder: "two", at: 3000)) == Array(101...150))
        // The second program does not report the end of its request, as if it had died. The first one takes over.
        #expect(try one.claim(account, holder: "one", at: 4000) == .wait(until: 123_000))
        #expect(try numbers(one.claim(account, holder: "one", at: 123_000)) == Array(101...150))
    }

    /// A program's response arrives after another program has taken over. The sent listens are removed from the queue,
    /// but the other program continues to be the one that may send.
    @Test func aLateAnswer() throws {
        let store = try ScrobbleStore(path: path)
        for number in 1...3 { try store.add(Self.listen(number), for: ["lb"]) }
        guard case .send(let batch) = try store.claim(account, holder: "one", at: 0) else { throw TestStop() }
        #expect(try numbers(store.claim(account, holder: "two", at: 200_000)) == [1, 2, 3])
        try store.settle(.accepted(), batch, account, holder: "one", at: 200_001, chance: 0.5)
        #expect(try store.count("lb") == 0)
        try store.add(Self.listen(4), for: ["lb"])
        #expect(try store.claim(account, holder: "one", at: 200_002) == .wait(until: 320_000))
    }

    @Test func tooManyLeaveTheNewest() throws {
        let store = try ScrobbleStore(path: path)
        let more = ScrobbleStore.maximumCount + 3
        // All listens are written in one step, because the store would write them one by one.
        try SqliteConnection(path: path).run(
            """
            WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < \(more - 1))
            INSERT INTO listen (account, begin, artist, title, chosen) SELECT 'lb', n, 'Band', 'Song', 0 FROM number
            """)
        try store.add(Self.listen(more), for: ["lb"])
        #expect(try store.count("lb") == ScrobbleStore.maximumCount)
        #expect(try numbers(store.claim(account, holder: "a", at: 0))?.first == 4)
    }

    @Test func whatIsForgotten() throws {
        let store = try ScrobbleStore(path: path)
        try store.add(Self.listen(1), for: ["lb", "other"])
        _ = try store.claim(account, holder: "a", at: 0)
        try store.remove("lb")
        #expect(try store.count("lb") == 0 && store.count("other") == 1 && store.state("lb") == SendState())
    }
}

/// Thrown when the preparation of a test fails.
struct TestStop: Error {}
