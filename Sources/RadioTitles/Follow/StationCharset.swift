import RadioText

/// Evidence of the charset of a station's titles, shared by all feeds of the station.
final class StationCharset {
    let declared: String?
    var evidence = CharsetEvidence()

    init(declared: String?) { self.declared = declared }
}
