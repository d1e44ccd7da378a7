import CMalloc
import RadioFormats
import RadioHls

/// Fuzzes the reader of HLS playlists. Input: one byte that decides into which chunks a playlist is cut, then a
/// playlist. A byte 0x1E and a later playlist of the same stream may follow, such as a delta update of the first.
enum M3U8ReaderTarget: FuzzTarget {
    static let name = "M3U8Reader"

    static func run(_ input: UnsafeRawBufferPointer) {
        guard let seed = input.first else { return }
        checkMemory(UnsafeRawBufferPointer(rebasing: input.dropFirst()))
        let parts = input.dropFirst().split(separator: 0x1E, maxSplits: 1, omittingEmptySubsequences: false)
        let playlists = parts.map { read(UnsafeRawBufferPointer(rebasing: $0), seed: seed) }
        guard playlists.count == 2, case .media(let before) = playlists[0], case .media(let after) = playlists[1]
        else { return }
        do throws(HlsPlaylistError) {
            let merged = try before.merging(delta: after)
            if !before.isDelta { require(!merged.isDelta, "a delta update of a delta update") }
            check(merged)
            require(merged.footprint <= M3U8Reader.maximumKept, "\(merged.footprint) bytes")
            require(merged.segments.count == after.segments.count + after.skippedSegments, "segments were lost")
        } catch {
            require(error.reason == .cannotMerge && !error.sentence.isEmpty, "\(error)")
        }
    }

    /// Checks that a playlist takes no more memory than its `footprint` allows. The reader limits the `footprint`, so
    /// the memory is limited, too.
    private static func checkMemory(_ bytes: UnsafeRawBufferPointer) {
        let before = longwave_allocated_bytes()
        var reader = M3U8Reader()
        reader.feed(bytes)
        guard let playlist = try? reader.finish() else { return }
        reader = M3U8Reader()
        let taken = longwave_allocated_bytes() - min(before, longwave_allocated_bytes())
        let counted =
            switch playlist {
            case .media(let media): media.footprint
            case .multivariant(let multivariant): multivariant.footprint
            }
        require(counted <= M3U8Reader.maximumKept, "\(counted) bytes")
        // An array may have memory for twice as many elements as it contains. The 128 KiB are for warnings, whose
        // number is limited separately.
        require(taken <= 2 * counted + 131_072, "\(taken) bytes were taken, \(counted) counted")
    }

    private static func read(_ bytes: UnsafeRawBufferPointer, seed: UInt8) -> HlsPlaylist? {
        var results: [Result<HlsPlaylist, HlsPlaylistError>] = []
        Feeding.compare(bytes, seed: seed) { feedAll in
            var reader = M3U8Reader(imports: ["i": "imported", "j": "{$i}"], query: "q=1&r=%41%2&s")
            feedAll { reader.feed($0) }
            var digest = Digest()
            let result: Result<HlsPlaylist, HlsPlaylistError>
            do throws(HlsPlaylistError) {
                result = .success(try reader.finish())
            } catch {
                result = .failure(error)
            }
            if !results.contains(result) {
                results.append(result)
                check(result)
            }
            // Each different result has a number of its own, which is part of the digest. Equal results therefore give
            // equal digests.
            digest.event(1, number: results.firstIndex(of: result) ?? -1)
            return digest
        }
        return try? results.first?.get()
    }

    private static func check(_ result: Result<HlsPlaylist, HlsPlaylistError>) {
        switch result {
        case .success(let playlist): check(playlist)
        case .failure(let error):
            require(error.line >= 0 && !error.sentence.isEmpty, "an error without words")
            require(error.reason != .cannotMerge, "\(error)")
        }
    }

    private static func check(_ playlist: HlsPlaylist) {
        require(playlist.warnings.count <= M3U8Reader.maximumWarnings + 1, "\(playlist.warnings.count) warnings")
        require(playlist.warnings.allSatisfy { $0.line >= 0 && !$0.text.isEmpty }, "a warning without words")
        switch playlist {
        case .media(let media): check(media)
        case .multivariant(let multivariant):
            require(multivariant.variants.allSatisfy { !$0.uri.isEmpty && $0.bandwidth >= 0 }, "a variant")
            require(multivariant.renditions.allSatisfy { !$0.groupID.isEmpty }, "a rendition without a group")
            check(multivariant.sessionKeys)
        }
    }

    private static func check(_ playlist: MediaPlaylist) {
        require(playlist.targetDuration > .zero, "a target duration of \(playlist.targetDuration)")
        require(playlist.segments.count <= M3U8Reader.maximumSegments, "\(playlist.segments.count) segments")
        require(Set(playlist.dateRanges.map(\.id)).count == playlist.dateRanges.count, "a date range twice")
        var sequence = playlist.mediaSequence + Int64(playlist.skippedSegments)
        let segments = playlist.segments + [playlist.openSegment].compactMap { $0 }
        var discontinuity = segments.first?.discontinuity ?? 0
        for segment in segments {
            require(segment.sequence == sequence, "segment \(segment.sequence), not \(sequence)")
            sequence += 1
            let step = segment.discontinuity - discontinuity
            require(step == 0 || (step == 1 && segment.isDiscontinuous), "discontinuity \(segment.discontinuity)")
            discontinuity = segment.discontinuity
            require(segment.duration >= .zero, "a duration of \(segment.duration)")
            check(segment.byteRange)
            check(segment.map?.byteRange)
            check(segment.keys)
            for part in segment.parts { check(part.byteRange) }
            require(segment.programDateTime == nil || segment.wallClock == segment.programDateTime, "two dates")
        }
    }

    private static func check(_ range: HlsByteRange?) {
        guard let range else { return }
        require(range.offset >= 0 && range.length > 0, "\(range)")
        require(!range.offset.addingReportingOverflow(range.length).overflow, "\(range)")
    }

    private static func check(_ keys: [SegmentKey]) {
        require(keys.count <= M3U8Reader.maximumKeys, "\(keys.count) keys")
        for key in keys {
            require(key.iv == nil || key.iv?.count == 16, "an IV of \(key.iv?.count ?? 0) bytes")
            require(key.initializationVector(mediaSequence: -1).count == 16, "an IV")
        }
    }
}
