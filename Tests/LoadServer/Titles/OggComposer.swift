import TestSupport

/// An Opus stream in Ogg: a link for each title, and each link with the pages of the same sound from their beginning on.
struct OggComposer: BodyComposer {
    /// Of the sound's pages, headers excepted.
    static let bytesPerPage = 4096

    /// Pages of sound, whole, one after the other.
    static func sound(seconds: Int) -> [UInt8] {
        var maker = OggMaker()
        _ = maker.page([OggMaker.opusHead()], isFirst: true) + maker.page([OggMaker.opusTags()])
        // 20 ms each.
        let packets = bytesPerPage / packetLength
        return (0..<seconds * 50 / packets).flatMap { number in
            maker.page(
                (0..<packets).map { OggMaker.opusPacket(number * packets + $0, length: packetLength) },
                samples: packets * OggMaker.opusSamples)
        }
    }

    /// 128 kbit/s with the headers of the pages.
    private static let packetLength = 317

    /// The two pages that a link begins with.
    static func headers(_ title: ScriptedTitle) -> [UInt8] {
        var fields = ["ENCODER=longwave-load"]
        if !title.artist.isEmpty { fields.append("ARTIST=\(title.artist)") }
        fields.append("TITLE=\(title.artist.isEmpty ? title.text : title.title)")
        var maker = OggMaker()
        return maker.page([OggMaker.opusHead()], isFirst: true) + maker.page([OggMaker.opusTags(fields)])
    }

    let metaint: Int? = nil
    /// Of the present link.
    private var headers: [UInt8] = []
    /// In the sound.
    private var position = 0
    private var leftOfPage = 0

    /// - Parameter block: the headers of a new link, asked before each page; not longer than a byte where the present one goes on.
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

    /// RFC 3533 §6.
    private static func length(ofPageAt start: Int, _ ring: UnsafeBufferPointer<UInt8>) -> Int {
        let segments = Int(ring[start + 26])
        return 27 + segments + ring[start + 27..<start + 27 + segments].reduce(0) { $0 + Int($1) }
    }
}
