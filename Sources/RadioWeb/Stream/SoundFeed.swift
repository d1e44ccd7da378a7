import Longwave
import RadioFormats
import RadioLoop
import RadioStreams
import RadioTape

/// The sound that the player receives, as it comes, for the listeners of `/stream`.
///
/// A tap of the timeline copies the packets while anybody listens; the player's own sound does not wait for it. A
/// listener that reads too slowly loses sound. Used on the player's loop only.
final class SoundFeed {
    /// Bytes that are kept for slow listeners, and bytes that a new listener gets at once.
    static let kept = 512 << 10, burst = 128 << 10
    /// How much of the sound that was received before the first listener came is sent at once.
    static let beginning = MediaTime(value: 8, timescale: 1)
    static let maximumListeners = 32
    /// The number of bytes of sound between two titles (`icy-metaint`).
    static let metadataInterval = 16_000

    private var stopTapping: () -> Void = {}
    private var tap: TimelineTap?
    private weak var timeline: Timeline?
    private var container: (any RecordingContainer)?
    private var chunks: [[UInt8]] = []
    private var count = 0
    /// The number of the chunk after the last one.
    private var next = 0
    private var title = ""
    private var listeners: [ObjectIdentifier: Listener] = [:]

    var listenerCount: Int { listeners.count }

    /// Returns the answer for a new listener; nil if no sound was received yet.
    /// - Parameter wantsTitles: whether the listener wants titles in the sound (`Icy-MetaData: 1`).
    func response(wantsTitles: Bool, _ manager: isolated PlaybackManager) -> HTTPResponse? {
        if listeners.isEmpty { begin(manager) }
        read(manager)
        guard let container, let source = source(wantsTitles: wantsTitles) else {
            end()
            return nil
        }
        let item = manager.snapshot.item?.station.name ?? ""
        var headers = [(name: "icy-name", value: PlainText.clean(item))]
        if let rate = manager.snapshot.stream?.bitRate { headers.append(("icy-br", String(rate / 1000))) }
        if wantsTitles { headers.append(("icy-metaint", String(Self.metadataInterval))) }
        return HTTPResponse(200, type: Self.type(container.suffix), .source(source), headers: headers)
    }

    /// Returns the sound for a new listener; nil if none was received yet.
    func source(wantsTitles: Bool) -> (any HTTPSource)? {
        guard let container else { return nil }
        let listener = Listener(self, container.header, next: firstForNew, wantsTitles: wantsTitles)
        listeners[ObjectIdentifier(listener)] = listener
        return Subscription(listener)
    }

    private static func type(_ suffix: String) -> String {
        switch suffix {
        case "aac": "audio/aac"
        case "ogg", "opus": "audio/ogg"
        case "flac": "audio/flac"
        default: "audio/mpeg"
        }
    }

    private func begin(_ manager: isolated PlaybackManager) {
        manager.onArrival = { [weak self] in self?.read(manager) }
        stopTapping = { manager.onArrival = nil }
    }

    /// Ends all streams.
    func end() {
        stopTapping()
        (tap, timeline, container, chunks, count, listeners) = (nil, nil, nil, [], 0, [:])
    }

    private func read(_ manager: isolated PlaybackManager) {
        if let timeline = manager.timeline { take(timeline, title: manager.snapshot.onAir?.text ?? "") }
    }

    /// Copies the packets that have arrived.
    func take(_ timeline: Timeline, title: String) {
        if self.timeline !== timeline {
            self.timeline = timeline
            let place = timeline.packetNumber(at: timeline.range.end - Self.beginning.flicks)
            tap = TimelineTap(timeline, from: place)
        }
        self.title = title
        var bytes: [UInt8] = []
        tap?.read(timeline) { packet in
            add(packet, to: &bytes)
            return true
        }
        guard !bytes.isEmpty else { return }
        chunks.append(bytes)
        count += bytes.count
        next += 1
        while count > Self.kept, chunks.count > 1 { count -= chunks.removeFirst().count }
        for listener in listeners.values { listener.onMore() }
    }

    private func add(_ packet: Timeline.HeldPacket, to bytes: inout [UInt8]) {
        if container?.append(packet.packet, packet.format, to: &bytes) == true { return }
        // The sound has changed its format. Those who listen must connect again.
        if container != nil {
            for listener in listeners.values { listener.end() }
            (listeners, chunks, count) = ([:], [], 0)
            bytes = []
        }
        let tags =
            switch packet.format.framing {
            case .mpegAudio, .adts, .raw: nil as RecordingTags?
            case .vorbis, .opus, .flac, .pcm: RecordingTags(station: "", date: "")
            }
        container = RecordingContainers.container(for: packet.format, first: packet.bytes, tags: tags)
        _ = container?.append(packet.packet, packet.format, to: &bytes)
    }

    /// The number of the chunk with which a new listener begins.
    private var firstForNew: Int {
        var (left, first) = (Self.burst, next)
        for chunk in chunks.reversed() where left > 0 {
            left -= chunk.count
            first -= 1
        }
        return first
    }

    private func gone(_ listener: Listener) {
        listeners[ObjectIdentifier(listener)] = nil
        if listeners.isEmpty { end() }
    }

    /// Returns the first chunk that is kept from this number on, and the number after it; nil if there is none yet.
    private func chunk(_ number: Int) -> (bytes: [UInt8], next: Int)? {
        let first = max(number, next - chunks.count)
        return first < next ? (chunks[first - (next - chunks.count)], first + 1) : nil
    }

    /// One client that listens.
    private final class Listener {
        var onMore: () -> Void = {}
        private weak var feed: SoundFeed?
        private var pending: ArraySlice<UInt8>
        private var next: Int
        private var isOver = false
        /// The bytes of sound until the next title; nil if the listener wants none.
        private var untilTitle: Int?
        private var titleBytes: ArraySlice<UInt8> = []
        private var lastTitle: String?

        init(_ feed: SoundFeed, _ header: [UInt8], next: Int, wantsTitles: Bool) {
            (self.feed, pending, self.next) = (feed, header[...], next)
            untilTitle = wantsTitles ? SoundFeed.metadataInterval : nil
        }

        func end() {
            isOver = true
            onMore()
        }

        func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
            var filled = 0
            while filled < buffer.count {
                let part = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
                let count = titleBytes.isEmpty ? readSound(into: part) : Self.move(&titleBytes, into: part, part.count)
                guard count > 0 else { break }
                filled += count
            }
            return filled == 0 && (isOver || feed == nil) ? nil : filled
        }

        private func readSound(into buffer: UnsafeMutableRawBufferPointer) -> Int {
            if pending.isEmpty, !isOver, let (bytes, next) = feed?.chunk(next) {
                (pending, self.next) = (bytes[...], next)
            }
            let count = Self.move(&pending, into: buffer, min(buffer.count, untilTitle ?? .max))
            if let left = untilTitle {
                untilTitle = left - count
                if left == count { addTitle() }
            }
            return count
        }

        private static func move(
            _ bytes: inout ArraySlice<UInt8>, into buffer: UnsafeMutableRawBufferPointer, _ most: Int
        ) -> Int {
            let part = bytes.prefix(most)
            buffer.copyBytes(from: part)
            bytes = bytes.dropFirst(part.count)
            return part.count
        }

        private func addTitle() {
            untilTitle = SoundFeed.metadataInterval
            let title = feed?.title ?? ""
            titleBytes = title == lastTitle ? [0] : SoundFeed.metadata(title)[...]
            lastTitle = title
        }

        func leave() { feed?.gone(self) }
    }

    /// Returns a title as SHOUTcast's block of metadata: its length in units of 16 bytes, and the text.
    static func metadata(_ title: String) -> [UInt8] {
        let clean = PlainText.clean(title).replacing("';", with: "' ;")
        var text = Array("StreamTitle='".utf8)
        for character in clean where text.count + character.utf8.count < 255 * 16 - 2 { text += character.utf8 }
        text += "';".utf8
        let units = (text.count + 15) / 16
        return [UInt8(units)] + text + [UInt8](repeating: 0, count: units * 16 - text.count)
    }

    /// What the server holds of a listener. The listener leaves when the server releases this object.
    private final class Subscription: HTTPSource {
        private let listener: Listener
        let isPlain = true
        var onMore: () -> Void {
            get { listener.onMore }
            set { listener.onMore = newValue }
        }

        init(_ listener: Listener) { self.listener = listener }
        deinit { listener.leave() }

        func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? { listener.read(into: buffer) }
    }
}
