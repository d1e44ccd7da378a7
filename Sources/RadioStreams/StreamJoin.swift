import RadioFormats
import RadioLoop

/// Passes the packets of a station's connections into a ``Timeline``, one connection after the other.
///
/// The packets of a new connection are *pending* until it is known how they continue the old ones. *Known* packets were
/// received before, by an earlier connection. If the new packets match the old ones (``PacketJoiner``), known packets
/// are dropped and the stream continues seamlessly. If they do not match, they are appended after a discontinuity. The
/// search ends before the sound runs out (``settle(inHand:at:)``).
///
/// If the codec changed, packets cannot be compared, so the arrival times decide how much of the sound is new. All
/// connections of a live station reach up to the live edge, so the duration of the new sound is the time since the old
/// connection's last bytes.
///
/// The type has no clock; callers pass the time.
package final class StreamJoin {
    /// While more than this duration of sound is left to play, the search for a match goes on, for at most ``longest``.
    package static let reserve = Duration.milliseconds(500)
    /// How long a new connection may deliver its burst while at most ``reserve`` is left to play, counted from the
    /// first ``settle(inHand:at:)`` that finds pending packets. Afterwards, pending packets are appended.
    package static let patience = Duration.milliseconds(300)
    /// Once only this duration of sound is left to play, pending packets are appended at once, because the sound is
    /// about to run out.
    package static let lastCall = Duration.milliseconds(150)
    /// Once the new connection has delivered this duration of sound without a match, and at most ``reserve`` is left to
    /// play, the search ends.
    package static let unmatchedLimit = Duration.milliseconds(500)
    /// The maximum duration of a search, however much sound is left to play.
    package static let longest = Duration.seconds(10)

    /// Counts the new connections so far, by how they continued the stream.
    package struct Tally: Hashable, Sendable {
        /// The number of connections that continued without repeat or gap.
        package var joined = 0
        /// The number of connections whose packets were appended after a discontinuity, because no match was found in
        /// time.
        package var appended = 0

        package init() {}
    }

    /// What happened to the pending packets.
    package enum Outcome: Hashable, Sendable {
        /// The packets are still pending, or there are none.
        case undecided
        /// The packets were dropped, because they were received before or were too few to decide.
        case dropped
        /// The packets were appended to the timeline, after a discontinuity.
        case appended
    }

    private let timeline: Timeline
    private var joiner = PacketJoiner()
    /// The sound of the new connection while that sound is pending. Nil while sound goes straight into the timeline.
    private var pending: Timeline?
    /// The time when ``settle(inHand:at:)`` first found pending packets. Nil before.
    private var pendingSince: MonotonicInstant?
    /// The arrival time of the last bytes in the timeline. ``newestPending`` is that of the last pending bytes.
    ///
    /// Nil after ``heldBack()``: the arrival time then does not show how close to the live edge the bytes are.
    private var newest: MonotonicInstant?
    private var newestPending: MonotonicInstant?
    /// True until ``heldBack()`` is called for this connection.
    private var isPrompt = true
    private var finding = PacketJoiner.Finding.unknown
    /// The numbers of the pending packets that were received before, in the run that ends with the last match.
    private var old: Range<Int64> = 0..<0
    /// Pending packets that may be new. They were moved here when ``evictOld(in:)`` dropped the packets after them,
    /// which were received before.
    private var evicted: EvictedPackets?
    /// True if the sound comes in segments, which arrive faster than they play.
    ///
    /// Sound that was received before then arrives quickly, and is never appended as if it were new.
    package var isSegmented = false
    /// The last format that the connection stated, even if no packet followed it yet.
    private var newestFormat: MediaFormat?
    private var isTorn = false
    private var isRepeatExpected = false
    /// The last metadata that was added to the timeline.
    private var lastMetadata: TimedMetadata?
    private var arrived: [TimedMetadata] = []
    /// The duration in flicks of the sound that the current connection has delivered.
    package private(set) var received: Int64 = 0
    package private(set) var tally = Tally()

    package init(timeline: Timeline) { self.timeline = timeline }

    /// True while the packets of a connection are pending.
    package var isSearching: Bool { pending != nil }

    /// The number of bytes of pending packets that may be new.
    package var newPendingBytes: Int { pendingBytes - oldPendingBytes }

    private var pendingBytes: Int { (pending?.byteCount ?? 0) + (evicted?.byteCount ?? 0) }

    /// The number of bytes of pending packets in the current run of packets that were received before.
    private var oldPendingBytes: Int {
        switch finding {
        case .behind: pending?.byteCount(from: old.lowerBound) ?? 0
        case .unknown, .joined: 0
        }
    }

    /// True if the connection delivers segments, and the sound that it delivers now was received before.
    package var bringsOnlyOld: Bool {
        switch finding {
        case .behind: isSegmented && pending != nil
        case .unknown, .joined: false
        }
    }

    /// The duration of the sound that the current connection has delivered.
    package var receivedDuration: Duration { MediaTime(flicks: received).duration }

    // MARK: Sound of another process

    /// Begins with metadata of sound that another process has received.
    package func restore(_ metadata: [Timeline.HeldMetadata]) {
        timeline.restore(metadata)
        lastMetadata = metadata.last?.metadata
    }

    /// Appends a packet that another process has received, so that the next connection continues this sound.
    package func restore(_ packet: Timeline.HeldPacket) {
        joiner.append(PacketHash.of(packet.bytes), duration: packet.duration)
        timeline.append(packet)
        timeline.written = timeline.end
        timeline.wanted = timeline.end
    }

    // MARK: Connections

    /// Starts a new connection.
    /// - Parameter continues: False if the listener wants another position, so that the connection does not continue
    ///   the previous one.
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

    /// Ends the connection.
    ///
    /// Pending packets are dropped if they were received before, or if there are too few of them to decide. Otherwise
    /// they are appended to the timeline, so that no new sound is lost.
    @discardableResult package func end() -> Outcome {
        guard pending != nil else { return .undecided }
        if finding == .unknown, receivedDuration >= Self.unmatchedLimit { return appendPending() }
        clearPending()
        return .dropped
    }

    /// Adds an element of the current connection.
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

    /// While a search is running, compares a packet with those received before. Otherwise appends it to the timeline.
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
            // If pending packets need much of the permitted memory, packets that were received before are dropped
            // before their run ends.
            if pendingBytes + oldPendingBytes > pending.maximumBytes / 2 { evictOld(in: pending) }
        case .unknown: break
        }
    }

    /// Drops the packets of a long run that was received before, instead of keeping them until the run ends.
    ///
    /// Packets before the run are kept. They may be new if the run is only a jingle that was sent twice.
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

    /// Stores the arrival time of the bytes whose packets were just added.
    package func bytesCame(at now: MonotonicInstant) {
        guard isPrompt else { return }
        if pending == nil { newest = now } else { newestPending = now }
    }

    /// From now on, the arrival time of this connection's bytes does not show how close to the live edge they are,
    /// because the client has paused the connection, or because segments arrive faster than they play.
    package func heldBack() {
        isPrompt = false
        if pending == nil { newest = nil } else { newestPending = nil }
    }

    /// Returns the metadata that was added to the timeline since the last call, in order.
    package func takeArrived() -> [TimedMetadata] {
        defer { arrived = [] }
        return arrived
    }

    /// Makes ``takeArrived()`` return all metadata that is still in the timeline, even metadata that it returned
    /// before.
    package func offerMetadataAgain() { arrived = timeline.metadataWithTaken.map(\.metadata) }

    // MARK: Deciding

    /// Ends the search if the sound is about to run out or the search has lasted too long. Pending packets are then
    /// appended after a discontinuity.
    /// - Parameters:
    ///   - inHand: The duration of sound that is left to play. Nil while the listener wants no sound.
    ///   - now: The time, which shows how long the search has lasted.
    package func settle(inHand: Duration?, at now: MonotonicInstant) -> Outcome {
        guard let pending, pending.end > 0 else { return .undecided }
        let since = pendingSince ?? now
        pendingSince = since
        guard isOverdue(pending, waited: since.duration(to: now), inHand: inHand) else { return .undecided }
        return appendPending()
    }

    /// Returns true if the search must end now.
    private func isOverdue(_ pending: Timeline, waited: Duration, inHand: Duration?) -> Bool {
        if waited >= Self.longest || pendingBytes > pending.maximumBytes / 2 { return true }
        guard !bringsOnlyOld, let inHand, inHand <= Self.reserve else { return false }
        if waited >= Self.patience || (inHand > .zero && inHand <= Self.lastCall) { return true }
        return finding == .unknown && receivedDuration >= Self.unmatchedLimit
    }

    /// Returns the time when ``settle(inHand:at:)`` is due even if nothing arrives, or nil if there is nothing to
    /// settle.
    package func deadline(inHand: Duration?, at now: MonotonicInstant) -> MonotonicInstant? {
        guard pending != nil, let since = pendingSince else { return nil }
        let last = since.advanced(by: Self.longest)
        guard let inHand, !bringsOnlyOld else { return last }
        let patient = max(now.advanced(by: inHand - Self.reserve), since.advanced(by: Self.patience))
        return min(last, patient, inHand > .zero ? now.advanced(by: inHand - Self.lastCall) : patient)
    }

    // MARK: Going on

    /// Compares the last pending packets with the timeline's last packets byte by byte. For packets that were dropped,
    /// equal hashes suffice.
    private func isEqual(_ pending: Timeline) -> Bool {
        for back in 1...Int64(PacketJoiner.distinctPackets) {
            guard let new = pending.packet(pending.end - back), let old = timeline.packet(timeline.end - back) else {
                return true
            }
            guard new.bytes.elementsEqual(old.bytes) else { return false }
        }
        return true
    }

    /// Ends the search with success: the next packet continues the timeline. Pending packets are dropped, and only
    /// their metadata is used.
    private func join(_ pending: Timeline) {
        tally.joined += 1
        clearPending()
        // If the pending metadata contains the last metadata of the timeline, this entry and all entries before it are
        // not new, although their packet numbers differ.
        let metadata = pending.metadata
        let known = lastMetadata.flatMap { last in metadata.lastIndex { $0.metadata == last } }
        isRepeatExpected = isRepeatExpected && metadata.isEmpty
        for var held in metadata[(known.map { $0 + 1 } ?? 0)...] {
            held.packet += timeline.end - pending.end
            accept(held)
        }
        if let newestFormat { timeline.append(.format(newestFormat), at: MonotonicInstant(nanoseconds: 0)) }
    }

    /// Ends the search without a match: appends the pending packets that may be new, with their metadata and positions.
    private func appendPending() -> Outcome {
        guard let pending else { return .undecided }
        tally.appended += 1
        let isTorn = isTorn
        let evicted = evicted
        let first = firstNew(in: pending)
        newest = newestPending
        clearPending()
        let now = MonotonicInstant(nanoseconds: 0)
        timeline.append(.discontinuity(isGap: true), at: now)
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
            if isBroken { timeline.append(.discontinuity(isGap: true), at: now) }
            take(packet, number)
        }
        if let evicted, evicted.end < pending.start { timeline.append(.discontinuity(isGap: true), at: now) }
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
        if isTorn { timeline.append(.discontinuity(isGap: true), at: now) }
        return .appended
    }

    /// Returns the number of the first pending packet to append. After a change of codec, the arrival times tell which
    /// packets are new. Otherwise the result is the first pending packet.
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

    /// Adds metadata to the timeline. A new connection usually repeats the last metadata first; this repetition is
    /// ignored.
    private func accept(_ held: Timeline.HeldMetadata) {
        let isRepeat = isRepeatExpected && held.metadata == lastMetadata
        isRepeatExpected = false
        guard !isRepeat else { return }
        lastMetadata = held.metadata
        timeline.insert(held)
        if arrived.count < Timeline.maximumMetadata { arrived.append(held.metadata) }
    }
}
