import Glibc
import TestSupport

/// A station's sound from which the place in the programme can be read, at any moment, to about a millisecond.
///
/// Left: one sweep over the whole programme, 400 to 4000 Hz. Right: a sweep from 500 to 3500 Hz every four seconds. The
/// right channel tells where in the four seconds it is, the left one which four seconds. No two frames are alike, as
/// with a real station, so that a player can match them.
package struct SweepProgramme: Sendable {
    package enum Codec: String, Sendable { case mp3, aac }

    package static let sampleRate = 44_100
    static let leftHertz = 400.0...4000.0
    static let rightHertz = 500.0...3500.0
    static let period = 4.0

    package let codec: Codec
    /// Whole frames; after the last comes the first again.
    package let bytes: [UInt8]
    /// How long all of it plays. A place in the programme is a number of seconds below this.
    package let seconds: Double
    /// What the left sweep was made for.
    let sweepSeconds: Double

    package var contentType: String { codec == .mp3 ? "audio/mpeg" : "audio/aac" }

    package static let isMakeable = ChildProcess.exists("ffmpeg")

    /// Encodes it with ffmpeg, or takes it from `cache`, a folder, if it is there.
    /// - Parameters:
    ///   - seconds: a multiple of four. It may be some frames longer.
    ///   - kilobits: a second.
    package init(_ codec: Codec, seconds: Int, kilobits: Int = 128, cache: String? = nil) throws {
        let temporary = try cache == nil ? TemporaryDirectory() : nil
        let folder = cache ?? temporary!.path
        let file = "\(folder)/sweeps-\(seconds)\(kilobits == 128 ? "" : "-\(kilobits)k").\(codec.rawValue)"
        if access(file, R_OK) != 0 { try Self.encode(codec, seconds: seconds, kilobits: kilobits, to: file) }
        let encoded = try Samples.read(path: file)
        let packets = codec == .mp3 ? Samples.mpegPackets(encoded) : Samples.adtsPackets(encoded)
        self.codec = codec
        bytes = packets.flatMap { $0 }
        let frame = codec == .mp3 ? 1152 : 1024
        self.seconds = Double(packets.count * frame) / Double(Self.sampleRate)
        sweepSeconds = Double(seconds)
        guard !packets.isEmpty else { throw FaultError(description: "\(file) holds no sound") }
    }

    /// The sweeps without their sound, for holding the reader against sound of a test's own.
    /// - Parameter seam: silence of an encoder between its end and its beginning, in seconds.
    init(silentSeconds: Int, seam: Double = 0) {
        codec = .mp3
        bytes = []
        sweepSeconds = Double(silentSeconds)
        seconds = sweepSeconds + seam
    }

    /// What ffmpeg's `lavfi` makes the sweeps of.
    static func source(seconds: Int) -> String {
        let slope = (leftHertz.upperBound - leftHertz.lowerBound) / Double(seconds)
        let fast = (rightHertz.upperBound - rightHertz.lowerBound) / period
        let left = "0.4*sin(2*PI*(\(leftHertz.lowerBound)*t+\(slope / 2)*t*t))"
        let place = "mod(t\\,\(period))"
        let right = "0.4*sin(2*PI*(\(rightHertz.lowerBound)*\(place)+\(fast / 2)*\(place)*\(place)))"
        return "aevalsrc=\(left)|\(right):s=\(sampleRate):d=\(seconds)"
    }

    private static func encode(_ codec: Codec, seconds: Int, kilobits: Int, to file: String) throws {
        // As a station sends it: any frame can be the first.
        let encoder =
            switch codec {
            case .mp3:
                [
                    "-c:a", "libmp3lame", "-b:a", "\(kilobits)k", "-reservoir", "0", "-write_xing", "0",
                    "-id3v2_version", "0",
                ]
            // Decoded alike from any frame on: noise is not left to the decoder. At 40 kbit/s intensity stereo laid one channel's sweep
            // over the other's, and places were read that were never heard.
            case .aac: ["-c:a", "aac", "-aac_pns", "0", "-aac_is", "0", "-aac_ms", "0", "-b:a", "\(kilobits)k"]
            }
        // Another run must not find half a file.
        let part = "\(file).\(getpid()).part"
        let result = try ChildProcess.run(
            "ffmpeg",
            ["-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", source(seconds: seconds)]
                + encoder + ["-map_metadata", "-1", "-f", codec == .mp3 ? "mp3" : "adts", part])
        guard result.code == 0, rename(part, file) == 0 else {
            throw FaultError(description: "ffmpeg: \(result.output)")
        }
    }

    /// The place where both sweeps have these frequencies; nil where they contradict.
    func place(left: Double, right: Double) -> Double? {
        let leftSlope = (Self.leftHertz.upperBound - Self.leftHertz.lowerBound) / sweepSeconds
        let rightSlope = (Self.rightHertz.upperBound - Self.rightHertz.lowerBound) / Self.period
        let coarse = (left - Self.leftHertz.lowerBound) / leftSlope
        let fine = (right - Self.rightHertz.lowerBound) / rightSlope
        guard coarse > -Self.period, coarse < sweepSeconds + Self.period, fine > -0.1, fine < Self.period + 0.1 else {
            return nil
        }
        let place = ((coarse - fine) / Self.period).rounded() * Self.period + fine
        // What neither the codec nor a neighbour's sound explains.
        return abs(place - coarse) < Self.period / 4 ? place : nil
    }

    /// From one place to another, the short way round.
    func distance(from: Double, to: Double) -> Double { (to - from).remainder(dividingBy: seconds) }

    /// Sound left out where one place follows another; less than none: heard twice. Between the programme's end and its
    /// beginning lies silence that the encoder made, and that is no sound.
    func loss(from: Double, to: Double) -> Double {
        let jump = distance(from: from, to: to)
        guard jump > 0 else { return jump < 0 ? -loss(from: to, to: from) : 0 }
        var start = from.truncatingRemainder(dividingBy: seconds)
        if start < 0 { start += seconds }
        return jump - max(0, min(start + jump, seconds) - max(start, sweepSeconds))
    }
}
