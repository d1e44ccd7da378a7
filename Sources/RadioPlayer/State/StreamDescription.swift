import RadioAudio
import RadioFormats

/// The known properties of the stream that is received.
public struct StreamDescription: Hashable, Sendable {
    /// The address that delivers the sound. If the item's address leads to a list or a redirect, this is the last
    /// address.
    public var url: String
    /// The server's name for itself (`icy-name`), cleaned for display.
    public var serverName: String?
    public var genre: String?
    public var contentType: String?
    public var format: MediaFormat?
    /// The format that the packets actually decode to; nil before the first packet.
    public var pcm: PCMFormat?
    /// Whether the stream has parametric stereo (HE-AAC v2): one channel, with data from which the decoder makes two.
    package var isParametricStereo = false
    /// The bit rate in bits per second, as the stream or the server states it.
    public var bitRate: Int?
    /// Whether the server sends ICY titles in the stream.
    public var hasTitles: Bool
    /// The length of a finite item; nil for a live station, and while the length is unknown.
    public var duration: Duration?
    /// Whether ``duration`` is exact: a header counts the samples, or all of the item was received.
    ///
    /// If false, the duration comes from a playlist or from a header that does not count samples, or is estimated from
    /// the sound and bytes received so far.
    public var isDurationPrecise = false

    /// The chapters of a file, or the tracks of the cue sheet beside it, in order.
    public var chapters: [Chapter] = []

    /// The codec, its common name and ``summary``, if another process told them in place of ``format``.
    package struct Label: Hashable, Sendable {
        package var codec: AudioCodec?
        package var name: String
        package var summary: String

        package init(codec: AudioCodec?, name: String, summary: String) {
            (self.codec, self.name, self.summary) = (codec, name, summary)
        }
    }
    package var label: Label?
    package var codec: AudioCodec? { format?.codec ?? label?.codec }

    package init(url: String, hasTitles: Bool = false) {
        self.url = url
        self.hasTitles = hasTitles
    }

    /// The common name of the codec: `MP3`, `AAC`, and after decoding `HE-AAC` or `HE-AAC v2`; nil before the format is
    /// known.
    public var codecName: String? {
        format?.codecName(decoded: pcm, isParametricStereo: isParametricStereo) ?? label?.name
    }

    /// The stream in a few words, for a status line: `MP3 128 kbit/s`, `HE-AAC`, `FLAC 24 bit/96 kHz`.
    public var summary: String {
        if let label { return label.summary }
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
