import COgg
import Glibc

/// Finds the complete pages with a right checksum in an Ogg stream (RFC 3533 §6) with libogg.
final class OggPages {
    /// Number of bytes passed to libogg at once. libogg's buffer thus contains at most a page and this many bytes.
    private static let piece = 8192

    /// libogg's state of the search for pages. Owned by this object and cleared in `deinit`.
    private let state: UnsafeMutablePointer<ogg_sync_state>
    /// Number of bytes so far that belong to no page.
    private(set) var garbage: Int64 = 0
    /// Number of apparent pages in ``garbage``: pages with a wrong checksum, and other bytes with the signature of a
    /// page.
    private(set) var damagedCount = 0

    init() {
        state = .allocate(capacity: 1)
        ogg_sync_init(state)
    }

    deinit {
        ogg_sync_clear(state)
        state.deallocate()
    }

    /// Takes the next bytes.
    /// - Parameter take: receives each page. The page is valid only during the call.
    func feed(_ bytes: UnsafeRawBufferPointer, _ take: (UnsafeMutablePointer<ogg_page>) -> Void) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = min(rest.count, Self.piece)
            guard let room = ogg_sync_buffer(state, count) else { return }
            memcpy(room, bytes.baseAddress! + rest.startIndex, count)
            ogg_sync_wrote(state, count)
            rest = rest.dropFirst(count)
            drain(take)
        }
    }

    /// Passes the complete pages that libogg has found to `take`, and adds the bytes between them to ``garbage``.
    private func drain(_ take: (UnsafeMutablePointer<ogg_page>) -> Void) {
        var page = ogg_page()
        while true {
            let count = ogg_sync_pageseek(state, &page)
            if count > 0 {
                take(&page)
            } else if count < 0 {
                garbage -= Int64(count)
                let skipped = state.pointee.data + Int(state.pointee.returned) + count
                if memcmp(skipped, "OggS", min(4, -count)) == 0, count <= -4 { damagedCount += 1 }
            } else {
                return
            }
        }
    }
}
