import RadioAudio
import RadioFormats

/// What is known of the stream that is being received.
public struct StreamDescription: Hashable, Sendable {
    /// The address that brings the sound, after lists and redirects.
    public var url: String
    /// What the server calls itself (`icy-name`), cleaned for display.
    public var serverName: String?
    public var genre: String?
    public var contentType: String?
    public var format: MediaFormat?
    /// What the packets really decode to; nil before the first one.
    public var pcm: PCMFormat?
    /// Two channels are made of one by what the packets tell of them: HE-AAC v2.
    package var isParametricStereo = false
    /// Bits a second: named by the stream or the server.
    public var bitRate: Int?
    /// Whether titles are sent in the stream.
    public var hasTitles: Bool
    /// The length of a finite item; nil of a live station, and before anything is known of it.
    public var duration: Duration?
    /// Every sample of ``duration`` was counted. Else it is what a playlist or a header without samples says, or is reckoned from the
    /// bit rate so far.
    public var isDurationPrecise = false

    package init(url: String, hasTitles: Bool = false) {
        self.url = url
        self.hasTitles = hasTitles
    }

    /// As people call it: `MP3`, `AAC`, and once it decodes `HE-AAC` or `HE-AAC v2`. Nil before the format is known.
    public var codecName: String? { format?.codecName(decoded: pcm, isParametricStereo: isParametricStereo) }

    /// `MP3 128 kbit/s`, `HE-AAC`, `FLAC 24 bit/96 kHz`: for a status line.
    public var summary: String {
        var words = [codecName].compactMap { $0 }
        if let format, let bits = format.bitsPerSample {
            let tenths = (format.sampleRate + 50) / 100
            let rate = tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
            words.append("\(bits) bit/\(rate) kHz")
        }
        if let bitRate, bitRate > 0 { words.append("\((bitRate + 500) / 1000) kbit/s") }
        return words.joined(separator: " ")
    }
}
