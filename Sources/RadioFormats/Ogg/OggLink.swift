import COgg

/// Demuxes one link of an Ogg chain: of the logical streams that begin together, the sound of one.
///
/// The granule positions of the link's pages determine which samples of the packets are heard.
final class OggLink {
    /// Maximum number of the link's logical streams that are examined; further ones are ignored.
    static let maximumStreams = 16

    private var streamCount = 0
    /// The link's logical streams with playable sound. For each, `packets` assembles the packets, and `track` reads
    /// them.
    private var sounds: [(packets: OggPackets, track: any OggTrack)] = []
    /// The played stream: the stream in ``sounds`` whose second page arrives first; nil until such a page arrives.
    private var sound: (packets: OggPackets, track: any OggTrack)?
    /// Name of the codec of the link's first sound that cannot be played. ``video`` is the name of its first video
    /// codec. Nil if there is none.
    private var foreignSound: String?
    private var video: String?
    /// The reason why no decoder accepts the headers of the played stream; nil if there is none.
    private var refused: String?
    /// True once a page arrived that is not the first of its logical stream.
    private(set) var hasBegun = false
    /// Granule position at the end of the last packet emitted; nil if unknown, as before the first page of sound and
    /// after a gap.
    private var position: Int64?
    /// Number of samples per channel at the link's beginning that are still to be decoded but not heard.
    private var preSkipLeft = 0
    /// Granule position of the link's first heard sample; nil before the first page of sound.
    private var origin: Int64?
    /// True until the link's first packet is emitted.
    private var isFirst = true
    /// True if a discontinuity must be emitted before the next packet.
    private var isTorn: Bool
    /// True once a page arrived that is marked as the last one of the played stream.
    private(set) var isComplete = false
    /// The packets of sound collected from the current page: each packet's bytes and its number of samples per channel.
    private var page: [(bytes: UnsafeRawBufferPointer, count: Int)] = []

    /// Number of samples per channel at the link's end that are not heard, according to its last page.
    private(set) var trimmedCount = 0

    var format: MediaFormat? { sound?.track.format }
    var comments: [UInt8]? { sound?.track.metadata.first { $0.kind == .vorbisComment }?.raw }
    var playedSerial: Int32? { sound?.packets.serial }

    /// Creates a link.
    /// - Parameter isTorn: whether the previous link ended without its last page, so that a discontinuity precedes this
    ///   link.
    init(isTorn: Bool = false) { self.isTorn = isTorn }

    /// Returns a new demuxer of the same link, used after a seek. Its first page may be any page of the link. It emits
    /// a position before its first packet.
    /// - Returns: nil if the position of this link's first heard sample is not known yet.
    func resumed() -> OggLink? {
        guard let sound, let origin else { return nil }
        let link = OggLink()
        var track = sound.track
        track.didLosePackets()
        let packets = OggPackets(serial: sound.packets.serial, isJoined: true)
        link.sounds = [(packets, track)]
        link.sound = (packets, track)
        link.origin = origin
        link.hasBegun = true
        return link
    }

    /// True if sound was emitted but the last page of the played stream has not arrived.
    var isBroken: Bool { !isFirst && !isComplete }

    var hasSound: Bool { !sounds.isEmpty }

    /// Description of the content if the link has no playable sound; nil if it has playable sound, or if its content is
    /// unknown.
    var unsupported: String? {
        if hasSound { return refused }
        return foreignSound ?? video.map { "video (\($0)) without sound" }
    }

    /// Returns whether the logical stream with this serial number is played, or may be played later.
    func wants(_ serial: Int32) -> Bool {
        sound.map { $0.packets.serial == serial } ?? sounds.contains { $0.packets.serial == serial }
    }

    /// Takes the link's next page, and emits the sound that it completes.
    func add(_ page: UnsafeMutablePointer<ogg_page>, _ emit: (StreamElement) -> Void) {
        ogg_page_bos(page) == 0 ? take(page, emit) : begin(page)
    }

    /// Takes the first page of a logical stream.
    private func begin(_ page: UnsafeMutablePointer<ogg_page>) {
        guard streamCount < Self.maximumStreams else { return }
        streamCount += 1
        let packets = OggPackets(serial: ogg_page_serialno(page))
        packets.add(page)
        guard case .packet(let first) = packets.next() else { return }
        switch OggContent(first) {
        case .sound(let track): sounds.append((packets, track))
        case .unsupported(let name): foreignSound = foreignSound ?? name
        case .video(let name): video = video ?? name
        case .other: break
        }
    }

    /// Takes a page that is not the first of its logical stream.
    private func take(_ page: UnsafeMutablePointer<ogg_page>, _ emit: (StreamElement) -> Void) {
        hasBegun = true
        let serial = ogg_page_serialno(page)
        if sound == nil, let first = sounds.first(where: { $0.packets.serial == serial }) {
            sound = first
            preSkipLeft = first.track.preSkip
        }
        guard let packets = sound?.packets, packets.serial == serial else { return }
        packets.add(page)
        gather(packets, emit)
        let granule = ogg_page_granulepos(page)
        isComplete = isComplete || ogg_page_eos(page) != 0
        give(granule: granule >= 0 ? granule : nil, isLast: isComplete, emit)
    }

    /// Collects the packets that end on the page just added. At a gap, emits the packets before the gap at once.
    private func gather(_ packets: OggPackets, _ emit: (StreamElement) -> Void) {
        page.removeAll(keepingCapacity: true)
        while true {
            switch packets.next() {
            case .none: return
            case .beginning(let bytes): _ = bytes.withUnsafeBytes { sound?.track.take($0) }
            case .hole: lose(emit)
            case .packet(let bytes):
                switch sound?.track.take(bytes) {
                case .sound(let count): page.append((bytes, count))
                case .damaged where sound?.track.format != nil: lose(emit)
                case .refused(let words): refused = words
                case .damaged, .header, nil: break
                }
            }
        }
    }

    /// Emits the packets collected so far, and notes that packets are missing before the next one.
    private func lose(_ emit: (StreamElement) -> Void) {
        give(granule: nil, isLast: false, emit)
        page.removeAll(keepingCapacity: true)
        sound?.track.didLosePackets()
        // Missing packets before the link's first sound cause no discontinuity.
        isTorn = isTorn || !isFirst
        position = nil
    }

    /// Emits the collected packets, and determines which of their samples are heard.
    /// - Parameters:
    ///   - granule: the granule position at the end of the last of these packets; nil if unknown.
    ///   - isLast: whether the stream ends with these packets. Then a granule position before their end means that the
    ///     samples after it are not heard.
    private func give(granule: Int64?, isLast: Bool, _ emit: (StreamElement) -> Void) {
        guard !page.isEmpty, let sound, let format = sound.track.format else { return }
        // After a seek, the time at which the first page begins must be found first. A stream's last page does not
        // reveal this time by its granule position, because samples at the page's end may be cut off.
        let isUnplaced = isFirst && origin != nil
        if isUnplaced, granule == nil || isLast { return }
        let total = page.reduce(0) { $0 + Int64($1.count) }
        var tail = 0
        if let granule {
            let start = granule.subtractingReportingOverflow(total)
            if isLast {
                // If the position before the last page is unknown, as in a stream of a single page, assumes that the
                // page begins at zero, or later if its granule position exceeds the number of its samples.
                let surplus = (position ?? max(start.partialValue, 0)) - start.partialValue
                if !start.overflow { tail = Int(min(max(surplus, 0), total)) }
            } else if isFirst, start.partialValue < .max / 2 {
                let origin = origin ?? max(start.partialValue, 0) + Int64(sound.track.preSkip)
                self.origin = origin
                let place = start.partialValue - origin
                preSkipLeft = Int(max(-place, 0))
                if isUnplaced {
                    let time = MediaTime(samples: max(place, 0), rate: format.sampleRate)
                    emit(.position(SoundPosition(time: time)))
                }
            }
        }
        trimmedCount += tail
        position = granule ?? position.map { $0 + total }
        let lead = preSkipLeft
        let heardEnd = Int(total) - tail
        var at = 0
        for packet in page {
            // `start..<end` is the range of the packet's samples that are heard.
            let start = min(max(lead - at, 0), packet.count)
            let end = max(min(heardEnd - at, packet.count), start)
            at += packet.count
            give(packet, start..<end, format, emit)
        }
        preSkipLeft = max(lead - Int(total), 0)
    }

    /// Emits a packet. Before the link's first packet, emits the format and metadata. Emits a discontinuity if packets
    /// are missing.
    /// - Parameter heard: the range of the packet's samples that are heard. The decoder decodes all samples.
    private func give(
        _ packet: (bytes: UnsafeRawBufferPointer, count: Int), _ heard: Range<Int>, _ format: MediaFormat,
        _ emit: (StreamElement) -> Void
    ) {
        // Drops a packet without heard samples at the stream's end. At the beginning such a packet is emitted, because
        // the decoder needs it before the first heard packet.
        if heard.isEmpty, packet.count > 0, heard.lowerBound < packet.count { return }
        if isFirst {
            emit(.format(format))
            for metadata in sound?.track.metadata ?? [] { emit(.metadata(metadata)) }
        }
        if isTorn { emit(.discontinuity(isGap: true)) }
        emit(
            .packet(
                Packet(
                    bytes: packet.bytes, sampleCount: heard.count, lead: heard.isEmpty ? 0 : heard.lowerBound,
                    tail: heard.isEmpty ? 0 : packet.count - heard.upperBound, startsAnew: isFirst)))
        (isFirst, isTorn) = (false, false)
    }
}
