import RadioFormats

/// An Ogg chain of two links, made by bin/make-samples, whose sound continues from one link to the next. The titles are
/// `Artist 1 - Song 1` and `Artist 2 - Song 2`.
package struct ChainSample: Hashable, Sendable, CustomStringConvertible {
    package var file: String
    package var codec: AudioCodec
    package var sampleRate: Int
    package var channels: Int
    /// The number of sample frames in each link.
    package var sampleCounts: [Int]

    package static let vorbis = ChainSample(
        file: "vorbis-44100-stereo-chain.ogg", codec: .vorbis, sampleRate: 44_100, channels: 2,
        sampleCounts: [200_000, 152_800])
    package static let opus = ChainSample(
        file: "opus-48000-stereo-chain.opus", codec: .opus, sampleRate: 48_000, channels: 2,
        sampleCounts: [200_000, 184_000])
    package static let flac = ChainSample(
        file: "flac-22050-mono-chain.oga", codec: .flac, sampleRate: 22_050, channels: 1,
        sampleCounts: [100_000, 76_400])

    package static let all = [vorbis, opus, flac]

    package var path: String { Sample.path(of: file) }

    package func read() throws -> [UInt8] { try Samples.read(path: path) }

    /// Returns the byte range of each Ogg page in a stream.
    package static func pages(of bytes: [UInt8]) -> [Range<Int>] {
        var pages: [Range<Int>] = []
        var at = 0
        while at + 27 <= bytes.count, bytes[at..<at + 4].elementsEqual("OggS".utf8) {
            let count = Int(bytes[at + 26])
            let body = bytes[(at + 27)..<(at + 27 + count)].reduce(0) { $0 + Int($1) }
            pages.append(at..<at + 27 + count + body)
            at += 27 + count + body
        }
        return pages
    }

    package var description: String { file }
}
