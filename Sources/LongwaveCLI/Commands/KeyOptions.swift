import ArgumentParser
import Longwave
import RadioConsole

/// How a segment of HLS is decrypted that was fetched by other means: `METHOD=AES-128` (RFC 8216 §4.3.2.4).
struct KeyOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Decrypt it as an HLS segment (AES-128): 32 hexadecimal digits, or a file of 16 bytes.", valueName: "key"),
        completion: .file())
    var key: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Its initialisation vector, as the playlist's IV. Without it zeros.", valueName: "hex"))
    var iv: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Its media sequence number, which is the vector where the playlist has no IV.", valueName: "number"))
    var mediaSequence: UInt64?

    func validate() throws { try refuse(settings.problem) }

    var settings: KeySettings { KeySettings(key: key, iv: iv, mediaSequence: mediaSequence) }
}
