import COgg

/// Demuxes an Ogg stream (RFC 3533): emits the sound of all links in order, and each link's comments before its sound.
/// It does no I/O.
///
/// In each link, the logical stream of Vorbis, Opus or FLAC whose second page arrives first is played. The link's other
/// logical streams are skipped. Damaged parts are left out; after a discontinuity, the sound continues with the next
/// complete packet.
package final class OggDemuxer {
    /// Number of bytes without any sound at the beginning, after which the input is regarded as garbage.
    package static let patience: Int64 = 256 << 10
    /// Number of bytes that may come before the sound of a stream that can be played. The stream's comments may contain
    /// large pictures.
    package static let headerPatience: Int64 = 64 << 20

    private let pages = OggPages()
    private let canJump: Bool
    private var link = OggLink()
    /// The first link, once another link has begun; kept only if ``resumed()`` may be called.
    private var firstLink: OggLink?
    /// True if ``resumed()`` created this demuxer. The first page that it receives may then be from the middle of the
    /// first link, or from another link.
    private var isResumed = false
    /// Number of bytes received before the first sound.
    private var idle: Int64 = 0
    private var hasSound = false

    /// Creates a demuxer at the beginning of a stream.
    /// - Parameter canJump: whether ``resumed()`` will be called.
    package init(canJump: Bool = false) { self.canJump = canJump }

    /// Returns a new demuxer for the same file, used after a seek. Its first byte may be any byte of the file's first
    /// link.
    ///
    /// The new demuxer emits a position before its first packet. It emits no sound if the bytes that it receives belong
    /// to another link.
    /// - Returns: nil if this demuxer has not reached the first sound yet.
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

    /// Takes a page, and passes it to the current link. If the page is the first of a logical stream, but the current
    /// link already received later pages, begins a new link first.
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

    /// Description of the current link's content if none of its sound can be played; nil if some can, if sound was
    /// emitted before, or if the content is not known yet.
    package var unsupported: String? { hasSound || !link.hasBegun ? nil : link.unsupported }

    /// True if so many bytes were received without sound that none is to be expected: more than ``patience``, or more
    /// than ``headerPatience`` if the current link has a stream that can be played.
    package var isGarbage: Bool { !hasSound && idle > (link.hasSound ? Self.headerPatience : Self.patience) }
}
