import RadioAudio
import RadioFormats
import RadioLoop
import RadioStreams
import TestSupport
import Testing

@testable import RadioPlayer

/// The decoded sound of an Ogg chain has no gap between its links.
struct ChainTests {
    private static let now = MonotonicInstant(nanoseconds: 0)

    private static func timeline(of bytes: [UInt8]) -> Timeline {
        let timeline = Timeline(maximumBytes: 1 << 20)
        let demuxer = OggDemuxer()
        bytes.withUnsafeBytes { demuxer.feed($0) { timeline.append($0, at: now) } }
        return timeline
    }

    /// Renders all sound of a timeline in small buffers and returns the interleaved samples.
    private static func render(_ timeline: Timeline, _ format: PCMFormat) -> [Float] {
        let renderer = Renderer(timeline: timeline)
        var marks = RenderMarks()
        var heard: [Float] = []
        var buffer = [Float](repeating: 0, count: 300 * format.channelCount)
        while true {
            let frames = buffer.withUnsafeMutableBufferPointer {
                renderer.render(
                    into: $0, format: format, position: Int64(heard.count / format.channelCount), marks: &marks)
            }
            heard += buffer[..<(frames * format.channelCount)]
            if frames < 300 { return heard }
        }
    }

    private static func links(of bytes: [UInt8]) -> [[UInt8]] {
        let pages = ChainSample.pages(of: bytes)
        let starts = pages.filter { bytes[$0.lowerBound + 5] & 2 != 0 }.map(\.lowerBound)
        return zip(starts, starts.dropFirst() + [bytes.count]).map { Array(bytes[$0..<$1]) }
    }

    @Test(arguments: ChainSample.all) func everyLinkSoundsAsItDoesAlone(_ chain: ChainSample) throws {
        let bytes = try chain.read()
        let format = PCMFormat(sampleRate: chain.sampleRate, channelCount: chain.channels)
        let heard = Self.render(Self.timeline(of: bytes), format)
        let alone = Self.links(of: bytes).map { Self.render(Self.timeline(of: $0), format) }
        #expect(alone.map { $0.count / chain.channels } == chain.sampleCounts)
        let isSame = heard == alone.flatMap { $0 }
        #expect(isSame, "\(heard.count) samples")
    }

    /// The first link of a chain is cut off. The end of its sound is blended into the next link.
    @Test(arguments: ChainSample.all) func aBreakIsBlended(_ chain: ChainSample) throws {
        let bytes = try chain.read()
        let links = Self.links(of: bytes)
        // The first link without its last page, which would mark the link's end.
        let cut = Array(links[0][..<ChainSample.pages(of: links[0]).last!.lowerBound])
        let format = PCMFormat(sampleRate: chain.sampleRate, channelCount: chain.channels)
        let heard = Self.render(Self.timeline(of: cut + links[1]), format)
        let before = Self.render(Self.timeline(of: cut), format)
        let after = Self.render(Self.timeline(of: links[1]), format)
        let isAfterSame = heard.suffix(after.count / 2).elementsEqual(after.suffix(after.count / 2))
        #expect(isAfterSame && heard.count < before.count + after.count)
        #expect(heard.count >= before.count + after.count - chain.sampleRate / 20 * chain.channels)
        let isBeforeSame = heard.prefix(before.count / 2).elementsEqual(before.prefix(before.count / 2))
        #expect(isBeforeSame)
    }

    /// After a jump within a link, the decoder is primed with earlier packets, so each packet sounds as it does without
    /// the jump.
    @Test(arguments: ChainSample.all) func aJumpPrimesTheDecoder(_ chain: ChainSample) throws {
        let timeline = Self.timeline(of: try chain.read())
        let format = PCMFormat(sampleRate: chain.sampleRate, channelCount: chain.channels)
        let whole = Self.render(timeline, format)
        let target = timeline.end / 3
        let start = try #require(timeline.packet(target)).start
        let renderer = Renderer(timeline: timeline)
        renderer.jump(to: target)
        var marks = RenderMarks()
        var buffer = [Float](repeating: 0, count: 4096 * chain.channels)
        let frames = buffer.withUnsafeMutableBufferPointer {
            renderer.render(into: $0, format: format, position: 0, marks: &marks)
        }
        #expect(frames == 4096)
        let first = Int((MediaTime(flicks: start).seconds * Double(chain.sampleRate)).rounded()) * chain.channels
        let differences = zip(buffer, whole[first...]).map { abs($0 - $1) }
        // After a jump, an Opus decoder only approaches the exact samples. The other decoders are exact.
        #expect(differences.allSatisfy { $0 < (chain.codec == .opus ? 0.01 : 0.000_001) })
    }
}
