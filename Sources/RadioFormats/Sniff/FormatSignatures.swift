/// Recognises unsupported formats by their first bytes.
///
/// Files in such a format are not searched for frames of MPEG audio or AAC, because samples of quiet music contain many
/// apparent frame headers.
enum FormatSignatures {
    /// The first bytes of each format. Each character stands for a byte, and `?` for any byte.
    private static let signs: [(String, UnsupportedFormat)] = [
        // Defined in Sony's "Wave64" and Electronic Arts's "8SVX".
        ("riff\u{2E}\u{91}\u{CF}\u{11}\u{A5}\u{D6}\u{28}\u{DB}\u{04}\u{C1}\u{00}\u{00}", .wave64),
        ("FORM????8SVX", .svx),
        ("caff\u{0}\u{1}", .caf), (".snd\u{0}", .au), ("dns.\u{18}", .au),
        ("MAC ?\u{E}", .ape), ("MAC ?\u{F}", .ape), ("MAC ?\u{10}", .ape),
        ("wvpk?????\u{4}", .wavPack), ("TTA1?\u{0}", .tta), ("TTA2?\u{0}", .tta),
        ("MPCKSH", .musepack), ("MP+\u{7}", .musepack), ("MP+\u{17}", .musepack),
        ("DSD \u{1C}\u{0}", .dsd), ("FRM8\u{0}???????DSD ", .dsd), ("MThd\u{0}\u{0}\u{0}\u{6}", .midi),
        // Defined in RFC 4867 §5.1.
        ("#!AMR\n", .amr), ("#!AMR-WB\n", .amr), ("#!AMR_MC1.0\n", .amr), ("#!AMR-WB_MC1.0\n", .amr),
        (".RMF\u{0}", .realAudio), (".ra\u{FD}", .realAudio),
        // Defined in RFC 8794 §8.1.
        ("\u{1A}\u{45}\u{DF}\u{A3}", .matroska),
        // Defined in Microsoft's "Advanced Systems Format (ASF) Specification" §10.1.
        ("\u{30}\u{26}\u{B2}\u{75}\u{8E}\u{66}\u{CF}\u{11}\u{A6}\u{D9}", .asf),
        ("RIFF????AVI ", .avi), ("FLV\u{1}", .flv),
        // Defined in ISO/IEC 13818-1 §2.5.3.3.
        ("\u{0}\u{0}\u{1}\u{BA}", .mpegPS),
        ("ADIF", .adif),
        // The sync word of DTS (ETSI TS 102 114 §5.3.1), in words of 16 and 14 bits, in either byte order.
        ("\u{7F}\u{FE}\u{80}\u{01}", .dts), ("\u{FE}\u{7F}\u{01}\u{80}", .dts),
        ("\u{1F}\u{FF}\u{E8}\u{00}", .dts), ("\u{FF}\u{1F}\u{00}\u{E8}", .dts),
        ("????\u{F8}\u{72}\u{6F}\u{BA}", .trueHD), ("????\u{F8}\u{72}\u{6F}\u{BB}", .trueHD),
    ]

    /// Returns the format whose signature the bytes begin with; nil if there is none, or if the bytes are text.
    static func format(_ bytes: UnsafeRawBufferPointer, isComplete: Bool) -> UnsupportedFormat? {
        guard !TextSniffer.isText(bytes) else { return nil }
        for (sign, format) in signs where begins(bytes, sign) { return format }
        return DolbyFrame.format(bytes, isComplete: isComplete)
    }

    private static func begins(_ bytes: UnsafeRawBufferPointer, _ sign: String) -> Bool {
        guard bytes.count >= sign.unicodeScalars.count else { return false }
        return zip(bytes, sign.unicodeScalars).allSatisfy { byte, scalar in
            scalar == "?" || UInt32(byte) == scalar.value
        }
    }
}
