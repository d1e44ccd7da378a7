import COgg

/// Demuxes an Ogg stream (RFC 3533): the links of a chain in order, each with its comments. No I/O.
///
/// Of a link's logical streams, the first one with Vorbis, Opus or FLAC is played and the others are skipped. Damaged
/// parts are left out; after a discontinuity, the sound continues with the next complete packet.
package final class OggDemuxer {
    /// Number of bytes without sound after which the input is regarded as garbage.
    package static let patience: Int64 = 256 << 10

    private let pages = OggPages()
    private let canJump: Bool
    private var link = OggLink()
    /// The first link, while another link is read; kept only if ``resumed()`` may be called.
    private var firstLink: OggLink?
    /// True if ``resumed()`` created this demuxer. Its first page may then be in the middle of the first link, or in
    /// another link.
    private var isResumed = false
    /// Number of bytes received before the first sound.
    private var idle: Int64 = 0
    private var hasSound = false

    /// Creates a demuxer at the beginning of a stream.
    /// - Parameter canJump: whether ``resumed()`` will be called.
    package init(canJump: Bool = false) { self.canJump = canJump }

    /// Returns a new demuxer for the same file that can begin at any byte of the file's first link.
    ///
    /// The new demuxer emits a position before its first packet. It emits no sound if the bytes belong to another link.
    /// - Returns: nil before this demuxer has reached the first sound.
    package func resumed() -> OggDemuxer? {
        guard let link = (firstLink ?? link).resumed() else { return nil }
        let demuxer = OggDemuxer()
        demuxer.link = link
        demuxer.isResumed = true
        return demuxer
    }

    /// Takes the next bytes of the stream.
    package func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (StreamElement) -> Void) {
        if !hasSound { idle += Int64(bytes.count) }
        pages.feed(bytes) { take($0, emit) }
    }

    /// Takes a page: begins a new link if the page requires one, and passes the page to the current link.
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

    /// Description of the current link's content if the stream has no playable sound so far; nil if it has, or if the
    /// content is not known yet.
    package var unsupported: String? { hasSound || !link.hasBegun ? nil : link.unsupported }

    /// True if more than ``patience`` bytes contained no sound, so that none is to be expected.
    package var isGarbage: Bool { !hasSound && idle > Self.patience }
}
