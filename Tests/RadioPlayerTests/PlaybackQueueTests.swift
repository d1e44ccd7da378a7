import RadioStreams
import TestSupport
import Testing

@testable import RadioPlayer

struct PlaybackQueueTests {
    private static func items(_ count: Int) -> [PlaybackItem] {
        (0..<count).map { PlaybackItem(url: "http://h/\($0)") }
    }

    @Test("an empty queue has nothing in either direction")
    func empty() {
        for queue in [PlaybackQueue(), PlaybackQueue([], startingAt: 3)] {
            var queue = queue
            #expect(queue.current == nil)
            #expect(queue.next() == nil)
            #expect(queue.previous() == nil)
            #expect(queue.index == 0)
        }
    }

    @Test("the place to start is clamped", arguments: [(-5, 0), (0, 0), (2, 2), (3, 2), (Int.max, 2)])
    func start(wanted: Int, index: Int) {
        let items = Self.items(3)
        let queue = PlaybackQueue(items, startingAt: wanted)
        #expect(queue.index == index)
        #expect(queue.current == items[index])
    }

    @Test("on and back, not beyond the ends")
    func moves() {
        let items = Self.items(3)
        var queue = PlaybackQueue(items)
        #expect(queue.previous() == nil)
        #expect(queue.next() == items[1])
        #expect(queue.next() == items[2])
        #expect(queue.next() == nil)
        #expect(queue.current == items[2], "the last one stays")
        #expect(queue.previous() == items[1])
        #expect(queue.previous() == items[0])
        #expect(queue.previous() == nil)
        #expect(queue.current == items[0])
    }

    @Test("whether another item would follow a failure, asked in all kinds of places")
    func alternatives() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<2000 {
            var queue = PlaybackQueue(Self.items(Int.random(in: 0...4, using: &random)))
            queue.skipsFailedItems = Bool.random(using: &random)
            queue.repeatMode = PlaybackQueue.RepeatMode.allCases.randomElement(using: &random)!
            for _ in 0..<Int.random(in: 0...8, using: &random) {
                switch Int.random(in: 0...5, using: &random) {
                case 0: _ = queue.next()
                case 1: _ = queue.previous()
                case 2: _ = queue.advance()
                case 3: _ = queue.fail(.givenUp(last: .timedOut("")))
                case 4: queue.succeed()
                case _: _ = queue.select(Int.random(in: 0...4, using: &random))
                }
            }
            var failed = queue
            #expect(queue.hasAlternative == (failed.fail(.givenUp(last: .timedOut(""))) != nil), "\(queue)")
        }
    }
}
