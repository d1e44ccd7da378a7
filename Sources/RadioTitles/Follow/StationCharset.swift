import RadioText

/// What a station's titles told of their charset so far, wherever they were read.
final class StationCharset {
    let declared: String?
    var evidence = CharsetEvidence()

    init(declared: String?) { self.declared = declared }
}
