import RadioStations

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

    /// Reads an order with a sign perhaps: `-votes` is the greatest first, `+votes` the least, `votes` as is usual.
    /// - Returns: nil where the directory does not sort so; otherwise whether the order is the usual one turned round.
    public static func read(_ text: String) -> (order: DirectoryOrder, isReversed: Bool)? {
        let (key, isDescending) = SortSign.read(text)
        guard let order = DirectoryOrder(rawValue: key) else { return nil }
        return (order, isDescending.map { $0 != order.isDescending } ?? false)
    }

    /// What is greatest or newest comes first, unless turned round.
    var isDescending: Bool {
        switch self {
        case .votes, .clicks, .trend, .bitrate, .changed: true
        case .name, .country, .language, .codec, .random: false
        }
    }
}
