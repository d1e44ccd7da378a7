/// The content of a `moov` box (ISO/IEC 14496-12 §8.2.1), the main part of an initialization section.
package struct Mp4Movie: Hashable, Sendable {
    /// Maximum number of tracks that are read; further ones are ignored.
    static let maximumTracks = 32

    package private(set) var tracks: [Mp4Track] = []
    /// Index of the played track: the first sound track that can be decoded, otherwise the first sound track; nil if
    /// there is none.
    package private(set) var soundTrackIndex: Int?
    /// True if the `moov` box announces fragments with an `mvex` box.
    package private(set) var isFragmented = false

    /// The chapters in Nero's format.
    package private(set) var chapters: [Chapter] = []

    /// The text track with the titles of the chapters, which the played track names; nil if there is none.
    var chapterTrack: Mp4Track? {
        guard let ids = soundTrack?.chapterTracks else { return nil }
        return tracks.first { ids.contains($0.id) && $0.tables != nil && $0.timescale > 0 }
    }

    package var soundTrack: Mp4Track? { soundTrackIndex.map { tracks[$0] } }

    /// The reason why the movie's sound cannot be played; nil if it can be played.
    package var problem: SegmentProblem? {
        guard let soundTrack else { return .noSound }
        return soundTrack.problem
    }

    /// Reads a `moov` box.
    /// - Parameter body: the box's body.
    init(_ body: UnsafeRawBufferPointer) {
        let timescale = BoxReader.first("mvhd", in: body).map { Mp4Track.timescale($0) } ?? 0
        var reader = BoxReader(body)
        while let box = reader.next() {
            switch box.type {
            case "trak":
                guard tracks.count < Self.maximumTracks else { continue }
                if let track = Mp4Track(box.body, in: body, movieTimescale: timescale) { tracks.append(track) }
            case "mvex": isFragmented = true
            case _: break
            }
        }
        if let extends = BoxReader.first("mvex", in: body) { readDefaults(extends) }
        for index in tracks.indices where tracks[index].defaults.duration == 0 {
            tracks[index].defaults.duration = tracks[index].frameDuration
        }
        chapters = Mp4Chapters.chapters(movie: body)
        let sounds = tracks.indices.filter { tracks[$0].isSound }
        soundTrackIndex = sounds.first { tracks[$0].problem == nil } ?? sounds.first
    }

    /// Reads each track's default values for fragments (`trex`).
    private mutating func readDefaults(_ extends: UnsafeRawBufferPointer) {
        var reader = BoxReader(extends)
        while let box = reader.next() {
            guard box.type == "trex" else { continue }
            var fields = ByteReader(box.body, at: 4)
            let id = fields.read(UInt32.self)
            let defaults = SampleDefaults(
                description: fields.read(UInt32.self), duration: fields.read(UInt32.self),
                size: fields.read(UInt32.self))
            guard !fields.isExhausted, let index = tracks.firstIndex(where: { $0.id == id }) else { continue }
            tracks[index].defaults = defaults
        }
    }
}
