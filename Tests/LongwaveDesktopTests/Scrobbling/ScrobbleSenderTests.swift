import Glibc
import Longwave
import RadioLoop
import TestSupport
import Testing

@testable import LongwaveDesktop

/// Senders of listens, whose clock the test sets, and a scrobbling service on this computer.
@Suite struct ScrobbleSenderTests {
    private final class Bench {
        let directory: TemporaryDirectory
        let loop: EventLoop
        let server: ScrobbleServer
        let files: ScrobbleFiles
        var said: [String] = []
        private(set) var senders: [ScrobbleSender] = []

        init(_ fault: ScrobbleServer.Fault? = nil, service: Service = .listenBrainz, senders count: Int = 1) throws {
            directory = try TemporaryDirectory()
            loop = try .byHand()
            server = try ScrobbleServer(fault: fault)
            files = ScrobbleFiles(
                accounts: directory.path + "/scrobbling.json", queue: directory.path + "/scrobbles.sqlite")
            try set(service.account(server.url))
            for _ in 0..<count {
                senders.append(ScrobbleSender("me", files, loop: loop) { [weak self] in self?.said.append($0) })
            }
        }

        deinit { server.stop() }

        var sender: ScrobbleSender { senders[0] }

        func set(_ account: ScrobblingAccount) throws {
            var accounts = try files.read()
            try accounts.set(account)
        }

        func keep(_ numbers: ClosedRange<Int>) throws {
            for number in numbers { _ = try files.keep(ScrobbleStoreTests.listen(number)) }
        }

        var waiting: Int { (try? files.withQueue { (store) throws(StorageError) in try store.count("me") }) ?? -1 }
        var state: SendState {
            (try? files.withQueue { (store) throws(StorageError) in try store.state("me") }) ?? SendState()
        }

        /// Runs the event loop until `condition` holds. In two milliseconds of real time, 100 ms pass on the senders'
        /// clock.
        func turn(until condition: () -> Bool) -> Bool {
            loop.turn(passing: .milliseconds(100), untilElsewhere: condition)
        }

        /// Waits until no sender has anything to do.
        func rest() -> Bool {
            var left = senders.count
            for sender in senders { sender.rest { left -= 1 } }
            return turn { left == 0 }
        }

        var taken: [Int] { server.listens.compactMap(\.begin) }
    }

    enum Service: CaseIterable {
        case listenBrainz, lastFm

        func account(_ server: String) -> ScrobblingAccount {
            let login: ScrobblingAccount.Login =
                switch self {
                case .listenBrainz: .listenBrainz(token: Secret(ScrobbleServer.token))
                case .lastFm:
                    .lastFm(
                        key: Secret(ScrobbleServer.key), secret: Secret(ScrobbleServer.secret),
                        session: Secret(ScrobbleServer.session))
                }
            return ScrobblingAccount(name: "me", server: server, user: "", login: login)
        }
    }

    @Test(arguments: Service.allCases) func allIsTaken(_ service: Service) throws {
        let bench = try Bench(service: service)
        try bench.keep(1...130)
        bench.sender.send()
        #expect(bench.turn { bench.taken.count == 130 && bench.waiting == 0 })
        #expect(bench.taken == Array(1...130))
        #expect(bench.server.batches == (service == .lastFm ? [50, 50, 30] : [100, 30]))
        #expect(bench.server.complaints == [])
        #expect(bench.said.isEmpty && bench.state == SendState())
    }

    @Test(arguments: Service.allCases) func announcements(_ service: Service) throws {
        let bench = try Bench(service: service)
        bench.sender.announce(ScrobbleStoreTests.listen(1))
        // While an announcement of the current song is being sent, only the newest later one waits.
        bench.sender.announce(ScrobbleStoreTests.listen(2))
        bench.sender.announce(ScrobbleStoreTests.listen(3))
        #expect(bench.turn { bench.server.announced.count == 2 })
        #expect(bench.server.announced.map(\.title) == ["Song 1", "Song 3"])
        #expect(bench.server.listens.isEmpty && bench.server.complaints == [])
    }

    /// The service fails for a while. No listen is lost, and the sender waits before it tries again.
    @Test(arguments: [
        ScrobbleServer.Fault.unavailable, .busy(20), .page, .reset, .redirect("http://127.0.0.2:1/"), .endless,
    ]) func failuresThatPass(_ fault: ScrobbleServer.Fault) throws {
        let bench = try Bench(fault)
        try bench.keep(1...3)
        bench.sender.send()
        #expect(bench.loop.turn(untilElsewhere: { bench.state.problem != nil }))
        #expect(bench.rest())
        #expect(bench.waiting == 3 && bench.said.isEmpty)
        let before = bench.server.requests.count
        bench.server.fault = nil
        bench.loop.pass(.seconds(fault == .busy(20) ? 17 : 1))
        #expect(bench.rest() && bench.server.requests.count == before)
        #expect(bench.turn { bench.waiting == 0 })
        #expect(bench.taken == [1, 2, 3] && bench.server.complaints == [])
    }

    @Test func aServerThatIsSilent() throws {
        let bench = try Bench(.silent)
        try bench.keep(1...3)
        bench.sender.send()
        #expect(bench.loop.turn(untilElsewhere: { bench.server.requests.count == 1 }))
        bench.loop.pass(.seconds(31))
        #expect(bench.loop.turn(untilElsewhere: { bench.state.problem == "the server does not answer" }))
        bench.server.fault = nil
        #expect(bench.turn { bench.waiting == 0 })
        #expect(bench.taken == [1, 2, 3])
    }

    @Test func offlineAndBack() throws {
        let bench = try Bench()
        try bench.server.leave()
        try bench.keep(1...2)
        bench.sender.send()
        bench.sender.announce(ScrobbleStoreTests.listen(2))
        #expect(bench.loop.turn(untilElsewhere: { bench.state.problem != nil }))
        try bench.keep(3...3)
        bench.sender.send()
        bench.server.comeBack()
        #expect(bench.turn { bench.waiting == 0 })
        #expect(bench.taken == [1, 2, 3])
    }

    /// The service says that no more requests are allowed for some time. The sender waits for that time.
    @Test func theLastRequestOfAWindow() throws {
        let bench = try Bench(.exhausted(30))
        try bench.keep(1...1)
        bench.sender.send()
        #expect(bench.loop.turn(untilElsewhere: { bench.state.notBefore > 0 && bench.waiting == 0 }))
        try bench.keep(2...2)
        bench.sender.send()
        bench.loop.pass(.seconds(28))
        #expect(bench.rest() && bench.taken == [1])
        #expect(bench.turn { bench.taken == [1, 2] })
    }

    @Test(arguments: Service.allCases) func aLoginThatIsRefused(_ service: Service) throws {
        let bench = try Bench(.refusesLogin, service: service)
        try bench.keep(1...3)
        bench.sender.send()
        #expect(bench.loop.turn(untilElsewhere: { bench.said.count == 1 }))
        let sentence = try #require(bench.said.first)
        #expect(sentence.contains("longwave scrobble add \(service == .lastFm ? "lastfm" : "listenbrainz")"))
        #expect(sentence.contains("--name me") && sentence.contains("--server \(bench.server.url)"))
        // The service repeats the listener's secrets in its error. The sentence for the listener does not contain them.
        #expect(!sentence.contains(ScrobbleServer.token) && !sentence.contains(ScrobbleServer.session))
        let before = bench.server.requests.count
        for number in 4...6 {
            try bench.keep(number...number)
            bench.sender.send()
            bench.loop.pass(.seconds(3600))
            #expect(bench.rest())
        }
        #expect(bench.server.requests.count == before && bench.said.count == 1)
        #expect(bench.waiting == 6)
        // The listener has changed the login, which is used at the next opportunity.
        bench.server.fault = nil
        var other = service.account(bench.server.url)
        if case .lastFm(_, let secret, let session) = other.login {
            other.login = .lastFm(key: Secret(ScrobbleServer.key + "x"), secret: secret, session: session)
            try bench.set(other)
            bench.sender.send()
            #expect(bench.loop.turn(untilElsewhere: { bench.said.count == 2 }))
        }
    }

    /// The file of accounts is read again for each batch of listens.
    @Test func anotherLogin() throws {
        let bench = try Bench()
        try bench.keep(1...1)
        var wrong = Service.listenBrainz.account(bench.server.url)
        wrong.login = .listenBrainz(token: Secret("wrong"))
        try bench.set(wrong)
        bench.sender.send()
        #expect(bench.loop.turn(untilElsewhere: { bench.said.count == 1 }))
        try bench.set(Service.listenBrainz.account(bench.server.url))
        bench.sender.send()
        #expect(bench.turn { bench.waiting == 0 })
        #expect(bench.taken == [1] && bench.said.count == 1)
    }

    @Test func aBadListenIsDropped() throws {
        let bench = try Bench(.refuses(title: "Song 7"))
        try bench.keep(1...20)
        bench.sender.send()
        #expect(bench.turn { bench.waiting == 0 })
        #expect(bench.taken == Array(1...20).filter { $0 != 7 })
    }

    @Test func theLimitOfADay() throws {
        let bench = try Bench(.dailyLimit(2), service: .lastFm)
        try bench.keep(1...5)
        bench.sender.send()
        #expect(bench.loop.turn(untilElsewhere: { bench.waiting == 3 }))
        bench.server.fault = nil
        bench.loop.pass(.seconds(3590))
        #expect(bench.rest() && bench.taken == [1, 2])
        #expect(bench.turn { bench.waiting == 0 })
        #expect(bench.taken == [1, 2, 3, 4, 5])
    }

    /// Several programs, such as `play` and `serve`, share one queue of listens. Each listen is sent once.
    @Test func manySendersOfOneQueue() throws {
        let bench = try Bench(senders: 4)
        try bench.keep(1...250)
        for sender in bench.senders { sender.send() }
        #expect(bench.turn { bench.waiting == 0 })
        #expect(bench.rest() && bench.taken == Array(1...250))
    }

    @Test func anAccountThatWasRemoved() throws {
        let bench = try Bench()
        try bench.keep(1...2)
        var accounts = try bench.files.read()
        _ = try accounts.remove("me")
        bench.sender.send()
        bench.sender.announce(ScrobbleStoreTests.listen(1))
        #expect(bench.rest() && bench.server.requests.isEmpty && bench.said.isEmpty)
    }

    /// Other users may read the file of accounts. The sender reports this and loses no listen.
    @Test func aFileThatOthersCanRead() throws {
        let bench = try Bench()
        try bench.keep(1...1)
        chmod(bench.directory.path + "/scrobbling.json", 0o644)
        bench.sender.send()
        #expect(bench.rest() && bench.server.requests.isEmpty)
        #expect(bench.said.first?.contains("chmod 600") == true)
        chmod(bench.directory.path + "/scrobbling.json", 0o600)
        bench.sender.send()
        #expect(bench.turn { bench.taken == [1] })
    }

    /// The address of a request, which servers and proxies may log, contains no secret.
    @Test(arguments: Service.allCases) func secretsAreInNoAddress(_ service: Service) throws {
        let bench = try Bench(service: service)
        try bench.keep(1...1)
        bench.sender.announce(ScrobbleStoreTests.listen(1))
        bench.sender.send()
        #expect(bench.turn { bench.waiting == 0 })
        let secrets = [ScrobbleServer.token, ScrobbleServer.key, ScrobbleServer.secret, ScrobbleServer.session]
        for request in bench.server.requests {
            #expect(secrets.allSatisfy { !request.target.contains($0) })
            #expect(!String(decoding: request.body, as: UTF8.self).contains(ScrobbleServer.secret))
        }
    }
}
