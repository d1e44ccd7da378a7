import RadioStations

/// The orders in which radio-browser sorts its answers.
public enum DirectoryOrder: String, Hashable, Sendable, CaseIterable {
    case votes, clicks, trend, name, bitrate, country, language, codec, changed, random

    /// The name of the order in the API ("Advanced station search", `order`).
    var attribute: String {
        switch self {
        case .votes, .name, .bitrate, .country, .language, .codec, .random: rawValue
        case .clicks: "clickcount"
        case .trend: "clicktrend"
        case .changed: "changetimestamp"
        }
    }

    /// Parses an order with an optional sign: `-votes` puts the greatest number first, `+votes` the least; `votes` uses
    /// the order's usual direction.
    /// - Returns: the order, and whether its usual direction is reversed; nil if the directory has no such order.
    public static func read(_ text: String) -> (order: DirectoryOrder, isReversed: Bool)? {
        let (key, isDescending) = SortSign.read(text)
        guard let order = DirectoryOrder(rawValue: key) else { return nil }
        return (order, isDescending.map { $0 != order.isDescending } ?? false)
    }

    /// True if, in the usual direction, the station with the greatest or most recent value comes first.
    var isDescending: Bool {
        switch self {
        case .votes, .clicks, .trend, .bitrate, .changed: true
        case .name, .country, .language, .codec, .random: false
        }
    }
}
