import ArgumentParser
import Longwave

/// Which of a station's variants is played, where it comes in segments (HTTP Live Streaming).
struct HlsOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Of a station in several bit rates (HLS): the highest, the middle, the lowest, or what the network brings.",
            valueName: "high|medium|low|auto"))
    var quality = QualityName.auto

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Of a station in several languages (HLS): the one you want, as de or en-GB; several, the best first.",
            valueName: "language"),
        completion: PropertyCompletion.language)
    var language: [String] = []

    @Flag(name: .long, help: "Closer to the live edge, where a station offers it (Low-Latency HLS).")
    var lowLatency = false

    enum QualityName: String, CaseIterable, ExpressibleByArgument {
        case high, medium, low, auto

        var quality: StreamQuality {
            switch self {
            case .high: .high
            case .medium: .medium
            case .low: .low
            case .auto: .auto
            }
        }
    }

    func validate() throws {
        if language.contains(where: \.isEmpty) { throw ValidationError("--language wants a language, as de or en-GB.") }
    }

    var settings: HlsSettings {
        var settings = HlsSettings()
        settings.quality = quality.quality
        settings.languages = language
        settings.isLowLatency = lowLatency
        return settings
    }
}
