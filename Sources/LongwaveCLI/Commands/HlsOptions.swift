import ArgumentParser
import Longwave
import RadioConsole

/// Which of a station's variants is played, where it comes in segments (HTTP Live Streaming).
struct HlsOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Of a station in several bit rates (HLS): the highest, the middle, the lowest, or what the network brings.",
            valueName: "high|medium|low|auto"))
    var quality: QualityName?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Of a station in several languages (HLS): the one you want, as de or en-GB; several, the best first.",
            valueName: "language"),
        completion: PropertyCompletion.language)
    var language: [String] = []

    @Flag(
        inversion: .prefixedNo, help: "Closer to the live edge, where a station offers it (Low-Latency HLS).")
    var lowLatency: Bool?

    func validate() throws {
        if language.contains(where: \.isEmpty) { throw ValidationError("--language wants a language, as de or en-GB.") }
    }

    /// Of a station that nobody listens to.
    var settings: HlsSettings {
        var options = Configuration()
        apply(to: &options)
        return options.variants.settings
    }

    /// Goes before what the configuration says.
    func apply(to options: inout Configuration) {
        options.variants.quality = quality
        options.variants.languages = language.isEmpty ? nil : language
        options.variants.isLowLatency = lowLatency
    }
}
