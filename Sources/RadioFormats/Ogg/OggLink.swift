import COgg

/// One link of an Ogg chain: of the logical streams that begin together the one with sound is taken apart, and the granule
/// positions of its pages say what of its packets is heard.
final class OggLink {
    /// Streams side by side that are looked at.
    static let maximumStreams = 16

    private var streamCount = 0
    private var sounds: [(packets: OggPackets, track: any OggTrack)] = []
    /// The stream that is played: of those with sound the first that goes on.
    private var sound: (packets: OggPackets, track: any OggTrack)?
    private var foreignSound: String?
    private var video: String?
    /// The headers of the sound that would be played are not taken.
    private var refused: String?
    /// Pages came that are not the first of a stream.
    private(set) var hasBegun = false
    /// Granule position behind what was given; nil before the first page of sound.
    private var position: Int64?
    private var preSkipLeft = 0
    /// Granule position of the first sample that is heard; nil before the first page of sound.
    private var origin: Int64?
    private var isFirst = true
    /// The next packet does not continue what came before.
    private var isTorn: Bool
    /// The last page of its sound came.
    private(set) var isComplete = false
    /// Packets of the page: their bytes and samples.
    private var page: [(bytes: UnsafeRawBufferPointer, count: Int)] = []

    /// Samples per channel that the last page cut off.
    private(set) var trimmedCount = 0

    var format: MediaFormat? { sound?.track.format }
    var comments: [UInt8]? { sound?.track.metadata.first { $0.kind == .vorbisComment }?.raw }
    var playedSerial: Int32? { sound?.packets.serial }

    /// - Parameter isTorn: the link before it broke off.
    init(isTorn: Bool = false) { self.isTorn = isTorn }

    /// Reads the link again, from any of its pages on. The first packet has its position before it.
    /// - Returns: nil where the link's sound has not begun.
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

    /// Sound was given, and its end did not come.
    var isBroken: Bool { !isFirst && !isComplete }

    var hasSound: Bool { !sounds.isEmpty }

    /// What is in it instead of sound that can be played, where there is none.
    var unsupported: String? {
        if hasSound { return refused }
        return foreignSound ?? video.map { "video (\($0)) without sound" }
    }

    /// Whether a stream is the one that is played, or may be.
    func wants(_ serial: Int32) -> Bool {
        sound.map { $0.packets.serial == serial } ?? sounds.contains { $0.packets.serial == serial }
    }

    /// A page that belongs to it.
    func add(_ page: UnsafeMutablePointer<ogg_page>, _ emit: (StreamElement) -> Void) {
        ogg_page_bos(page) == 0 ? take(page, emit) : begin(page)
    }

    /// A stream's first page.
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

    /// Any other page.
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

    private func gather(_ packets: OggPackets, _ emit: (StreamElement) -> Void) {
        page.removeAll(keepingCapacity: true)
        while true {
            switch packets.next() {
            case .none: return
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

    /// Packets are missing behind those of the page that were gathered so far.
    private func lose(_ emit: (StreamElement) -> Void) {
        give(granule: nil, isLast: false, emit)
        page.removeAll(keepingCapacity: true)
        sound?.track.didLosePackets()
        // Nothing is torn before there is something.
        isTorn = isTorn || !isFirst
        position = nil
    }

    /// Gives the packets of the page that are heard.
    /// - Parameters:
    ///   - granule: the position behind the last of them.
    ///   - isLast: nothing of the stream follows, so that the position may cut their end off.
    private func give(granule: Int64?, isLast: Bool, _ emit: (StreamElement) -> Void) {
        guard !page.isEmpty, let sound, let format = sound.track.format else { return }
        // A page that is the last may be cut off, and does not tell where it begins.
        let isUnplaced = isFirst && origin != nil
        if isUnplaced, granule == nil || isLast { return }
        let total = page.reduce(0) { $0 + Int64($1.count) }
        var tail = 0
        if let granule {
            let start = granule.subtractingReportingOverflow(total)
            if isLast {
                // A stream of one page begins at zero.
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
            // What of the packet is heard.
            let start = min(max(lead - at, 0), packet.count)
            let end = max(min(heardEnd - at, packet.count), start)
            at += packet.count
            give(packet, start..<end, format, emit)
        }
        preSkipLeft = max(lead - Int(total), 0)
    }

    /// - Parameter heard: of the packet's samples; the others are only decoded.
    private func give(
        _ packet: (bytes: UnsafeRawBufferPointer, count: Int), _ heard: Range<Int>, _ format: MediaFormat,
        _ emit: (StreamElement) -> Void
    ) {
        // Cut off at the stream's end, it is of no use; at the beginning it primes the decoder.
        if heard.isEmpty, packet.count > 0, heard.lowerBound < packet.count { return }
        if isFirst {
            emit(.format(format))
            for metadata in sound?.track.metadata ?? [] { emit(.metadata(metadata)) }
        }
        if isTorn { emit(.discontinuity) }
        emit(
            .packet(
                Packet(
                    bytes: packet.bytes, sampleCount: heard.count, lead: heard.isEmpty ? 0 : heard.lowerBound,
                    tail: heard.isEmpty ? 0 : packet.count - heard.upperBound, startsAnew: isFirst)))
        (isFirst, isTorn) = (false, false)
    }
}
