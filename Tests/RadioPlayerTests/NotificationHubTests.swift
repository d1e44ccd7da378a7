import Testing

@testable import RadioPlayer

struct NotificationHubTests {
    private static func notification(_ volume: Double) -> PlaybackNotification {
        var snapshot = PlaybackSnapshot()
        snapshot.volume = volume
        return .volumeDidChange(snapshot)
    }

    /// The volumes in the notifications that an observer received, in order.
    private final class Log {
        var volumes: [Double] = []
        func note(_ notification: PlaybackNotification) { volumes.append(notification.snapshot.volume) }
    }

    @Test("every observer sees every notification, in the order of observing")
    func observers() {
        let hub = NotificationHub()
        var order: [String] = []
        let first = hub.observe { _ in order.append("first") }
        let second = hub.observe { _ in order.append("second") }
        hub.post(Self.notification(1))
        hub.post(Self.notification(2))
        #expect(order == ["first", "second", "first", "second"])
        withExtendedLifetime((first, second)) {}
    }

    @Test("an observation that is released has ended")
    func released() {
        let hub = NotificationHub()
        let log = Log()
        do {
            let observation = hub.observe { log.note($0) }
            hub.post(Self.notification(1))
            withExtendedLifetime(observation) {}
        }
        hub.post(Self.notification(2))
        #expect(log.volumes == [1])
    }

    @Test("an observer may cancel itself")
    func cancelsItself() {
        let hub = NotificationHub()
        let log = Log()
        var observation: PlaybackObservation?
        observation = hub.observe {
            log.note($0)
            observation?.cancel()
        }
        let other = Log()
        let second = hub.observe { other.note($0) }
        hub.post(Self.notification(1))
        hub.post(Self.notification(2))
        #expect(log.volumes == [1])
        #expect(other.volumes == [1, 2])
        withExtendedLifetime(second) {}
    }

    @Test("an observer may cancel the next one, which is not called any more")
    func cancelsAnother() {
        let hub = NotificationHub()
        let log = Log()
        var second: PlaybackObservation?
        let first = hub.observe { _ in second?.cancel() }
        second = hub.observe { log.note($0) }
        hub.post(Self.notification(1))
        #expect(log.volumes.isEmpty)
        withExtendedLifetime(first) {}
    }

    @Test("an observer may observe: the new one sees the next notification")
    func observesInside() {
        let hub = NotificationHub()
        let log = Log()
        var more: [PlaybackObservation] = []
        let first = hub.observe { _ in
            if more.isEmpty { more.append(hub.observe { log.note($0) }) }
        }
        hub.post(Self.notification(1))
        #expect(log.volumes.isEmpty)
        hub.post(Self.notification(2))
        #expect(log.volumes == [2])
        withExtendedLifetime(first) {}
    }

    @Test("what an observer causes comes after what it was told, for everyone")
    func postsInside() async {
        let hub = NotificationHub()
        var hasPosted = false
        let first = hub.observe { _ in
            guard !hasPosted else { return }
            hasPosted = true
            hub.post(Self.notification(2))
        }
        let log = Log()
        let second = hub.observe { log.note($0) }
        let stream = hub.streams.subscribe()
        hub.post(Self.notification(1))
        #expect(log.volumes == [1, 2])
        hub.streams.finish()
        var streamed: [Double] = []
        for await notification in stream { streamed.append(notification.snapshot.volume) }
        #expect(streamed == [1, 2])
        withExtendedLifetime((first, second)) {}
    }

    @Test("a subscriber that does not read keeps the newest; what it lost is counted")
    func slowSubscriber() async {
        let hub = NotificationHub()
        let slow = hub.streams.subscribe()
        let count = Mailbox.maximumWaiting + 36
        for number in 1...count { hub.post(Self.notification(Double(number))) }
        #expect(hub.streams.state.withLock { $0.dropped } == 36)
        hub.streams.finish()
        var volumes: [Double] = []
        for await notification in slow { volumes.append(notification.snapshot.volume) }
        #expect(volumes == (37...count).map(Double.init))
    }

    @Test("subscribers do not share what they have read")
    func subscribers() async {
        let hub = NotificationHub()
        let streams = [hub.streams.subscribe(), hub.streams.subscribe()]
        hub.post(Self.notification(1))
        hub.streams.finish()
        for stream in streams {
            var volumes: [Double] = []
            for await notification in stream { volumes.append(notification.snapshot.volume) }
            #expect(volumes == [1])
        }
    }

    @Test("a subscriber whose task is cancelled is forgotten")
    func cancelledSubscriber() async {
        let hub = NotificationHub()
        let streams = hub.streams
        let task = Task { for await _ in streams.subscribe() {} }
        // The test waits until the subscriber's task runs, because only then does the subscription begin.
        while streams.state.withLock({ $0.mailboxes.allSatisfy { $0.value == nil } }) { await Task.yield() }
        task.cancel()
        await task.value
        #expect(streams.state.withLock { $0.mailboxes.allSatisfy { $0.value == nil } })
        hub.post(Self.notification(1))
        #expect(streams.state.withLock { $0.dropped } == 0)
    }

    @Test("finish ends the streams of those who wait, and of those who come later")
    func finish() async {
        let hub = NotificationHub()
        let streams = hub.streams
        let task = Task {
            for await _ in streams.subscribe() {}
            return true
        }
        while streams.state.withLock({ $0.mailboxes.allSatisfy { $0.value == nil } }) { await Task.yield() }
        streams.finish()
        #expect(await task.value)
        for await _ in streams.subscribe() { Issue.record("a notification after the end") }
    }
}

extension NotificationHub.Streams {
    /// Adds a subscriber. It receives each notification that is sent after this call.
    fileprivate func subscribe() -> AsyncStream<PlaybackNotification> {
        let (stream, mailbox) = open()
        add(mailbox)
        return stream
    }
}
