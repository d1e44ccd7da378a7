import COgg

/// Takes the sound out of an Ogg stream (RFC 3533): link after link of a chain, each with its comments. No I/O.
///
/// Of a link's streams the first one with Vorbis, Opus or FLAC in it is played; the others are passed over. What is
/// damaged is left out, and the sound goes on at the next whole packet, after a discontinuity.
package final class OggDemuxer {
    /// Bytes without the beginning of a stream, or without a page, after which nothing is hoped for.
    package static let patience: Int64 = 256 << 10

    private let pages = OggPages()
    private var link = OggLink()
    /// What came before a stream began.
    private var idle: Int64 = 0
    private var hasSound = false

    package init() {}

    package func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (StreamElement) -> Void) {
        if !hasSound { idle += Int64(bytes.count) }
        pages.feed(bytes) { take($0, emit) }
    }

    private func take(_ page: UnsafeMutablePointer<ogg_page>, _ emit: (StreamElement) -> Void) {
        if ogg_page_bos(page) != 0, link.hasBegun { link = OggLink(isTorn: link.isBroken) }
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
