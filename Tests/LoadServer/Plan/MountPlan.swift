/// The properties of the mount `/s/N` of a ``LoadServer``. The number N decides them, so that they are the same in
/// every run. With growing N, each property repeats after another number of mounts. These numbers have no common
/// divisor, so that every metaint occurs with every charset.
package struct MountPlan: Hashable, Sendable {
    package let number: Int
    package let metaint: Int
    package let charset: TitleCharset
    /// Whether the station list that the logger gets states the charset. Otherwise, the logger must recognise the
    /// charset by the titles.
    package let isDeclared: Bool
    package let header: HeaderStyle
    package let style: TitleStyle
    package let fault: LoadFault
    package let format: LoadFormat

    /// The metaints of successive mounts, repeated. Most real stations use 8,192 or 16,000 bytes.
    static let metaints = [
        16_000, 8192, 16_000, 16_384, 16_000, 4096, 16_000, 8192, 16_000, 1024, 16_000, 32_768, 8192, 255, 16_000,
        65_536,
    ]
    private static let headers: [HeaderStyle] = [
        .http, .icy, .http, .http, .icy, .http, .http, .icy, .http, .http, .chunked,
    ]
    private static let faults: [LoadFault] = [
        .none, .close, .split, .none, .reset, .none, .refuse, .split, .none, .freeze, .closeInBlock, .none, .none,
    ]

    package init(number: Int, hasFaults: Bool = false, format: LoadFormat = .mp3) {
        self.number = number
        self.format = format
        metaint = Self.metaints[number % Self.metaints.count]
        // Comments in Ogg are always UTF-8.
        charset = format == .ogg ? .utf8 : TitleCharset.allCases[number % TitleCharset.allCases.count]
        // The list always states Shift_JIS, because one title is not enough to recognise it.
        isDeclared =
            charset == .shiftJIS || (charset.label != nil && number / TitleCharset.allCases.count % 2 == 0)
        header = Self.headers[number % Self.headers.count]
        style = format == .ogg ? .plain : TitleStyle.allCases[number % TitleStyle.allCases.count]
        fault = hasFaults ? Self.faults[number % Self.faults.count] : .none
    }

    /// The station's id in station lists and logs.
    package var id: String { "load-\(number)" }
    package var path: String { "/s/\(number)" }
    package var name: String { "Load \(number)" }

    /// Returns the number of the mount with this id, or nil for another station.
    package static func number(ofID id: String) -> Int? {
        id.hasPrefix("load-") ? Int(id.dropFirst(5)) : nil
    }
}
