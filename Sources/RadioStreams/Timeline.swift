import RadioFormats
import RadioLoop

/// What is buffered: encoded packets with their times, and the metadata between them, in the order received.
///
/// Packets are numbered from 0. Three cursors stand on it: *received* (``end``), *written* (the next packet to be
/// decoded) and *heard*. Packets are kept from ``preroll`` before *heard*; the bytes are bounded.
package final class Timeline {
    /// A packet as it is held. The bytes are valid until the timeline is changed.
    package struct HeldPacket {
        package var bytes: UnsafeRawBufferPointer
        package var sampleCount: Int
        /// `Packet/lead`.
        package var lead: Int
        /// `Packet/tail`.
        package var tail: Int
        /// Where it begins, in flicks since the first packet.
        package var start: Int64
        package var duration: Int64
        package var format: MediaFormat
        /// It does not continue the packet before.
        package var isDiscontinuous: Bool
        /// `Packet/startsAnew`.
        package var startsAnew: Bool

        package init(
            bytes: UnsafeRawBufferPointer, sampleCount: Int, lead: Int, tail: Int, start: Int64, duration: Int64,
            format: MediaFormat, isDiscontinuous: Bool, startsAnew: Bool
        ) {
            self.bytes = bytes
            self.sampleCount = sampleCount
            self.lead = lead
            self.tail = tail
            self.start = start
            self.duration = duration
            self.format = format
            self.isDiscontinuous = isDiscontinuous
            self.startsAnew = startsAnew
        }

        package var packet: Packet {
            Packet(bytes: bytes, sampleCount: sampleCount, lead: lead, tail: tail, startsAnew: startsAnew)
        }
    }

    /// Metadata, the number of the packet it belongs to, and when it was parsed.
    package struct HeldMetadata {
        package var packet: Int64
        /// When that packet begins, in flicks since the first.
        package var time: Int64 = 0
        package var metadata: TimedMetadata
        package var received: MonotonicInstant
    }

    /// Sound kept behind *heard*, for decoders that need the frames before.
    package static let preroll = MediaTime(value: 1, timescale: 1)
    /// Metadata held at most, with what was taken and may be told again; the oldest goes.
    package static let maximumMetadata = 1024
    /// Bytes of metadata that are held; what would be more comes without its pictures.
    package static let maximumMetadataBytes = 2 << 20
    /// Formats held at most: a stream that changes more often within what is held loses its oldest packets.
    package static let maximumFormats = 64

    /// Bytes of packets held at most. An append beyond it drops the oldest, heard or not.
    package private(set) var maximumBytes: Int
    /// Number of the next packet to be decoded.
    package var written: Int64 = 0
    /// Number of the packet that is heard, or that a jump went to: packets before it will not be played.
    package var wanted: Int64 = 0
    /// Metadata not yet taken by ``takeMetadata(upTo:)``.
    package var metadata: ArraySlice<HeldMetadata> { allMetadata[takenMetadata...] }
    /// The oldest sound that is kept elsewhere, as a packet and its time: metadata and places from there on stay. Nil: as
    /// long as the sound is held here.
    package var keptElsewhere: (packet: Int64, time: Int64)?
    /// Where the sound belongs; for sources that tell.
    package private(set) var places = SoundPlaces()
    /// Packets that were dropped before they were written.
    package private(set) var droppedUnwritten: Int64 = 0

    private var allMetadata: [HeldMetadata] = []
    /// How many of them were taken.
    private var takenMetadata = 0
    private var bytes: PacketBytes
    private var records = PacketRecords()
    private var formats: [(from: Int64, format: MediaFormat)] = []
    private var pendingFormat: MediaFormat?
    private var nextIsDiscontinuous = false
    private var endTime: Int64 = 0

    package init(maximumBytes: Int) {
        self.maximumBytes = maximumBytes
        bytes = PacketBytes()
    }

    /// Its first packet has a number and a time that are not zero.
    package init(maximumBytes: Int, startingWith number: Int64, at time: Int64) {
        self.maximumBytes = maximumBytes
        bytes = PacketBytes()
        records = PacketRecords(first: number)
        (written, wanted, endTime) = (number, number, time)
    }

    /// More or less may be held from now on. Of what is too much the oldest is dropped, heard or not, and its memory given back.
    package func setMaximum(to bytes: Int) {
        maximumBytes = bytes
        while records.count > 0, self.bytes.count > bytes { drop(before: start + 1) }
        // Twice that is usual: a power of two, with room for what does not fit before the ring's end.
        if self.bytes.capacity > 4 * bytes { compact() }
    }

    /// Moves what is held to as little memory as it needs.
    private func compact() {
        var compacted = PacketBytes()
        for number in start..<end {
            let record = records[number]
            records[number].offset = compacted.append(bytes.view(record.offset, Int(record.length)))
        }
        bytes = compacted
    }

    // MARK: Receiving

    /// Takes an element of a stream in; `StreamElement.end` changes nothing here.
    package func append(_ element: StreamElement, at now: MonotonicInstant) {
        switch element {
        case .format(let format): pendingFormat = format
        case .packet(let packet): append(packet)
        case .metadata(let metadata): insert(HeldMetadata(packet: end, metadata: metadata, received: now))
        case .position(let position): places.append(position, at: endTime, kept: keptElsewhere?.time)
        case .discontinuity: nextIsDiscontinuous = true
        case .end: break
        }
    }

    /// Takes a packet of another timeline over.
    package func append(_ held: HeldPacket) {
        if held.format != newestFormat { pendingFormat = held.format }
        if held.isDiscontinuous { nextIsDiscontinuous = true }
        append(held.packet)
    }

    /// Takes metadata in at its own packet, which may be one that is here already, but not before the metadata before it.
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
        if held.metadata.raw.count > room, held.metadata.kind == .vorbisComment {
            held.metadata.raw = VorbisComment.withoutPictures(held.metadata.raw)
        }
        guard held.metadata.raw.count <= room else { return }
        allMetadata.append(held)
    }

    private func removeOldestMetadata() {
        allMetadata.removeFirst()
        takenMetadata = max(takenMetadata - 1, 0)
    }

    private func append(_ packet: Packet) {
        if let format = pendingFormat, format == formats.last?.format {
            // Each connection names its format again.
            pendingFormat = nil
        } else if let format = pendingFormat {
            if formats.count == Self.maximumFormats, formats.count > 1 { drop(before: formats[1].from) }
            formats.append((end, format))
            pendingFormat = nil
        }
        guard let format = formats.last?.format, packet.bytes.count <= maximumBytes else {
            nextIsDiscontinuous = true
            return
        }
        while records.count > 0, bytes.room(for: packet.bytes.count) > maximumBytes { drop(before: start + 1) }
        let offset = bytes.append(packet.bytes)
        let duration = MediaTime(samples: Int64(packet.sampleCount), rate: format.sampleRate).flicks
        records.append(
            PacketRecord(
                start: endTime, duration: duration, offset: offset, length: Int32(packet.bytes.count),
                sampleCount: Int32(packet.sampleCount), lead: Int32(packet.lead), tail: Int16(clamping: packet.tail),
                isDiscontinuous: nextIsDiscontinuous, startsAnew: packet.startsAnew))
        nextIsDiscontinuous = false
        endTime += duration
    }

    // MARK: Looking

    /// Number of the oldest packet held.
    package var start: Int64 { records.first }
    /// Number after the newest packet.
    package var end: Int64 { records.first + Int64(records.count) }
    package var byteCount: Int { bytes.count }
    /// Memory taken for them: a power of two, at most twice ``maximumBytes`` and at least 64 KiB.
    var capacity: Int { bytes.capacity }

    /// The packet with a number, nil when it is not held.
    package func packet(_ number: Int64) -> HeldPacket? {
        guard number >= start, number < end else { return nil }
        let record = records[number]
        return HeldPacket(
            bytes: bytes.view(record.offset, Int(record.length)), sampleCount: Int(record.sampleCount),
            lead: Int(record.lead), tail: Int(record.tail), start: record.start, duration: record.duration,
            format: format(of: number), isDiscontinuous: record.isDiscontinuous, startsAnew: record.startsAnew)
    }

    /// The format of the newest packet; nil before the first.
    var newestFormat: MediaFormat? { formats.last?.format }

    private func format(of number: Int64) -> MediaFormat {
        // Nearly always the last; a packet is never held without its format.
        formats.last { $0.from <= number }!.format
    }

    /// The times held.
    package var range: (start: Int64, end: Int64) { (records.count > 0 ? records[start].start : endTime, endTime) }

    /// Flicks of sound that were received and not written.
    package var unwritten: Int64 {
        guard written < end else { return 0 }
        return endTime - records[max(written, start)].start
    }

    /// Bytes held from a packet on.
    package func byteCount(from number: Int64) -> Int {
        guard number < end else { return 0 }
        return number <= start ? bytes.count : bytes.distance(from: records[number].offset)
    }

    /// Number of the packet that covers a time, clamped to what is held.
    package func packetNumber(at time: Int64) -> Int64 {
        var (low, high) = (start, end)
        while low < high {
            let middle = (low + high) / 2
            if records[middle].start + records[middle].duration <= time { low = middle + 1 } else { high = middle }
        }
        return min(low, end)
    }

    // MARK: Moving

    /// Takes out the metadata of all packets up to and including `number`.
    package func takeMetadata(upTo number: Int64) -> [HeldMetadata] {
        let taken = metadata.prefix { $0.packet <= number }
        takenMetadata += taken.count
        return Array(taken)
    }

    /// Also what was taken, as far as its sound is held or ``keptElsewhere``.
    package var metadataWithTaken: [HeldMetadata] { allMetadata }

    /// What was taken counts as not taken, as far as its sound is held: the sound goes elsewhere.
    package func giveMetadataBack() { takenMetadata = 0 }

    /// Lets go of what lies more than ``preroll`` before the packet that is heard now.
    package func release(heard number: Int64) {
        guard number > start, number <= end, records.count > 0 else { return }
        let time = number < end ? records[number].start : endTime
        let keep = packetNumber(at: time - Self.preroll.flicks)
        if keep > start { drop(before: min(keep, written)) }
    }

    /// Everything is forgotten; numbers and times go on.
    package func removeAll() {
        drop(before: end)
        written = end
        allMetadata.removeAll()
        takenMetadata = 0
        pendingFormat = pendingFormat ?? formats.last?.format
        formats.removeAll()
        nextIsDiscontinuous = true
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

    /// Of what was taken only that counts on which belongs to sound that is held: from the last before it on.
    private func forgetMetadata() {
        let start = min(start, keptElsewhere?.packet ?? start)
        guard takenMetadata > 0, let first = allMetadata[..<takenMetadata].last(where: { $0.packet <= start })?.packet
        else { return }
        while let oldest = allMetadata.first, oldest.packet < first { removeOldestMetadata() }
    }
}
