import RadioAudio
import RadioFormats
import RadioInspect
import RadioLists
import RadioStreams
import RadioText

/// What a capture or file holds, and how it is read: the parsers' `InspectionReport` with titles, tags and lists read as
/// the player reads them. docs/INSPECT.md describes how the program prints it.
package struct Inspection: Hashable, Sendable {
    /// The text frames of one tag; ID3v1's fields under the names of ID3v2.
    package struct TagReading: Hashable, Sendable {
        /// The second number of an ID3v2 tag's version; 1 for ID3v1; nil where it was not read.
        package var version: Int?
        package var frames: [Id3Tag.TextFrame]
    }

    /// What a FLAC file says of itself, and what decoding it came to.
    package struct FlacReading: Hashable, Sendable {
        package var report: FlacReport
        package var comments: CommentReading?
        /// Nil where no frame came, or libFLAC refuses the header.
        package var check: FlacChecker.Report?
    }

    /// What was taken away before anything was read.
    package struct Encryption: Hashable, Sendable {
        package var iv: [UInt8]
        /// Why it could not be; the rest of the inspection is worth nothing then.
        package var failure: SegmentDecryptionError?
    }

    package var report: InspectionReport
    /// Of a segment that was read with its key.
    package var encryption: Encryption?
    /// SHA-256 of the sound, without heads and metadata blocks: 64 hexadecimal digits.
    package var soundSHA256: String?
    /// The reading of each block in `InspectionReport.blocks`.
    package var tracks: [TrackInfo]
    /// The blocks' charset and why; nil where all of them were ASCII.
    package var charset: CharsetDecision?
    /// The reading of each tag in `InspectionReport.tags`.
    package var tags: [TagReading]
    /// The reading of each piece of timed metadata in `SegmentReport.metadata`; nil where it names no track.
    package var segmentTracks: [TrackInfo?]
    /// The reading of the comments of each link in `OggReport.links`; nil where it has none.
    package var linkComments: [CommentReading?]
    /// Nil where it is no FLAC file.
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
    /// The stations of a list in any format, or why it cannot be read; nil where it is no list.
    package var list: Result<StationList, StationListError>? {
        didSet {
            // What is a list is known, though it is no sound.
            if list != nil { report.problems.removeAll { $0 == .noSound } }
        }
    }
    /// What a list (M3U, PLS, XSPF or ASX) names. Relative addresses stay as they are in M3U and PLS.
    package var entries: [PlaylistEntry]

    /// Reads what the parsers found.
    /// - Parameters:
    ///   - report: of the parsers.
    ///   - soundSHA256: of the sound, in hexadecimal digits.
    ///   - charset: what the station declares for its titles (an IANA name); nil where it does not.
    ///   - stationName: what its list calls the station, beside `icy-name`: a title that says no more than that is none.
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
        // What libxml2 cannot read for its absence is said where such a list is played.
        entries = format.flatMap { try? PlaylistReader.read(report.text, as: $0, base: "") } ?? []
    }

    private static func read(_ tag: InspectionReport.Tag, _ charset: String?) -> TagReading {
        switch tag.kind {
        case .id3v2:
            let read = Id3Tag(tag.raw)
            return TagReading(version: read?.version, frames: read?.frames ?? [])
        case .id3v1:
            guard let read = Id3v1Tag(tag.raw) else { return TagReading(version: nil, frames: []) }
            let fields = [("TIT2", read.title), ("TPE1", read.artist), ("TALB", read.album), ("TYER", read.year)]
            let frames = fields.filter { !$0.1.isEmpty }.map {
                Id3Tag.TextFrame(id: $0.0, text: TextDecoding.decode($0.1, charset: charset))
            }
            return TagReading(version: 1, frames: frames)
        case .ape: return TagReading(version: nil, frames: [])
        }
    }
}
