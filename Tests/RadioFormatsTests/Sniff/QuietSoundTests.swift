import RadioFormats
import TestSupport
import Testing

@Suite struct QuietSoundTests {
    /// All kinds of quiet PCM sound, except big-endian samples of 24 bits: every second such sample looks like an MPEG
    /// header, and three of them match accidentally.
    static let bare = QuietSound.all.filter { $0.bytesPerSample == 2 || !$0.isBigEndian }

    @Test(arguments: bare) func `bare samples are no MPEG audio`(_ sound: QuietSound) {
        let bytes = sound.samples(seconds: Double(70_000) / Double(44_100 * sound.bytesPerSample * sound.channels))
        for start in [0, 1001] {
            let kind = ContentSnifferTests.sniff(Array(bytes[start...]), "audio/mpeg", isComplete: false)
            #expect(kind == .unknown, "from \(start)")
        }
    }

    @Test(arguments: ["audio/x-wav", "audio/mpeg", "application/octet-stream", nil])
    func `a WAV file is one, whatever it is called`(type: String?) {
        for sound in QuietSound.all where !sound.isBigEndian {
            let bytes = sound.wave(seconds: 0.1)
            #expect(ContentSnifferTests.sniff(bytes, type, isComplete: false) == .wave)
        }
    }
}
