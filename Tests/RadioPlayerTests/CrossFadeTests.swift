import TestSupport
import Testing

@testable import RadioPlayer

/// Blends of the end of one sound with the beginning of another. Before a blend, a ``CrossFade`` keeps the end of the
/// old sound. Each sample that it returns or keeps must lie within its buffer, and each frame that it keeps must be
/// heard.
struct CrossFadeTests {
    private func give(_ fade: inout CrossFade, _ value: Float, _ frames: Int, channels: Int = 1, usual: Int = 4)
        -> [Float]
    {
        var samples = [Float](repeating: value, count: frames * channels)
        samples.withUnsafeMutableBufferPointer { fade.apply(to: $0, channels: channels, usual: usual) }
        return samples
    }

    private func keep(_ fade: inout CrossFade, _ value: Float, _ frames: Int, channels: Int = 1) {
        [Float](repeating: value, count: frames * channels).withUnsafeBufferPointer {
            fade.keep($0, channels: channels)
        }
    }

    @Test func aKeptEndSinksWhileTheNewSoundRises() {
        var fade = CrossFade()
        keep(&fade, 1, 4)
        fade.begin()
        #expect(give(&fade, 0, 6) == [0.875, 0.625, 0.375, 0.125, 0, 0])
    }

    @Test func withoutAnEndTheLastFrameStandsForIt() {
        var fade = CrossFade()
        _ = give(&fade, 1, 2)
        fade.begin()
        #expect(give(&fade, 0, 6) == [0.875, 0.625, 0.375, 0.125, 0, 0])
    }

    /// While a blend is under way, the shorter end of another sound is stored. The blend continues unchanged, and the
    /// next blend uses the stored end.
    @Test func anEndThatIsKeptDuringABlendWaits() {
        var fade = CrossFade()
        keep(&fade, 1, 4)
        fade.begin()
        #expect(give(&fade, 0, 2) == [0.875, 0.625])
        keep(&fade, 0.5, 2)
        #expect(give(&fade, 0, 4) == [0.375, 0.125, 0, 0])
        fade.begin()
        #expect(give(&fade, 0, 3) == [0.375, 0.125, 0])
    }

    /// A blend begins without a kept end, so the last frame before it is repeated and fades out. An end that is kept
    /// during this blend is used by the next blend, even if it is longer than the current one.
    @Test func anEndThatIsKeptDuringABlendWithoutOneIsHeard() {
        var fade = CrossFade()
        _ = give(&fade, 1, 1)
        fade.begin()
        _ = give(&fade, 0, 2)
        keep(&fade, 1, 8)
        #expect(give(&fade, 0, 2) == [0.375, 0.125])
        fade.begin()
        #expect(give(&fade, 0, 8).first == 0.9375)
    }

    /// A packet ends in the middle of a blend, and its whole sound is kept. The next blend starts from the blended
    /// sound of this packet.
    @Test func anEndInTheMiddleOfABlendGoesOnInThere() {
        var fade = CrossFade()
        keep(&fade, 1, 4)
        fade.begin()
        keep(&fade, 0, 2)
        fade.begin()
        // The second blend lasts two frames. It fades out 0.875 and 0.625, the frames of the first blend that were
        // kept.
        #expect(give(&fade, 0, 3) == [0.875 * 0.75, 0.625 * 0.25, 0])
    }

    @Test func anotherNumberOfChannelsEndsABlend() {
        var fade = CrossFade()
        keep(&fade, 1, 8, channels: 2)
        fade.begin()
        _ = give(&fade, 0, 2, channels: 2)
        #expect(give(&fade, 0.5, 20, channels: 6).allSatisfy { $0 == 0.5 })
        keep(&fade, 1, 3, channels: 6)
        fade.begin()
        // The kept sound has six channels and the new sound has one. They cannot be blended, so the new sound fades in
        // from silence.
        #expect(give(&fade, 1, 5, channels: 1) == [0.125, 0.375, 0.625, 0.875, 1])
    }

    /// The output is the same however many frames each request asks for.
    @Test(arguments: 0..<64 as Range<UInt64>) func piecesDoNotMatter(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var steps: [(frames: Int, kept: Int, begins: Bool)] = []
        for _ in 0..<40 {
            let kept = Int.random(in: -20...20, using: &random)
            steps.append((.random(in: 0...40, using: &random), max(kept, 0), .random(using: &random)))
        }
        func run(_ size: (inout SeededGenerator) -> Int) -> [Float] {
            var (fade, heard) = (CrossFade(.cosine), [Float]())
            var sizes = SeededGenerator(seed: seed)
            for (number, step) in steps.enumerated() {
                if step.begins { fade.begin() }
                if step.kept > 0 { keep(&fade, Float(number), step.kept, channels: 2) }
                var left = step.frames
                while left > 0 {
                    let frames = min(size(&sizes), left)
                    heard += give(&fade, Float(number), frames, channels: 2, usual: 7)
                    left -= frames
                }
            }
            return heard
        }
        let whole = run { _ in 1 << 20 }
        #expect(whole == run { .random(in: 1...5, using: &$0) })
        // Each sample lies between the smallest and the largest of the values that are blended.
        #expect(whole.allSatisfy { $0 >= 0 && $0 <= Float(steps.count) })
    }
}
