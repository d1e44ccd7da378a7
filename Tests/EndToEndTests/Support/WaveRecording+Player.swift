import RadioPlayer
import TestSupport
import Testing

extension WaveRecording {
    /// Plays an address into a WAV file, as fast as the sound arrives. Returns the written samples and the player.
    static func heard(_ address: String) async throws -> (WaveRecording, ObservedPlayer) {
        let directory = try TemporaryDirectory()
        let file = directory.path + "/heard.wav"
        let player = try ObservedPlayer(PlaybackConfiguration(output: .file(path: file, isFast: true)))
        await player.play(address)
        let end = await player.told {
            if case .didPlayToEnd = $0 { true } else if case .didFail = $0 { true } else { false }
        }
        #expect(end != nil, "\(player.story)")
        await player.manager.shutDown()
        return (try WaveRecording(path: file), player)
    }

    /// Returns the samples of a sample file, decoded by Longwave's own decoder.
    static func expected(_ sample: Sample) throws -> [Int16] {
        try expected(FrameCutter.cut(try sample.read(), isAdts: sample.codec == .aac), like: sample)
    }
}
