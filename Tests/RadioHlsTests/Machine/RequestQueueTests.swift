import RadioFormats
import Testing

@testable import RadioHls

@Suite struct RequestQueueTests {
    private static let fetch = HlsFetch(.playlist, uri: "a", base: "")

    /// Returns the ids of the requests that the queue lets through at time `now`.
    private static func released(_ queue: inout RequestQueue, at now: Duration) -> [Int] {
        var ids: [Int] = []
        while let next = queue.release(at: now) { ids.append(next.id) }
        return ids
    }

    @Test func `each kind has one request, and no number comes twice`() {
        var queue = RequestQueue()
        #expect(queue.kind(of: 0) == nil && queue.kind(of: 1) == nil && queue.earliest == nil)
        queue.add(Self.fetch, .playlist)
        queue.add(Self.fetch, .media)
        #expect(Self.released(&queue, at: .zero) == [1, 2])
        #expect(queue.kind(of: 1) == .playlist && queue.kind(of: 2) == .media)
        queue.ended(.playlist)
        #expect(queue.kind(of: 1) == nil)
        let (over, made) = (queue.cancel(.playlist), queue.cancel(.media))
        #expect(over == nil && made == 2)
        queue.add(Self.fetch, .media)
        #expect(Self.released(&queue, at: .zero) == [3])
    }

    @Test func `the pace holds requests back, in their order`() {
        var queue = RequestQueue()
        queue.pace.count(RequestPace.maximum, at: .zero)
        queue.add(Self.fetch, .media)
        queue.add(Self.fetch, .playlist)
        #expect(Self.released(&queue, at: .milliseconds(999)) == [])
        #expect(queue.isWaiting(1) && queue.earliest == .seconds(1))
        // The request still waited in the queue, so the caller has nothing to cancel.
        let cancelled = queue.cancel(.media)
        #expect(cancelled == nil && queue.kind(of: 1) == nil && !queue.isWaiting(1))
        #expect(Self.released(&queue, at: .seconds(1)) == [2])
        #expect(queue.earliest == nil)
    }
}
