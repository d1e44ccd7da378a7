import RadioAudio
import RadioFormats
import RadioTape

/// A 16-bit WAV file with a stream's decoded sound.
final class WaveContainer: RecordingContainer {
    let suffix = "wav"

    private let stream: MediaFormat
    private let decoder: any AudioDecoder
    /// The format of the decoded sound; before the first sound, the format that the stream states.
    private var format: PCMFormat
    private var byteCount = 0

    init?(_ stream: MediaFormat) {
        guard let decoder = try? AudioDecoders.make(for: stream) else { return nil }
        self.stream = stream
        self.decoder = decoder
        format = PCMFormat(sampleRate: stream.sampleRate, channelCount: stream.channelCount)
    }

    var header: [UInt8] { WaveHeader(format: format, dataBytes: byteCount).bytes }

    var length: (offset: Int, bytes: [UInt8])? { (0, header) }

    /// Decodes a packet and appends its audible samples. Returns false if the packet's format differs or the file would
    /// become too large.
    func append(_ packet: Packet, _ stream: MediaFormat, to bytes: inout [UInt8]) -> Bool {
        guard stream.decodesLike(self.stream) else { return false }
        if packet.startsAnew { decoder.reset() }
        // A packet that cannot be decoded is left out of the file.
        guard let sound = try? decoder.decode(packet), sound.isPlausible, !sound.samples.isEmpty else { return true }
        if byteCount == 0 { format = sound.format }
        let rate = Double(sound.format.sampleRate) / Double(max(stream.sampleRate, 1))
        let (lead, tail) = (Int(Double(packet.lead) * rate), Int(Double(packet.tail) * rate))
        let heard = max(sound.frameCount - lead - tail, 0)
        let samples = sound.samples.dropFirst(lead * format.channelCount).prefix(heard * format.channelCount)
        guard sound.format == format, byteCount + 2 * samples.count <= WaveHeader.maximumDataBytes else { return false }
        for sample in samples {
            let value = Int16(clamping: Int((sample * 32_768).rounded()))
            bytes.append(UInt8(truncatingIfNeeded: value))
            bytes.append(UInt8(truncatingIfNeeded: value >> 8))
        }
        byteCount += 2 * samples.count
        return true
    }
}
