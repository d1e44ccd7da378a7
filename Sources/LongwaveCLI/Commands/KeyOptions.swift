import ArgumentParser
import Longwave

/// The options with which `longwave inspect` decrypts an HLS segment (`METHOD=AES-128`, RFC 8216 §4.3.2.4).
struct KeyOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Decrypts an HLS segment (AES-128) with this key: 32 hexadecimal digits, or a file of 16 bytes.",
            valueName: "key"),
        completion: .file())
    var key: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Initialisation vector, as in the HLS playlist. (default: zeros)", valueName: "hex"))
    var iv: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Media sequence number of the segment, used as the initialisation vector if the playlist has none.",
            valueName: "number"))
    var mediaSequence: UInt64?

    func validate() throws { try refuse(settings.problem) }

    var settings: KeySettings { KeySettings(key: key, iv: iv, mediaSequence: mediaSequence) }
}
