/// By what radio-browser sorts its answers.
public enum DirectoryOrder: String, Hashable, Sendable, CaseIterable {
    case votes, clicks, trend, name, bitrate, country, language, codec, changed, random

    /// The attribute as the API calls it ("Advanced station search", `order`).
    var attribute: String {
        switch self {
        case .votes, .name, .bitrate, .country, .language, .codec, .random: rawValue
        case .clicks: "clickcount"
        case .trend: "clicktrend"
        case .changed: "changetimestamp"
        }
    }

    /// What is greatest or newest comes first, unless turned round.
    var isDescending: Bool {
        switch self {
        case .votes, .clicks, .trend, .bitrate, .changed: true
        case .name, .country, .language, .codec, .random: false
        }
    }
}
