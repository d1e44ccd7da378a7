import Glibc
import RadioLoop
import TestSupport
import Testing

@testable import RadioHTTP

@Suite struct TransferPoolTests {
    @Test func twoHundredAtOnce() throws {
        let server = try LoopbackServer { connection in
            let number = UInt64(connection.request.path.dropFirst()) ?? 0
            connection.begin()
            connection.send(SeededBody.make(20_000, seed: number), inPiecesOf: 1500, every: 1)
        }
        defer { server.stop() }
        let bench = try HTTPBench()
        let recorders = (0..<200).map { _ in TransferRecorder() }
        for (number, recorder) in recorders.enumerated() {
            bench.pool.start(TransferRequest(url: server.url("/\(number)")), delegate: recorder)
        }
        #expect(bench.loop.turn(within: .seconds(90)) { recorders.allSatisfy(\.hasEnded) })
        for (number, recorder) in recorders.enumerated() {
            #expect(recorder.error == nil)
            #expect(recorder.body == SeededBody.make(20_000, seed: UInt64(number)))
            #expect(recorder.disorder.isEmpty)
        }
    }

    /// Each connecting transfer may need a thread for its name lookup, so only a limited number connects at the same
    /// time. The others wait until one of these has connected or failed.
    @Test func moreThanMayConnectAtOnce() throws {
        let listener = FullListener()
        let bench = try HTTPBench()
        let recorders = (0..<150).map { _ in TransferRecorder() }
        var most = 0
        for recorder in recorders {
            recorder.onEnd = { _ in most = max(most, bench.pool.connectsInFlight) }
            let request = TransferRequest(url: listener.url, connectTimeout: .milliseconds(100))
            bench.pool.start(request, delegate: recorder)
        }
        bench.loop.turn(mayBlock: false)
        #expect(bench.pool.connectsInFlight == TransferPool.maximumConnects)
        #expect(bench.loop.turn { recorders.allSatisfy(\.hasEnded) })
        #expect(recorders.allSatisfy { $0.error?.kind == "timedOut" })
        #expect(most <= TransferPool.maximumConnects)
        #expect(bench.pool.connectsInFlight == 0)
    }

    /// A server has accepted the connection but never answers. This transfer no longer counts as connecting.
    @Test func thoseThatWaitForAnAnswerHoldNoPlace() throws {
        let server = try LoopbackServer { connection in
            if connection.request.path == "/silent" { connection.neverAnswer() } else { connection.reply(text: "a") }
        }
        defer { server.stop() }
        let bench = try HTTPBench()
        let silent = TransferRecorder()
        for _ in 0..<TransferPool.maximumConnects {
            bench.pool.start(TransferRequest(url: server.url("/silent")), delegate: silent)
        }
        #expect(bench.fetch(server.url("/")).text == "a")
        #expect(silent.headCount == 0)
    }

    @Test func theyConnectInTheOrderInWhichTheyCame() throws {
        let bench = try HTTPBench()
        var order: [Int] = []
        let server = try LoopbackServer { _ in }
        server.stop()
        let recorders = (0..<130).map { _ in TransferRecorder() }
        for (number, recorder) in recorders.enumerated() {
            recorder.onEnd = { _ in order.append(number) }
            bench.pool.start(TransferRequest(url: server.url()), delegate: recorder)
        }
        #expect(bench.loop.turn { order.count == 130 })
        // The stopped server refuses each connection at once, so the first 64 transfers end before the last of the
        // others.
        #expect(Set(order.prefix(64)) == Set(0..<64))
        #expect(recorders.allSatisfy { $0.error?.kind == "cannotConnect" })
    }

    @Test func startingAndCancellingInsideCallbacks() throws {
        let server = try LoopbackServer { $0.reply(text: "a") }
        defer { server.stop() }
        let bench = try HTTPBench()
        let (first, second, third) = (TransferRecorder(), TransferRecorder(), TransferRecorder())
        let other = TransferRecorder()
        let endless = bench.pool.start(TransferRequest(url: server.url("/x")), delegate: other)
        first.onHead = { _ in bench.pool.start(TransferRequest(url: server.url("/2")), delegate: second) }
        first.onBody = { _, _ in endless.cancel() }
        second.onBody = { _, _ in bench.pool.start(TransferRequest(url: server.url("/3")), delegate: third) }
        bench.pool.start(TransferRequest(url: server.url("/1")), delegate: first)
        #expect(bench.loop.turn { first.hasEnded && second.hasEnded && third.hasEnded })
        #expect([first, second, third].map(\.text) == ["a", "a", "a"])
    }

    @Test(arguments: [false, true])
    func theEndOfAPoolClosesItsConnections(byShutDown: Bool) throws {
        let server = try LoopbackServer { connection in
            connection.begin()
            connection.sendEndlessly([1, 2, 3], every: 2)
        }
        defer { server.stop() }
        let loop = try EventLoop()
        var pool: TransferPool? = try TransferPool(loop: loop)
        let recorders = (0..<5).map { _ in TransferRecorder() }
        for recorder in recorders {
            // The pool is shut down while libcurl calls the transfer's delegate.
            recorder.onBody = { _, _ in
                if recorders.allSatisfy({ $0.byteCount > 0 }) {
                    if byShutDown { pool?.shutDown() } else { pool = nil }
                }
            }
            pool?.start(TransferRequest(url: server.url()), delegate: recorder)
        }
        #expect(loop.turn { recorders.allSatisfy { $0.byteCount > 0 } })
        loop.turn(mayBlock: false)
        let bytes = recorders.map(\.byteCount)
        #expect(loop.turn(untilElsewhere: { server.connectionCount == 0 }))
        #expect(recorders.map(\.byteCount) == bytes)
        #expect(recorders.allSatisfy { !$0.hasEnded })
        if let pool {
            let late = TransferRecorder()
            pool.start(TransferRequest(url: server.url()), delegate: late)
            #expect(loop.turn { late.hasEnded })
            #expect(late.error?.kind == "resources")
        }
    }

    /// The test counts open descriptors, so it has a process of its own. An abandoned name lookup or the test library
    /// may hold some for a moment. A leak would add twenty in each round.
    @Test func nothingLeaks() async {
        await #expect(processExitsWith: .success) {
            let server = try LoopbackServer { connection in
                switch connection.request.path {
                case "/cut": connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")
                case "/endless":
                    connection.begin()
                    connection.sendEndlessly([1, 2, 3], every: 1)
                default: connection.reply(text: "a")
                }
            }
            // The first round opens files that stay open, such as the folder of certificates.
            var before = 0
            for round in 0..<3 {
                weak var leaked: TransferPool?
                do {
                    let bench = try HTTPBench()
                    leaked = bench.pool
                    bench.fetch("http://name.invalid/")
                    for _ in 0..<20 {
                        bench.fetch(server.url("/"))
                        bench.fetch(server.url("/cut"))
                        bench.fetch("ftp://a/")
                        let recorder = TransferRecorder()
                        let transfer = bench.pool.start(
                            TransferRequest(url: server.url("/endless")), delegate: recorder)
                        bench.loop.turn { recorder.byteCount > 0 }
                        transfer.cancel()
                    }
                }
                #expect(leaked == nil)
                while server.connectionCount > 0 { usleep(1000) }
                let now = OpenDescriptors.count
                if round == 0 { before = now } else { #expect(now < before + 10) }
            }
            server.stop()
        }
    }
}

enum OpenDescriptors {
    /// The number of open descriptors of this process, including the one with which they are counted.
    static var count: Int {
        guard let folder = opendir("/proc/self/fd") else { return -1 }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        return count
    }
}
