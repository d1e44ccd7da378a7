import RadioHls
import Testing

@Suite struct CodecSupportTests {
    @Test(arguments: [
        ("mp4a.40.2", CodecSupport.Kind.sound, "mp4a.40.2"), ("mp4a.40.5", .sound, "mp4a.40.5"),
        ("fLaC", .sound, "fLaC"), ("flac", .sound, "flac"), ("FLAC", .sound, "FLAC"), ("Opus", .sound, "Opus"),
        ("opus", .sound, "opus"), ("mp4a.69", .sound, "mp4a.69"),
        ("mp4a.40.42", .foreignSound, "xHE-AAC (mp4a.40.42)"), ("mp4a.40.39", .foreignSound, "AAC-ELD (mp4a.40.39)"),
        ("ac-3", .foreignSound, "AC-3 (ac-3)"), ("mp4a.a5", .foreignSound, "AC-3 (mp4a.a5)"),
        ("ec-3", .foreignSound, "E-AC-3 (ec-3)"), ("mp4a.a6", .foreignSound, "E-AC-3 (mp4a.a6)"),
        ("ac-4.02.01.01", .foreignSound, "AC-4 (ac-4.02.01.01)"), ("alac", .foreignSound, "ALAC (alac)"),
        ("vorbis", .foreignSound, "Vorbis (vorbis)"), ("mhm1.0x0D", .foreignSound, "MPEG-H (mhm1.0x0D)"),
        ("dtsx", .foreignSound, "DTS (dtsx)"), ("avc1.64001f", .video, "avc1.64001f"),
        ("stpp.ttml.im1t", .text, "stpp.ttml.im1t"), ("xyz1", .unknown, "xyz1"),
    ]) func `what a name stands for`(name: String, kind: CodecSupport.Kind, words: String) {
        #expect(CodecSupport.kind(of: name) == kind)
        #expect(CodecSupport.displayName(of: name) == words)
    }
}
