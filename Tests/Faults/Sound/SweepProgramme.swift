import Glibc
import TestSupport

/// The programme of a test station. Any short stretch of its sound shows its position in the programme, to about a
/// millisecond, so that rows can measure lost and repeated sound.
///
/// The left channel is one sweep over the whole programme, from 400 to 4,000 Hz. The right channel is a sweep from 500
/// to 3,500 Hz every four seconds. The right channel shows the position within the four seconds, and the left one shows
/// which four seconds. As with a real station, no two frames are equal, so that a player can join connections.
package struct SweepProgramme: Sendable {
    package enum Codec: String, Sendable { case mp3, aac }

    package static let sampleRate = 44_100
    static let leftHertz = 400.0...4000.0
    static let rightHertz = 500.0...3500.0
    static let period = 4.0

    package let codec: Codec
    /// The encoded programme: complete frames without anything between them. When the programme repeats, the first
    /// frame follows the last.
    package let bytes: [UInt8]
    /// The duration of all frames in seconds. A position in the programme is a number of seconds from 0 up to this
    /// duration.
    package let seconds: Double
    /// The duration of the left channel's sweep in seconds, without the silence that the encoder adds.
    let sweepSeconds: Double

    package var contentType: String { codec == .mp3 ? "audio/mpeg" : "audio/aac" }

    package static let isMakeable = ChildProcess.exists("ffmpeg")

    /// Encodes the programme with ffmpeg, or reads it from `cache`.
    /// - Parameters:
    ///   - seconds: The duration, a multiple of four. The programme may be some frames longer.
    ///   - kilobits: The bit rate in kbit/s.
    ///   - cache: A folder that keeps the programme from run to run.
    package init(_ codec: Codec, seconds: Int, kilobits: Int = 128, cache: String? = nil) throws {
        let temporary = try cache == nil ? TemporaryDirectory() : nil
        let folder = cache ?? temporary!.path
        let file = "\(folder)/sweeps-\(seconds)\(kilobits == 128 ? "" : "-\(kilobits)k").\(codec.rawValue)"
        if access(file, R_OK) != 0 {
            try Self.encode(codec, Self.source(seconds: seconds), kilobits: kilobits, to: file)
        }
        let encoded = try Samples.read(path: file)
        let packets = codec == .mp3 ? Samples.mpegPackets(encoded) : Samples.adtsPackets(encoded)
        self.codec = codec
        bytes = packets.flatMap { $0 }
        let frame = codec == .mp3 ? 1152 : 1024
        self.seconds = Double(packets.count * frame) / Double(Self.sampleRate)
        sweepSeconds = Double(seconds)
        guard !packets.isEmpty else { throw FaultError(description: "\(file) holds no sound") }
    }

    /// Creates a programme without encoded sound, for tests that make the samples of the sweeps themselves.
    /// - Parameter seam: The silence in seconds that an encoder adds between the programme's end and its repetition.
    init(silentSeconds: Int, seam: Double = 0) {
        codec = .mp3
        bytes = []
        sweepSeconds = Double(silentSeconds)
        seconds = sweepSeconds + seam
    }

    /// Returns the `lavfi` source from which ffmpeg makes the sweeps.
    static func source(seconds: Int) -> String {
        let slope = (leftHertz.upperBound - leftHertz.lowerBound) / Double(seconds)
        let fast = (rightHertz.upperBound - rightHertz.lowerBound) / period
        let left = "0.4*sin(2*PI*(\(leftHertz.lowerBound)*t+\(slope / 2)*t*t))"
        let place = "mod(t\\,\(period))"
        let right = "0.4*sin(2*PI*(\(rightHertz.lowerBound)*\(place)+\(fast / 2)*\(place)*\(place)))"
        return "aevalsrc=\(left)|\(right):s=\(sampleRate):d=\(seconds)"
    }

    /// Encodes what the `lavfi` source `source` makes.
    static func encode(_ codec: Codec, _ source: String, kilobits: Int = 128, to file: String) throws {
        // A player can start to decode at any frame, as with a real station.
        let encoder =
            switch codec {
            case .mp3:
                [
                    "-c:a", "libmp3lame", "-b:a", "\(kilobits)k", "-reservoir", "0", "-write_xing", "0",
                    "-id3v2_version", "0",
                ]
            // Without PNS, the decoder adds no random noise, so the samples do not depend on the frame at which
            // decoding starts. Without intensity and M/S stereo, neither channel's sweep leaks into the other. At 40
            // kbit/s, such leaks led to wrong positions.
            case .aac: ["-c:a", "aac", "-aac_pns", "0", "-aac_is", "0", "-aac_ms", "0", "-b:a", "\(kilobits)k"]
            }
        // The file gets its name once it is complete, so that another run cannot read an incomplete file.
        let part = "\(file).\(getpid()).part"
        let result = try ChildProcess.run(
            "ffmpeg",
            ["-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", source]
                + encoder + ["-map_metadata", "-1", "-f", codec == .mp3 ? "mp3" : "adts", part])
        guard result.code == 0, rename(part, file) == 0 else {
            throw FaultError(description: "ffmpeg: \(result.output)")
        }
    }

    /// Returns the position in seconds at which the left and right sweeps have these frequencies in hertz, or nil if
    /// there is no such position.
    func place(left: Double, right: Double) -> Double? {
        let leftSlope = (Self.leftHertz.upperBound - Self.leftHertz.lowerBound) / sweepSeconds
        let rightSlope = (Self.rightHertz.upperBound - Self.rightHertz.lowerBound) / Self.period
        let coarse = (left - Self.leftHertz.lowerBound) / leftSlope
        let fine = (right - Self.rightHertz.lowerBound) / rightSlope
        guard coarse > -Self.period, coarse < sweepSeconds + Self.period, fine > -0.1, fine < Self.period + 0.1 else {
            return nil
        }
        let place = ((coarse - fine) / Self.period).rounded() * Self.period + fine
        // If the positions that the two channels show differ by more than a second, the sound is not from the
        // programme: neither the codec nor adjacent sound can cause such a difference.
        return abs(place - coarse) < Self.period / 4 ? place : nil
    }

    /// Returns the seconds from one position to another, in the shorter direction, because the programme repeats.
    /// Negative if that direction is backwards.
    func distance(from: Double, to: Double) -> Double { (to - from).remainder(dividingBy: seconds) }

    /// Returns how many seconds of sound were left out if the position `to` was heard directly after the position
    /// `from`; negative if sound was heard twice. The encoder's silence at the programme's end does not count.
    func loss(from: Double, to: Double) -> Double {
        let jump = distance(from: from, to: to)
        guard jump > 0 else { return jump < 0 ? -loss(from: to, to: from) : 0 }
        var start = from.truncatingRemainder(dividingBy: seconds)
        if start < 0 { start += seconds }
        return jump - max(0, min(start + jump, seconds) - max(start, sweepSeconds))
    }
}
