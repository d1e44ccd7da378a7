import COgg
import Glibc

/// Finds the pages of an Ogg stream (RFC 3533 §6) with libogg: whole pages with a right checksum.
final class OggPages {
    /// Number of bytes passed to libogg at once. libogg holds at most a page and this many bytes.
    private static let piece = 8192

    /// The state of libogg. Owned by this object and cleared in `deinit`.
    private let state: UnsafeMutablePointer<ogg_sync_state>
    /// Number of bytes that belong to no page.
    private(set) var garbage: Int64 = 0
    /// Number of apparent pages in ``garbage``: the checksum is wrong, or the bytes only look like a page.
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
    /// - Parameter take: receives each page, valid during the call.
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

    /// Passes the whole pages to `take`, and counts the bytes between them.
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
