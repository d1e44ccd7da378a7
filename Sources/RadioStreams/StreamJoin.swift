import RadioFormats
import RadioLoop

/// The way into a ``Timeline`` for what connections to a station bring, one connection after the other.
///
/// The packets of a new connection are *pending* until it is known how they continue the old ones. Where they match
/// (``PacketJoiner``), those that are held already are dropped and the stream goes on as if nothing had happened; where
/// they do not, they follow as a discontinuity. The search ends before the sound does: ``settle(inHand:at:)``.
///
/// Packets of another codec cannot be compared. Of them the time tells what is new: a live station's connections all reach
/// up to what is on now, so as much sound is new as time has passed since the old connection's last bytes.
/// No clock: the time comes in.
package final class StreamJoin {
    /// Sound in hand with which the search ends.
    package static let reserve = Duration.milliseconds(500)
    /// How long a connection may take to bring its burst when little sound is left, or none.
    package static let patience = Duration.milliseconds(300)
    /// Sound in hand with which what came is taken at once, as silence is near.
    package static let lastCall = Duration.milliseconds(150)
    /// Sound without a match that ends the search when no sound is left.
    package static let unmatchedLimit = Duration.milliseconds(500)
    /// The longest search, however much is in hand.
    package static let longest = Duration.seconds(10)

    /// How connections were continued so far.
    package struct Tally: Hashable, Sendable {
        /// Without repeat or gap.
        package var joined = 0
        /// As something else, since nothing matched in time.
        package var appended = 0

        package init() {}
    }

    /// What became of the pending packets.
    package enum Outcome: Hashable, Sendable {
        /// They are still pending, or there are none.
        case undecided
        /// They were received before.
        case dropped
        /// They follow on the timeline as a discontinuity.
        case appended
    }

    private let timeline: Timeline
    private var joiner = PacketJoiner()
    /// What the new connection brought; nil while it goes straight into the timeline.
    private var pending: Timeline?
    /// When the first pending packet was seen.
    private var pendingSince: MonotonicInstant?
    /// When bytes came last: of what is in the timeline, and of what is pending. Nil where that tells nothing of what is on now.
    private var newest: MonotonicInstant?
    private var newestPending: MonotonicInstant?
    /// The connection's bytes come when its server has them.
    private var isPrompt = true
    private var finding = PacketJoiner.Finding.unknown
    /// The pending packets that were found among those received before, up to where they were found last.
    private var old: Range<Int64> = 0..<0
    /// Pending packets from before old ones that are not kept.
    private var evicted: EvictedPackets?
    /// Sound comes in segments, as fast as it is wanted: what was received before is soon over and is never taken for something else.
    package var isSegmented = false
    /// The connection's own, also when no packet followed it yet.
    private var newestFormat: MediaFormat?
    private var isTorn = false
    private var isRepeatExpected = false
    /// The last metadata that went into the timeline.
    private var lastMetadata: TimedMetadata?
    private var arrived: [TimedMetadata] = []
    /// Flicks of sound that this connection brought.
    package private(set) var received: Int64 = 0
    package private(set) var tally = Tally()

    package init(timeline: Timeline) { self.timeline = timeline }

    /// Whether packets are pending, or will be.
    package var isSearching: Bool { pending != nil }

    /// Bytes of pending packets that may follow what was received before.
    package var newPendingBytes: Int { pendingBytes - oldPendingBytes }

    private var pendingBytes: Int { (pending?.byteCount ?? 0) + (evicted?.byteCount ?? 0) }

    /// Bytes of those that the connection brings now, and that were received before.
    private var oldPendingBytes: Int {
        switch finding {
        case .behind: pending?.byteCount(from: old.lowerBound) ?? 0
        case .unknown, .joined: 0
        }
    }

    /// Of a connection in segments: all that it brought so far was received before.
    package var bringsOnlyOld: Bool {
        switch finding {
        case .behind: isSegmented && pending != nil
        case .unknown, .joined: false
        }
    }

    /// Sound that the connection brought, wherever it is now.
    package var receivedDuration: Duration { MediaTime(flicks: received).duration }

    // MARK: Connections

    /// What comes from now on is another connection's.
    /// - Parameter continues: it goes on where the one before ended, and not where the listener wants to be.
    package func begin(continues: Bool = true) {
        end()
        received = 0
        newestFormat = nil
        isTorn = false
        isPrompt = true
        isRepeatExpected = lastMetadata != nil
        guard continues, joiner.count > 0 else { return }
        joiner.begin()
        pending = Timeline(maximumBytes: timeline.maximumBytes)
    }

    /// The connection is over. What it brought was received before, or is too little to tell, or is better than nothing.
    @discardableResult package func end() -> Outcome {
        guard pending != nil else { return .undecided }
        if finding == .unknown, receivedDuration >= Self.unmatchedLimit { return appendPending() }
        clearPending()
        return .dropped
    }

    /// Takes in what the connection brings.
    package func append(_ element: StreamElement, at now: MonotonicInstant) {
        switch element {
        case .format(let format):
            newestFormat = format
            (pending ?? timeline).append(element, at: now)
        case .packet(let packet): append(packet, at: now)
        case .metadata(let metadata):
            if let pending { return pending.append(element, at: now) }
            accept(Timeline.HeldMetadata(packet: timeline.end, metadata: metadata, received: now))
        case .position: (pending ?? timeline).append(element, at: now)
        case .discontinuity:
            isTorn = pending != nil
            (pending ?? timeline).append(element, at: now)
        case .end: break
        }
    }

    private func append(_ packet: Packet, at now: MonotonicInstant) {
        guard let newestFormat else { return }
        let duration = MediaTime(samples: Int64(packet.sampleCount), rate: newestFormat.sampleRate).flicks
        received += duration
        let hash = PacketHash.of(packet.bytes)
        guard let pending else {
            joiner.append(hash, duration: duration)
            timeline.append(.packet(packet), at: now)
            return
        }
        pending.append(.packet(packet), at: now)
        isTorn = false
        finding = joiner.offer(hash)
        switch finding {
        case .joined: if isEqual(pending) { join(pending) }
        case .behind:
            let first = pending.end - Int64(joiner.matched)
            old = (first > old.upperBound ? first : min(first, old.lowerBound))..<pending.end
            // The less room there is beside what may be new, the sooner.
            if pendingBytes + oldPendingBytes > pending.maximumBytes / 2 { evictOld(in: pending) }
        case .unknown: break
        }
    }

    /// A long burst of what was received before is not kept for as long as it lasts. What came before it is: it may be new, and the
    /// burst only a jingle that was sent twice.
    private func evictOld(in pending: Timeline) {
        let kept = pending.packetNumber(at: pending.range.end - Timeline.preroll.flicks)
        let first = min(old.lowerBound, kept)
        if pending.start < first {
            let evicted = self.evicted ?? EvictedPackets(maximumBytes: pending.maximumBytes)
            evicted.take(pending.start..<first, of: pending)
            self.evicted = evicted
        }
        pending.written = pending.end
        pending.release(heard: pending.end)
    }

    /// The connection has brought bytes; their packets were appended before.
    package func bytesCame(at now: MonotonicInstant) {
        guard isPrompt else { return }
        if pending == nil { newest = now } else { newestPending = now }
    }

    /// The connection is kept from sending: its bytes are older than their coming tells.
    package func heldBack() {
        isPrompt = false
        if pending == nil { newest = nil } else { newestPending = nil }
    }

    /// The metadata that went into the timeline since this was asked before, in order.
    package func takeArrived() -> [TimedMetadata] {
        defer { arrived = [] }
        return arrived
    }

    /// ``takeArrived()`` gives all metadata that is still held.
    package func offerMetadataAgain() { arrived = timeline.metadataWithTaken.map(\.metadata) }

    // MARK: Deciding

    /// Ends the search where it must not last: what came follows as a discontinuity.
    /// - Parameters:
    ///   - inHand: sound until silence; nil while nobody waits for any.
    ///   - now: how long the search has lasted is counted by it.
    package func settle(inHand: Duration?, at now: MonotonicInstant) -> Outcome {
        guard let pending, pending.end > 0 else { return .undecided }
        let since = pendingSince ?? now
        pendingSince = since
        guard isOverdue(pending, waited: since.duration(to: now), inHand: inHand) else { return .undecided }
        return appendPending()
    }

    private func isOverdue(_ pending: Timeline, waited: Duration, inHand: Duration?) -> Bool {
        if waited >= Self.longest || pendingBytes > pending.maximumBytes / 2 { return true }
        guard !bringsOnlyOld, let inHand, inHand <= Self.reserve else { return false }
        if waited >= Self.patience || (inHand > .zero && inHand <= Self.lastCall) { return true }
        return finding == .unknown && receivedDuration >= Self.unmatchedLimit
    }

    /// When ``settle(inHand:at:)`` is due again, if nothing comes before; nil while it has nothing to do.
    package func deadline(inHand: Duration?, at now: MonotonicInstant) -> MonotonicInstant? {
        guard pending != nil, let since = pendingSince else { return nil }
        let last = since.advanced(by: Self.longest)
        guard let inHand, !bringsOnlyOld else { return last }
        let patient = max(now.advanced(by: inHand - Self.reserve), since.advanced(by: Self.patience))
        return min(last, patient, inHand > .zero ? now.advanced(by: inHand - Self.lastCall) : patient)
    }

    // MARK: Going on

    /// Hashes are believed; what is still held is compared byte by byte nevertheless.
    private func isEqual(_ pending: Timeline) -> Bool {
        for back in 1...Int64(PacketJoiner.distinctPackets) {
            guard let new = pending.packet(pending.end - back), let old = timeline.packet(timeline.end - back) else {
                return true
            }
            guard new.bytes.elementsEqual(old.bytes) else { return false }
        }
        return true
    }

    /// The next packet continues the newest one held: of the pending ones only the metadata is needed.
    private func join(_ pending: Timeline) {
        tally.joined += 1
        clearPending()
        // Up to the last title that is known all of it is, at other packets.
        let metadata = pending.metadata
        let known = lastMetadata.flatMap { last in metadata.lastIndex { $0.metadata == last } }
        isRepeatExpected = isRepeatExpected && metadata.isEmpty
        for var held in metadata[(known.map { $0 + 1 } ?? 0)...] {
            held.packet += timeline.end - pending.end
            accept(held)
        }
        if let newestFormat { timeline.append(.format(newestFormat), at: MonotonicInstant(nanoseconds: 0)) }
    }

    private func appendPending() -> Outcome {
        guard let pending else { return .undecided }
        tally.appended += 1
        let isTorn = isTorn
        let evicted = evicted
        let first = firstNew(in: pending)
        newest = newestPending
        clearPending()
        let now = MonotonicInstant(nanoseconds: 0)
        timeline.append(.discontinuity, at: now)
        var metadata = pending.metadata[...]
        func accept(upTo number: Int64) {
            while var next = metadata.first, next.packet <= number {
                metadata.removeFirst()
                next.packet = timeline.end
                self.accept(next)
            }
        }
        var placeStart: Int64?
        func place(at time: Int64) {
            guard let start = pending.places.start(at: time), start != placeStart else { return }
            placeStart = start
            if let position = pending.places.position(at: time) { timeline.append(.position(position), at: now) }
        }
        func take(_ packet: Timeline.HeldPacket, _ number: Int64) {
            accept(upTo: number)
            timeline.append(packet)
            joiner.append(PacketHash.of(packet.bytes), duration: packet.duration)
        }
        evicted?.forEach { packet, number, isBroken in
            if isBroken { timeline.append(.discontinuity, at: now) }
            take(packet, number)
        }
        if let evicted, evicted.end < pending.start { timeline.append(.discontinuity, at: now) }
        for number in pending.start..<pending.end {
            guard let packet = pending.packet(number) else { continue }
            if number < first {
                joiner.append(PacketHash.of(packet.bytes), duration: packet.duration)
            } else {
                place(at: packet.start)
                take(packet, number)
            }
        }
        accept(upTo: pending.end)
        place(at: pending.range.end)
        if let newestFormat { timeline.append(.format(newestFormat), at: now) }
        if isTorn { timeline.append(.discontinuity, at: now) }
        return .appended
    }

    /// The first packet that was not heard in another codec, as far as the time tells.
    private func firstNew(in pending: Timeline) -> Int64 {
        guard let format = newestFormat, timeline.newestFormat?.decodesLike(format) == false,
            let newest, let newestPending, evicted == nil
        else { return pending.start }
        let span = pending.range
        var old = span.end - span.start - MediaTime(seconds: newest.duration(to: newestPending).inSeconds).flicks
        var number = pending.start
        while let packet = pending.packet(number), packet.duration <= old {
            old -= packet.duration
            number += 1
        }
        return number
    }

    private func clearPending() {
        pending = nil
        newestPending = nil
        pendingSince = nil
        evicted = nil
        old = 0..<0
        finding = .unknown
        isTorn = false
    }

    /// A connection tells the title that plays; one that is known is no news.
    private func accept(_ held: Timeline.HeldMetadata) {
        let isRepeat = isRepeatExpected && held.metadata == lastMetadata
        isRepeatExpected = false
        guard !isRepeat else { return }
        lastMetadata = held.metadata
        timeline.insert(held)
        if arrived.count < Timeline.maximumMetadata { arrived.append(held.metadata) }
    }
}
