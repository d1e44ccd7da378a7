import RadioFormats
import RadioHls
import TestSupport
import Testing

/// Reads playlists for tests.
enum ReadPlaylist {
    /// Reads a media playlist. The line `#EXTM3U` is added before the text.
    static func media(
        _ lines: String, imports: [String: String] = [:], query: String? = nil,
        source: SourceLocation = #_sourceLocation
    ) throws -> MediaPlaylist {
        guard
            case .media(let playlist) = try M3U8Reader.read(
                Array("#EXTM3U\n\(lines)".utf8), imports: imports, query: query)
        else {
            Issue.record("not a media playlist", sourceLocation: source)
            throw HlsPlaylistError(.unreadable, line: 0, "")
        }
        return playlist
    }

    /// Reads a multivariant playlist. The line `#EXTM3U` is added before the text.
    static func multivariant(
        _ lines: String, query: String? = nil, source: SourceLocation = #_sourceLocation
    ) throws -> MultivariantPlaylist {
        guard case .multivariant(let playlist) = try M3U8Reader.read(Array("#EXTM3U\n\(lines)".utf8), query: query)
        else {
            Issue.record("not a multivariant playlist", sourceLocation: source)
            throw HlsPlaylistError(.unreadable, line: 0, "")
        }
        return playlist
    }

    /// Reads a playlist in random chunks, several times, and fails unless each time gives the same playlist or the same
    /// error.
    @discardableResult
    static func verify(_ bytes: [UInt8], rounds: Int = 6) throws -> [RecordedEvent] {
        var results: [Result<HlsPlaylist, HlsPlaylistError>] = []
        return try ParserVerifier.verify(bytes, rounds: rounds) { chunks, emit in
            var reader = M3U8Reader()
            for chunk in chunks { reader.feed(chunk) }
            let result = Result { () throws(HlsPlaylistError) in try reader.finish() }
            // Two readings are compared by a number in an event: equal playlists and errors have the same number.
            if !results.contains(result) { results.append(result) }
            emit(.metadata([UInt8(results.firstIndex(of: result) ?? 255)]))
        }
    }

    /// Returns the error of reading this text, or nil if it can be read.
    static func error(_ text: String, imports: [String: String] = [:], query: String? = nil) -> HlsPlaylistError? {
        do throws(HlsPlaylistError) {
            _ = try M3U8Reader.read(Array(text.utf8), imports: imports, query: query)
            return nil
        } catch {
            return error
        }
    }
}

extension MediaTime {
    /// Returns a time of `seconds`, for shorter expectations.
    static func seconds(_ seconds: Double) -> MediaTime { MediaTime(seconds: seconds) }
}
