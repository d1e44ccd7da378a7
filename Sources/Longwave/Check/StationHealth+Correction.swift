import RadioFormats
import RadioLists

extension StationHealth {
    /// The station with its new addresses where it has moved, and with the codec and the bit rate that were found. Nil
    /// if the station needs no correction, or does not play.
    public var corrected: Station? { correction?.new }

    /// The correction for the station's entry in its list, or nil if the entry is right or no address plays.
    ///
    /// Addresses with permanent redirects are replaced. If none of the station's addresses plays, ``found`` replaces
    /// the first address. Codec and bit rate are those of the first address that plays.
    package var correction: StationCorrection? {
        guard let playing = playing ?? found else { return nil }
        var correction = StationCorrection(station)
        for (old, new) in moved { correction.move(old, to: new) }
        if !isAlive, let old = station.urls.first, let found {
            correction.move(old, to: found.redirects.permanentURL ?? found.url)
        }
        if let codec = playing.codecName, Self.differs(station.codec, codec) { correction.setCodec(codec) }
        if let rate = playing.bitRate,
            BitRateReading.differs(station.bitRate, found: rate, isNamed: playing.format?.bitRate != nil)
        {
            correction.setBitRate(rate)
        }
        return correction.changes.isEmpty ? nil : correction
    }

    /// Returns whether the codec `listed` in a station list differs from the codec `found` in the stream.
    ///
    /// Other common spellings of the same codec are no difference, because people write a codec in many ways.
    static func differs(_ listed: String?, _ found: String) -> Bool {
        guard let listed else { return true }
        let text = plain(listed)
        if text == plain(found) { return false }
        switch found {
        // People use the marketing names of HE-AAC, such as "aac+", for both of its versions.
        case "HE-AAC": return !["aac+", "aacp", "aacplus", "heaacv1"].contains(text)
        case "HE-AAC v2": return !["aac+", "aacp", "aacplus", "eaac+", "aac+v2"].contains(text)
        case "MP3": return !["mpeg", "mpegaudio", "audiompeg", "mpeg1layer3", "mpeg2layer3"].contains(text)
        // Lists may give the name of the container, Ogg, for any of these codecs.
        case "Vorbis", "Opus", "FLAC": return !["ogg", "ogg" + plain(found)].contains(text)
        case _: return true
        }
    }

    private static func plain(_ text: String) -> String {
        text.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "+" }
    }
}
