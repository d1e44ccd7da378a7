import TestSupport

/// Makes the body of an Opus stream in Ogg, with a link for each title. Each link begins with the first pages of the
/// same sound.
struct OggComposer: BodyComposer {
    /// The maximum size in bytes of a page of sound, without the page's header.
    static let bytesPerPage = 4096

    /// Returns the pages of sound that all links send. Their Opus packets contain random bytes.
    static func sound(seconds: Int) -> [UInt8] {
        var maker = OggMaker()
        _ = maker.page([OggMaker.opusHead()], isFirst: true) + maker.page([OggMaker.opusTags()])
        // Each packet contains 20 ms.
        let packets = bytesPerPage / packetLength
        return (0..<seconds * 50 / packets).flatMap { number in
            maker.page(
                (0..<packets).map { OggMaker.opusPacket(number * packets + $0, length: packetLength) },
                samples: packets * OggMaker.opusSamples)
        }
    }

    /// The length of a packet in bytes, with which the stream has 128 kbit/s including the page headers.
    private static let packetLength = 317

    /// Returns the two header pages of a link.
    static func headers(_ title: ScriptedTitle) -> [UInt8] {
        var fields = ["ENCODER=longwave-load"]
        if !title.artist.isEmpty { fields.append("ARTIST=\(title.artist)") }
        fields.append("TITLE=\(title.artist.isEmpty ? title.text : title.title)")
        var maker = OggMaker()
        return maker.page([OggMaker.opusHead()], isFirst: true) + maker.page([OggMaker.opusTags(fields)])
    }

    let metaint: Int? = nil
    /// The header pages of the current link.
    private var headers: [UInt8] = []
    /// The position in the sound's pages, in bytes, from which the current link continues.
    private var position = 0
    private var leftOfPage = 0

    /// Appends sound to `out`, and the headers of each new link. A link also ends with the sound; the next link then
    /// has the same headers.
    /// - Parameter block: Called before each page. Returns the headers of a new link, or at most one byte to continue
    ///   the current link.
    mutating func append(
        _ sound: Int, of ring: UnsafeBufferPointer<UInt8>, to out: inout [UInt8], block: () -> [UInt8],
        placed: (Range<Int>) -> Void
    ) {
        var left = sound
        while left > 0 {
            if leftOfPage == 0 {
                let bytes = block()
                if bytes.count > 1 { headers = bytes }
                if bytes.count > 1 || position == ring.count {
                    out += headers
                    placed(out.count - headers.count..<out.count)
                    position = 0
                }
                leftOfPage = Self.length(ofPageAt: position, ring)
            }
            let count = min(left, leftOfPage)
            out.append(contentsOf: UnsafeBufferPointer(rebasing: ring[position..<position + count]))
            position += count
            leftOfPage -= count
            left -= count
        }
    }

    /// Returns the length in bytes of the Ogg page that begins at `start` (RFC 3533 §6).
    private static func length(ofPageAt start: Int, _ ring: UnsafeBufferPointer<UInt8>) -> Int {
        let segments = Int(ring[start + 26])
        return 27 + segments + ring[start + 27..<start + 27 + segments].reduce(0) { $0 + Int($1) }
    }
}
