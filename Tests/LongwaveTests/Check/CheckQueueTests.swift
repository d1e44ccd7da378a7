import TestSupport
import Testing

@testable import Longwave

@Suite struct CheckQueueTests {
    private static func queue(_ urls: [String], maximum: Int = 100, perHost: Int = 2) -> CheckQueue {
        var queue = CheckQueue(maximum: maximum, maximumPerHost: perHost)
        for url in urls { queue.append(url) }
        return queue
    }

    private static func all(_ queue: inout CheckQueue) -> [Int] {
        var numbers: [Int] = []
        while let next = queue.next() { numbers.append(next) }
        return numbers
    }

    @Test func ofOneHostOnlyAFew() {
        var queue = Self.queue(["http://a/1", "http://A:8000/2", "https://a/3", "http://u:p@a/4", "http://b/5"])
        // The stations are checked in turn from the different hosts.
        #expect(Self.all(&queue) == [0, 4, 1])
        queue.finished(4)
        #expect(queue.next() == nil)
        queue.finished(0)
        #expect(queue.next() == 2 && queue.next() == nil)
        queue.finished(2)
        queue.finished(1)
        #expect(Self.all(&queue) == [3])
        queue.finished(3)
        #expect(queue.next() == nil && queue.running == 0)
    }

    @Test func notMoreThanAllowedInAll() {
        var queue = Self.queue((0..<10).map { "http://host\($0)/" }, maximum: 3)
        #expect(Self.all(&queue) == [0, 1, 2])
        queue.finished(1)
        #expect(Self.all(&queue) == [3])
    }

    @Test(arguments: [
        "http://127.0.0.1:80/", "http://127.3.2.1/", "http://localhost:8000/x", "http://radio.localhost/",
        "http://[::1]:8000/", "file:///tmp/song.mp3",
    ]) func thisMachineIsNotSpared(_ url: String) {
        var queue = Self.queue(Array(repeating: url, count: 50))
        #expect(Self.all(&queue) == Array(0..<50))
    }

    @Test(arguments: ["http://127.example/", "http://10.0.0.1/", "http://[2001:db8::1]/", "http://127.0.0.1.test/"])
    func othersAre(_ url: String) {
        var queue = Self.queue(Array(repeating: url, count: 50))
        #expect(Self.all(&queue) == [0, 1])
    }

    /// The checks end in a random order. Each station is checked once, and there are never too many checks of one host
    /// at the same time.
    @Test func everyOneHasItsTurn() {
        var random = SeededGenerator(seed: 7)
        let hosts = (0..<6000).map { _ in Int.random(in: 0..<40, using: &random) }
        var queue = Self.queue(hosts.map { "http://h\($0)/" }, maximum: 64, perHost: 3)
        var running: [Int] = []
        var seen: Set<Int> = []
        while true {
            while let next = queue.next() {
                #expect(seen.insert(next).inserted)
                running.append(next)
                #expect(running.count { hosts[$0] == hosts[next] } <= 3)
            }
            #expect(running.count <= 64)
            guard !running.isEmpty else { break }
            queue.finished(running.remove(at: Int.random(in: 0..<running.count, using: &random)))
        }
        #expect(seen.count == hosts.count)
    }
}
