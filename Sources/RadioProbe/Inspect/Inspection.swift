import RadioAudio
import RadioFormats
import RadioLists
import RadioStreams
import RadioText

/// The content of a capture or file: the `InspectionReport` of the parsers, and the titles, tags and lists as the
/// player would read them.
///
/// docs/FORMATS.md describes how the program prints an inspection.
package struct Inspection: Hashable, Sendable {
    /// The text frames of one tag.
    ///
    /// The fields of an ID3v1 tag have the names of the ID3v2 frames with the same meaning, such as `TIT2`.
    package struct TagReading: Hashable, Sendable {
        /// The second number of an ID3v2 tag's version, such as 3 for ID3v2.3, or 1 for ID3v1. Nil if the tag was not
        /// read.
        package var version: Int?
        package var frames: [Id3Tag.TextFrame]
    }

    /// The metadata of a FLAC file, and the result of decoding it.
    package struct FlacReading: Hashable, Sendable {
        package var report: FlacReport
        package var comments: CommentReading?
        /// The result of decoding the file. Nil if the file has no frame, or if libFLAC refuses its header.
        package var check: FlacChecker.Report?
    }

    /// The encryption of an HLS segment that was decrypted before it was inspected.
    package struct Encryption: Hashable, Sendable {
        package var iv: [UInt8]
        /// The reason why decryption failed, or nil if it did not. If it failed, the other findings of the inspection
        /// are meaningless.
        package var failure: SegmentDecryptionError?
    }

    package var report: InspectionReport
    /// The encryption, if the input is a segment that was decrypted.
    package var encryption: Encryption?
    /// The SHA-256 of the sound, without response heads and metadata blocks, as 64 hexadecimal digits.
    package var soundSHA256: String?
    /// The title in each of `InspectionReport.blocks`.
    package var tracks: [TrackInfo]
    /// The charset of the metadata blocks with the reasons for this choice, or nil if all blocks are ASCII.
    package var charset: CharsetDecision?
    /// The text frames of each of `InspectionReport.tags`.
    package var tags: [TagReading]
    /// The title in each of `SegmentReport.metadata`, or nil if it names no track.
    package var segmentTracks: [TrackInfo?]
    /// The comments of each of `OggReport.links`, or nil if a link has none.
    package var linkComments: [CommentReading?]
    /// The findings about a FLAC file, or nil if the input is not a FLAC file.
    package var flac: FlacReading? {
        didSet {
            guard let flac else { return }
            switch flac.check?.verdict {
            case nil: report.problems.append(.noSound)
            case .wrong: report.problems.append(.wrongSamples)
            case .damaged: report.problems.append(.segmentDamage(flac.check?.damageCount ?? 0))
            case .right, .unknown, .incomplete: break
            }
        }
    }
    /// The chapters of an MP4 file. ``chapters`` has the chapters of every kind of file.
    var mp4Chapters: [Chapter] = []
    /// The chapters that a file states, in order; empty if it has none.
    package var chapters: [Chapter] {
        if !mp4Chapters.isEmpty { return mp4Chapters }
        let tagged = report.tags.lazy.filter { $0.kind == .id3v2 }.compactMap { Id3Tag($0.raw)?.chapters }
        let commented = (linkComments + [flac?.comments]).lazy.compactMap { comments in
            comments.map { Chapter.chapters(inFields: $0.fields.map { ($0.name, $0.value) }) }
        }
        return tagged.first { !$0.isEmpty } ?? commented.first { !$0.isEmpty } ?? []
    }
    /// The stations of a list in any format, or the reason why the list cannot be read. Nil if the input is not a list.
    package var list: Result<StationList, StationListError>? {
        didSet {
            // The missing sound is no problem of a list.
            if list != nil { report.problems.removeAll { $0 == .noSound } }
        }
    }
    /// The entries of an M3U, PLS, XSPF or ASX list; empty for other input. Relative addresses in M3U and PLS lists are
    /// not resolved, because the list's own address is unknown.
    package var entries: [PlaylistEntry]

    /// Reads the titles, tags, comments and list entries from the bytes in the parsers' report.
    ///
    /// - Parameters:
    ///   - report: the parsers' report.
    ///   - soundSHA256: the hash of the sound in hexadecimal digits.
    ///   - charset: the IANA name of the charset that the station declares for its titles, or nil.
    ///   - stationName: the station's name in its list. A title that only repeats this name or `icy-name` counts as no
    ///     title.
    package init(_ report: InspectionReport, soundSHA256: String?, charset: String? = nil, stationName: String? = nil) {
        self.report = report
        self.soundSHA256 = soundSHA256
        var evidence = CharsetEvidence()
        let names = StationNames([stationName] + report.responses.map(\.icy.name))
        var tracks: [TrackInfo] = []
        for block in report.blocks {
            tracks.append(
                TitleReader.read(
                    TimedMetadata(kind: .icy, raw: block.raw), charset: charset, names: names, evidence: &evidence))
        }
        self.tracks = tracks
        self.charset = evidence.isASCII ? nil : evidence.decision
        tags = report.tags.map { Self.read($0, charset) }
        segmentTracks = (report.segment?.metadata ?? []).map { item in
            var evidence = CharsetEvidence()
            return TitleReader.track(in: item.metadata, charset: charset, names: names, evidence: &evidence)
        }
        linkComments = (report.ogg?.links ?? []).map { $0.comments.flatMap(CommentReading.init) }
        let format = report.kind?.listFormat
        // An error, such as a missing libxml2, leaves the entries empty. It is reported when the list is played.
        entries = format.flatMap { try? PlaylistReader.read(report.text, as: $0, base: "") } ?? []
    }

    /// Returns the texts of a tag.
    ///
    /// The result for an APE tag is empty, because APE tags are not read.
    private static func read(_ tag: InspectionReport.Tag, _ charset: String?) -> TagReading {
        switch tag.kind {
        case .id3v2:
            let read = Id3Tag(tag.raw)
            return TagReading(version: read?.version, frames: read?.frames ?? [])
        case .id3v1:
            guard let read = Id3v1Tag(tag.raw) else { return TagReading(version: nil, frames: []) }
            let frames = read.texts.map {
                Id3Tag.TextFrame(id: $0.id, text: TextDecoding.decode($0.text, charset: charset))
            }
            return TagReading(version: 1, frames: frames)
        case .ape: return TagReading(version: nil, frames: [])
        }
    }
}
