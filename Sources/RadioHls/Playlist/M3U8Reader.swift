/// Reads playlists of HTTP Live Streaming: takes bytes, and returns an ``HlsPlaylist`` (RFC 8216 §4,
/// draft-pantos-hls-rfc8216bis §4).
///
/// A harmless fault causes a warning. Only content without a sensible meaning is an error. Warnings and errors state
/// their line. The result does not depend on how the bytes are divided between calls of ``feed(_:)``. Everything in a
/// playlist that can grow has one of the maximums below.
package struct M3U8Reader {
    /// The largest playlist in bytes. A longer one is refused.
    package static let maximumBytes = 4 << 20
    /// The longest line in bytes, before and after its variables are replaced. A longer one is refused.
    package static let maximumLine = 128 << 10
    /// The memory in bytes that a playlist may take. A playlist that needs more is refused.
    ///
    /// During a reload, a station's playlist is in memory twice.
    package static let maximumKept = 10 << 20
    /// The largest numbers of segments, parts and so on in a playlist. A playlist with more is refused.
    package static let maximumSegments = 65_536
    package static let maximumParts = 16_384
    package static let maximumVariants = 1000
    package static let maximumRenditions = 4000
    package static let maximumDateRanges = 10_000
    /// The largest number of keys in force at the same time, one for each encryption system.
    package static let maximumKeys = 16
    package static let maximumSessionKeys = 100
    /// The largest number of entries of each of these kinds: session data, preload hints, rendition reports.
    package static let maximumOthers = 1000
    /// The maximum number of warnings that are kept. Further ones are only counted.
    package static let maximumWarnings = 100

    private let imports: [String: String]
    private let query: String?
    private var byteCount = 0
    /// The bytes of a line whose end has not arrived yet.
    private var held: [UInt8] = []
    /// Whether the last byte was a CR, which ends a line. An LF after it is part of the same line end.
    private var isAfterReturn = false
    private var body: PlaylistBody

    /// - Parameters:
    ///   - imports: the multivariant playlist's ``MultivariantPlaylist/variables``, for EXT-X-DEFINE's IMPORT.
    ///   - query: the part of the playlist's URL after the question mark, for QUERYPARAM.
    package init(imports: [String: String] = [:], query: String? = nil) {
        self.imports = imports
        self.query = query
        body = PlaylistBody(variables: VariableScope(imports: imports, query: query))
    }

    /// Reads a whole playlist.
    /// - Throws: ``HlsPlaylistError``
    package static func read(
        _ bytes: [UInt8], imports: [String: String] = [:], query: String? = nil
    ) throws(HlsPlaylistError) -> HlsPlaylist {
        var reader = M3U8Reader(imports: imports, query: query)
        bytes.withUnsafeBytes { reader.feed($0) }
        return try reader.finish()
    }

    /// The error that makes the playlist useless. The error is set as soon as the faulty line has been read.
    package private(set) var failure: HlsPlaylistError?

    /// Whether nothing but blank lines was read. Some servers send an empty file while they have no playlist.
    package var isBlank: Bool { failure == nil && !body.isTextSeen && held.isEmpty }

    /// Takes the next bytes, which may be split anywhere.
    package mutating func feed(_ bytes: UnsafeRawBufferPointer) {
        guard failure == nil else { return }
        do throws(HlsPlaylistError) {
            // Bytes beyond the maximum are not read, so that the result does not depend on how the bytes are divided
            // between calls.
            let room = Self.maximumBytes - byteCount
            byteCount += min(bytes.count, room + 1)
            try take(UnsafeRawBufferPointer(rebasing: bytes.prefix(room)))
            if bytes.count > room {
                throw HlsPlaylistError(.tooLarge, line: 0, "It is longer than \(Self.maximumBytes) bytes.")
            }
        } catch {
            failure = error
            held = []
            body = PlaylistBody(variables: VariableScope(imports: [:], query: nil))
        }
    }

    /// Ends the playlist and returns it. Called when no bytes follow.
    ///
    /// - Throws: ``HlsPlaylistError``
    package mutating func finish() throws(HlsPlaylistError) -> HlsPlaylist {
        if let failure { throw failure }
        let last = held
        held = []
        // The last line may lack a line end.
        if !last.isEmpty {
            var result: HlsPlaylistError?
            last.withUnsafeBytes { line in
                do throws(HlsPlaylistError) { try body.take(line: line) } catch { result = error }
            }
            if let result { throw result }
        }
        return try body.finish()
    }

    /// Splits bytes into lines.
    private mutating func take(_ bytes: UnsafeRawBufferPointer) throws(HlsPlaylistError) {
        var start = 0
        // Lines end with LF, CR LF or, in files of old tools, CR.
        while start < bytes.count {
            if isAfterReturn {
                isAfterReturn = false
                if bytes[start] == 0x0A {
                    start += 1
                    continue
                }
            }
            guard let end = bytes[start...].firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else {
                try require(held.count + bytes.count - start)
                held.append(contentsOf: bytes[start...])
                return
            }
            isAfterReturn = bytes[end] == 0x0D
            let part = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
            start = end + 1
            try require(held.count + part.count)
            if held.isEmpty {
                try body.take(line: part)
                continue
            }
            held.append(contentsOf: part)
            var result: HlsPlaylistError?
            held.withUnsafeBytes { line in
                do throws(HlsPlaylistError) { try body.take(line: line) } catch { result = error }
            }
            held.removeAll(keepingCapacity: true)
            if let result { throw result }
        }
    }
    /// Throws if a line of this length in bytes is too long. The line's end may not have arrived yet.
    private func require(_ length: Int) throws(HlsPlaylistError) {
        guard length > Self.maximumLine else { return }
        var notes = body.notes
        notes.line += 1
        throw notes.longLine()
    }
}
