import RadioFormats
import RadioLoop

/// The buffer of a stream: encoded packets with their times and the metadata between them, in the order received.
///
/// Packets are numbered from 0. The timeline has three cursors: *received* (``end``), *written* (the next packet to be
/// decoded) and *heard*. Packets that lie more than ``preroll`` before *heard* are dropped. The number of bytes is
/// limited.
package final class Timeline {
    /// A packet in the timeline. The bytes are valid until the timeline changes.
    package struct HeldPacket {
        package var bytes: UnsafeRawBufferPointer
        package var sampleCount: Int
        /// Samples per channel at the packet's beginning that are decoded but not heard (`Packet/lead`).
        package var lead: Int
        /// Samples per channel at the packet's end that are decoded but not heard (`Packet/tail`).
        package var tail: Int
        /// The packet's beginning, in flicks since the first packet.
        package var start: Int64
        package var duration: Int64
        package var format: MediaFormat
        /// True if the packet does not continue the packet before.
        package var isDiscontinuous: Bool
        /// True if sound is missing before the packet.
        package var isAfterGap: Bool
        /// True if the decoder must restart although the sound continues without a gap (`Packet/startsAnew`).
        package var startsAnew: Bool

        /// Creates a packet from the values that a timeline or a tape has stored.
        package init(
            bytes: UnsafeRawBufferPointer, sampleCount: Int, lead: Int, tail: Int, start: Int64, duration: Int64,
            format: MediaFormat, isDiscontinuous: Bool, isAfterGap: Bool = false, startsAnew: Bool
        ) {
            self.bytes = bytes
            self.sampleCount = sampleCount
            self.lead = lead
            self.tail = tail
            self.start = start
            self.duration = duration
            self.format = format
            self.isDiscontinuous = isDiscontinuous
            self.isAfterGap = isAfterGap
            self.startsAnew = startsAnew
        }

        package var packet: Packet {
            Packet(bytes: bytes, sampleCount: sampleCount, lead: lead, tail: tail, startsAnew: startsAnew)
        }
    }

    /// Metadata with the number of its packet and the time of its arrival.
    package struct HeldMetadata {
        package var packet: Int64
        /// When the packet that the metadata belongs to begins, in flicks since the first packet.
        package var time: Int64 = 0
        package var metadata: TimedMetadata
        package var received: MonotonicInstant

        package init(packet: Int64, time: Int64 = 0, metadata: TimedMetadata, received: MonotonicInstant) {
            (self.packet, self.time, self.metadata, self.received) = (packet, time, metadata, received)
        }
    }

    /// The duration of sound that is kept before *heard*, for decoders that need earlier frames.
    package static let preroll = MediaTime(value: 1, timescale: 1)
    /// The maximum number of metadata entries in the timeline, whether ``takeMetadata(upTo:)`` has returned them or
    /// not. A further entry replaces the oldest one.
    package static let maximumMetadata = 1024
    /// The maximum number of bytes of metadata. Metadata that do not fit lose their pictures.
    package static let maximumMetadataBytes = 6 << 20
    /// The maximum number of formats. A stream that changes its format more often loses its oldest packets.
    package static let maximumFormats = 64

    /// The maximum number of bytes of packets. An append beyond it drops the oldest packets, heard or not.
    package private(set) var maximumBytes: Int
    /// The number of the next packet to be decoded.
    package var written: Int64 = 0
    /// The number of the packet that is heard, or to which the player jumped. Earlier packets will not be played.
    package var wanted: Int64 = 0
    /// The metadata that ``takeMetadata(upTo:)`` has not returned yet.
    package var metadata: ArraySlice<HeldMetadata> { allMetadata[takenMetadata...] }
    /// The packet number and time of the oldest sound that is stored outside the timeline, for example on the tape.
    ///
    /// Metadata and ``places`` from that packet on are kept. If nil, they are kept only as long as the timeline
    /// contains their sound.
    package var keptElsewhere: (packet: Int64, time: Int64)?
    /// Converts times of the timeline to positions in the item and, for HLS, to dates. Empty if the source states no
    /// positions.
    package private(set) var places = SoundPlaces()
    /// The number of packets that were dropped before they were passed to the decoder.
    package private(set) var droppedUnwritten: Int64 = 0

    private var allMetadata: [HeldMetadata] = []
    /// The number of entries at the beginning of ``allMetadata`` that ``takeMetadata(upTo:)`` has returned.
    private var takenMetadata = 0
    private var bytes: PacketBytes
    private var records = PacketRecords()
    private var formats: [(from: Int64, format: MediaFormat)] = []
    private var pendingFormat: MediaFormat?
    /// The discontinuity before the next packet: whether sound is missing there. Nil for no discontinuity.
    private var nextIsGap: Bool?
    private var endTime: Int64 = 0

    package init(maximumBytes: Int) {
        self.maximumBytes = maximumBytes
        bytes = PacketBytes()
    }

    /// Creates a timeline whose first packet has this number and begins at this time.
    package init(maximumBytes: Int, startingWith number: Int64, at time: Int64) {
        self.maximumBytes = maximumBytes
        bytes = PacketBytes()
        records = PacketRecords(first: number)
        (written, wanted, endTime) = (number, number, time)
    }

    /// Changes ``maximumBytes``. The oldest packets beyond it are dropped, heard or not, and their memory is freed.
    package func setMaximum(to bytes: Int) {
        maximumBytes = bytes
        while records.count > 0, self.bytes.count > bytes { drop(before: start + 1) }
        // A capacity of twice the limit is usual and stays: the capacity is a power of two, and a gap before the ring's
        // end is unused.
        if self.bytes.capacity > 4 * bytes { compact() }
    }

    /// Moves the packets to a buffer that is no larger than they need.
    private func compact() {
        var compacted = PacketBytes()
        for number in start..<end {
            let record = records[number]
            records[number].offset = compacted.append(bytes.view(record.offset, Int(record.length)))
        }
        bytes = compacted
    }

    // MARK: Receiving

    /// Appends an element of a stream. `StreamElement.end` changes nothing.
    package func append(_ element: StreamElement, at now: MonotonicInstant) {
        switch element {
        case .format(let format): pendingFormat = format
        case .packet(let packet): append(packet)
        case .metadata(let metadata): insert(HeldMetadata(packet: end, metadata: metadata, received: now))
        case .position(let position): places.append(position, at: endTime, kept: keptElsewhere?.time)
        case .discontinuity(let isGap): nextIsGap = nextIsGap == true || isGap
        case .end: break
        }
    }

    /// Appends a packet of another timeline.
    package func append(_ held: HeldPacket) {
        if held.format != newestFormat { pendingFormat = held.format }
        if held.isDiscontinuous { append(.discontinuity(isGap: held.isAfterGap), at: MonotonicInstant(nanoseconds: 0)) }
        append(held.packet)
    }

    /// Inserts metadata at its packet, which need not be the newest one. The metadata is never inserted before metadata
    /// that the timeline already contains.
    func insert(_ held: HeldMetadata) {
        var held = held
        held.packet = max(min(held.packet, end), allMetadata.last?.packet ?? 0)
        held.time = held.packet < end ? records[max(held.packet, start)].start : endTime
        if allMetadata.count == Self.maximumMetadata { removeOldestMetadata() }
        var room = Self.maximumMetadataBytes - allMetadata.reduce(0) { $0 + $1.metadata.raw.count }
        while held.metadata.raw.count > room, takenMetadata > 0 {
            room += allMetadata[0].metadata.raw.count
            removeOldestMetadata()
        }
        if held.metadata.raw.count > room { held.metadata = held.metadata.withoutPictures }
        guard held.metadata.raw.count <= room else { return }
        allMetadata.append(held)
    }

    /// Begins with metadata of sound that is ``keptElsewhere``.
    func restore(_ metadata: [HeldMetadata]) { allMetadata = metadata }

    private func removeOldestMetadata() {
        allMetadata.removeFirst()
        takenMetadata = max(takenMetadata - 1, 0)
    }

    /// Appends a packet, and drops the oldest packets if the limits require it.
    private func append(_ packet: Packet) {
        if let format = pendingFormat, format == formats.last?.format {
            // Each connection states its format. The new connection's format equals that of the last packet, so nothing
            // changes.
            pendingFormat = nil
        } else if let format = pendingFormat {
            if formats.count == Self.maximumFormats, formats.count > 1 { drop(before: formats[1].from) }
            formats.append((end, format))
            pendingFormat = nil
        }
        guard let format = formats.last?.format, packet.bytes.count <= maximumBytes else {
            nextIsGap = true
            return
        }
        while records.count > 0, bytes.room(for: packet.bytes.count) > maximumBytes { drop(before: start + 1) }
        let offset = bytes.append(packet.bytes)
        let duration = MediaTime(samples: Int64(packet.sampleCount), rate: format.sampleRate).flicks
        records.append(
            PacketRecord(
                start: endTime, duration: duration, offset: offset, length: Int32(packet.bytes.count),
                sampleCount: Int32(packet.sampleCount), lead: Int32(packet.lead), tail: Int16(clamping: packet.tail),
                isDiscontinuous: nextIsGap != nil, isAfterGap: nextIsGap == true, startsAnew: packet.startsAnew))
        nextIsGap = nil
        endTime += duration
    }

    // MARK: Looking

    /// The number of the oldest packet.
    package var start: Int64 { records.first }
    /// One more than the number of the newest packet.
    package var end: Int64 { records.first + Int64(records.count) }
    package var byteCount: Int { bytes.count }
    /// The allocated bytes: a power of two of at least 64 KiB, usually at most twice ``maximumBytes``.
    var capacity: Int { bytes.capacity }

    /// Returns the packet with a number, or nil if the timeline does not contain it.
    package func packet(_ number: Int64) -> HeldPacket? {
        guard number >= start, number < end else { return nil }
        let record = records[number]
        return HeldPacket(
            bytes: bytes.view(record.offset, Int(record.length)), sampleCount: Int(record.sampleCount),
            lead: Int(record.lead), tail: Int(record.tail), start: record.start, duration: record.duration,
            format: format(of: number), isDiscontinuous: record.isDiscontinuous, isAfterGap: record.isAfterGap,
            startsAnew: record.startsAnew)
    }

    /// The format of the newest packet, or nil before the first packet.
    var newestFormat: MediaFormat? { formats.last?.format }

    private func format(of number: Int64) -> MediaFormat {
        // The packet's format is nearly always the last one in the list. Every packet in the timeline has a format.
        formats.last { $0.from <= number }!.format
    }

    /// The time when the oldest packet begins and the time when the newest one ends, in flicks.
    package var range: (start: Int64, end: Int64) { (records.count > 0 ? records[start].start : endTime, endTime) }

    /// The duration in flicks of the sound that was received but not yet passed to the decoder.
    package var unwritten: Int64 {
        guard written < end else { return 0 }
        return endTime - records[max(written, start)].start
    }

    /// Returns the number of bytes of the packet with this number and of all later packets.
    package func byteCount(from number: Int64) -> Int {
        guard number < end else { return 0 }
        return number <= start ? bytes.count : bytes.distance(from: records[number].offset)
    }

    /// Returns the number of the packet that covers a time, or of the nearest packet.
    package func packetNumber(at time: Int64) -> Int64 {
        var (low, high) = (start, end)
        while low < high {
            let middle = (low + high) / 2
            if records[middle].start + records[middle].duration <= time { low = middle + 1 } else { high = middle }
        }
        return min(low, end)
    }

    // MARK: Moving

    /// Returns the metadata of all packets up to and including `number`, unless an earlier call has returned it.
    package func takeMetadata(upTo number: Int64) -> [HeldMetadata] {
        let taken = metadata.prefix { $0.packet <= number }
        takenMetadata += taken.count
        return Array(taken)
    }

    /// All metadata whose sound is in the timeline or ``keptElsewhere``, even if ``takeMetadata(upTo:)`` has returned
    /// it.
    package var metadataWithTaken: [HeldMetadata] { allMetadata }

    /// Makes ``takeMetadata(upTo:)`` return all metadata of the timeline again. Used for a jump to other sound of the
    /// timeline.
    package func giveMetadataBack() { takenMetadata = 0 }

    /// Drops packets more than ``preroll`` before the packet that is heard now.
    package func release(heard number: Int64) {
        guard number > start, number <= end, records.count > 0 else { return }
        let time = number < end ? records[number].start : endTime
        let keep = packetNumber(at: time - Self.preroll.flicks)
        if keep > start { drop(before: min(keep, written)) }
    }

    /// Drops all packets and metadata. The next packet's number and time continue those of the dropped packets.
    package func removeAll() {
        drop(before: end)
        written = end
        allMetadata.removeAll()
        takenMetadata = 0
        pendingFormat = pendingFormat ?? formats.last?.format
        formats.removeAll()
        nextIsGap = true
    }

    private func drop(before number: Int64) {
        guard number > start else { return }
        let count = Int(min(number, end) - start)
        records.removeFirst(count)
        if records.count > 0 { bytes.keep(from: records[start].offset) } else { bytes.removeAll() }
        if written < start {
            droppedUnwritten += start - written
            written = start
        }
        while formats.count > 1, formats[1].from <= start { formats.removeFirst() }
        forgetMetadata()
    }

    /// Drops metadata that ``takeMetadata(upTo:)`` has returned and whose sound was dropped. The last metadata at or
    /// before the oldest packet stays, because it describes the sound of that packet.
    private func forgetMetadata() {
        let start = min(start, keptElsewhere?.packet ?? start)
        guard takenMetadata > 0, let first = allMetadata[..<takenMetadata].last(where: { $0.packet <= start })?.packet
        else { return }
        while let oldest = allMetadata.first, oldest.packet < first { removeOldestMetadata() }
    }
}
