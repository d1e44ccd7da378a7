import ArgumentParser
import Longwave

/// The options that choose a variant of an HLS station.
struct HlsOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Bit rate of a station that offers several (HLS); auto adapts to the network. (default: auto)",
            valueName: "high|medium|low|auto"))
    var quality: QualityName?

    @Option(
        name: .long,
        help: ArgumentHelp(
            """
            Language of a station that offers several (HLS), such as de or en-GB; may be repeated, the preferred one \
            first.
            """,
            valueName: "language"),
        completion: PropertyCompletion.language)
    var language: [String] = []

    @Flag(
        inversion: .prefixedNo,
        help: "Plays closer to the live edge if the station supports Low-Latency HLS. (default: --no-low-latency)")
    var lowLatency: Bool?

    func validate() throws {
        if language.contains(where: \.isEmpty) {
            throw ValidationError("--language needs a language, such as de or en-GB.")
        }
    }

    /// The HLS settings of the command line alone, for commands that do not play.
    var settings: HlsSettings {
        var options = Configuration()
        apply(to: &options)
        return options.variants.settings
    }

    /// Writes the options into the configuration of the command line, which overrides the environment and the settings
    /// file.
    func apply(to options: inout Configuration) {
        options.variants.quality = quality
        options.variants.languages = language.isEmpty ? nil : language
        options.variants.isLowLatency = lowLatency
    }
}
