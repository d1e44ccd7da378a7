import COgg

/// Takes the sound out of an Ogg stream (RFC 3533): link after link of a chain, each with its comments. No I/O.
///
/// Of a link's streams the first one with Vorbis, Opus or FLAC in it is played; the others are passed over. What is
/// damaged is left out, and the sound goes on at the next whole packet, after a discontinuity.
package final class OggDemuxer {
    /// Bytes without the beginning of a stream, or without a page, after which nothing is hoped for.
    package static let patience: Int64 = 256 << 10

    private let pages = OggPages()
    private let canJump: Bool
    private var link = OggLink()
    /// The first link, once another one is read; kept where bytes can be had from anywhere.
    private var firstLink: OggLink?
    /// Pages may be any of the first link's, or of another one.
    private var isResumed = false
    /// What came before a stream began.
    private var idle: Int64 = 0
    private var hasSound = false

    /// - Parameter canJump: whether ``resumed()`` is called.
    package init(canJump: Bool = false) { self.canJump = canJump }

    /// Reads the same file again, from anywhere in its first link on. The position of the first packet comes before it. No
    /// sound comes where the bytes lie in another link.
    /// - Returns: nil before the first sound.
    package func resumed() -> OggDemuxer? {
        guard let link = (firstLink ?? link).resumed() else { return nil }
        let demuxer = OggDemuxer()
        demuxer.link = link
        demuxer.isResumed = true
        return demuxer
    }

    package func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (StreamElement) -> Void) {
        if !hasSound { idle += Int64(bytes.count) }
        pages.feed(bytes) { take($0, emit) }
    }

    private func take(_ page: UnsafeMutablePointer<ogg_page>, _ emit: (StreamElement) -> Void) {
        if ogg_page_bos(page) != 0 {
            if isResumed, !hasSound { return }
            if link.hasBegun {
                if canJump { firstLink = firstLink ?? link }
                link = OggLink(isTorn: link.isBroken)
            }
        }
        link.add(page) { element in
            hasSound = true
            emit(element)
        }
    }

    /// What is in it instead of sound that can be played, where there is none.
    package var unsupported: String? { hasSound || !link.hasBegun ? nil : link.unsupported }

    /// No sound is to be hoped for.
    package var isGarbage: Bool { !hasSound && idle > Self.patience }
}
