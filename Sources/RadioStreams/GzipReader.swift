import CZlib

/// Unpacks a gzip file (RFC 1952) as its bytes arrive.
///
/// The reader holds at most 64 KiB of unpacked bytes at a time, even if the input unpacks to a huge file. The receiver
/// can end the unpacking early.
final class GzipReader {
    /// The input is not valid gzip, or zlib could not be set up.
    struct Damaged: Error {}

    /// The first byte of every gzip file. No playlist begins with it.
    static let firstByte: UInt8 = 0x1F
    private static let pieceSize = 64 << 10

    // zlib keeps a pointer to this structure, so it must stay at the same place in memory.
    private let stream: UnsafeMutablePointer<z_stream>
    /// True once the whole file was unpacked.
    private(set) var isComplete = false

    init() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        isReady = longwave_inflate_init(stream) == Z_OK
    }

    /// False if zlib could not be set up, for lack of memory.
    private let isReady: Bool

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Unpacks bytes and passes the result to `take` in chunks, until `take` returns false.
    func feed(_ bytes: UnsafeRawBufferPointer, _ take: (UnsafeRawBufferPointer) -> Bool) throws(Damaged) {
        guard isReady else { throw Damaged() }
        guard !isComplete, !bytes.isEmpty else { return }
        // zlib does not write to its input.
        stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.assumingMemoryBound(to: UInt8.self).baseAddress)
        stream.pointee.avail_in = UInt32(bytes.count)
        defer { stream.pointee.next_in = nil }
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.pieceSize, alignment: 16)
        defer { piece.deallocate() }
        repeat {
            stream.pointee.next_out = piece.assumingMemoryBound(to: UInt8.self).baseAddress
            stream.pointee.avail_out = UInt32(piece.count)
            let status = inflate(stream, Z_NO_FLUSH)
            let count = piece.count - Int(stream.pointee.avail_out)
            if count > 0, !take(UnsafeRawBufferPointer(rebasing: piece[..<count])) { return }
            // zlib needs more input.
            if status == Z_BUF_ERROR { return }
            guard status == Z_OK || status == Z_STREAM_END else { throw Damaged() }
            isComplete = status == Z_STREAM_END
        } while !isComplete && (stream.pointee.avail_in > 0 || stream.pointee.avail_out == 0)
    }

    /// Returns the first unpacked bytes, at most `maximum`, or nil if the input is not gzip.
    static func begin(of bytes: [UInt8], maximum: Int) -> [UInt8]? {
        guard bytes.first == firstByte else { return nil }
        var plain: [UInt8] = []
        do {
            try bytes.withUnsafeBytes { bytes in
                try GzipReader().feed(bytes) { piece in
                    plain.append(contentsOf: piece.prefix(maximum - plain.count))
                    return plain.count < maximum
                }
            }
        } catch { return nil }
        return plain
    }
}
