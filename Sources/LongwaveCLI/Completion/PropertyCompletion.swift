import ArgumentParser
import Longwave

/// Completes values of options such as `--country` with the values that occur in the library.
enum PropertyCompletion {
    static let country = kind { [$0.country].compactMap(\.self) }
    static let language = kind { [$0.language].compactMap(\.self) }
    static let tag = kind(\.tags)
    static let codec = kind { [$0.codec].compactMap(\.self) }

    /// Completes the charset of titles with common charsets. The program accepts others, too.
    static let charset = CompletionKind.list([
        "UTF-8", "ISO-8859-1", "ISO-8859-2", "ISO-8859-15", "windows-1250", "windows-1251", "windows-1252", "KOI8-R",
        "Shift_JIS", "EUC-JP", "GBK", "Big5", "EUC-KR",
    ])

    /// Completes the value of `--sort` with the properties of stations. In a list of several, only the first is
    /// completed.
    static let sortKeys = CompletionKind.list(StationProperty.allCases.map(\.rawValue))

    private static func kind(_ values: @escaping @Sendable (Station) -> [String]) -> CompletionKind {
        .custom { words, _, _ in
            CompletionLine.offered(Candidates.values(in: StationCompletion.libraries(in: words), values))
        }
    }
}
