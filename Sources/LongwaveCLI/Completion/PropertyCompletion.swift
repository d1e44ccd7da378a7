import ArgumentParser
import Longwave
import RadioConsole

/// Completes properties of stations with the values that the library's stations have.
enum PropertyCompletion {
    static let country = kind { [$0.country].compactMap(\.self) }
    static let language = kind { [$0.language].compactMap(\.self) }
    static let tag = kind(\.tags)
    static let codec = kind { [$0.codec].compactMap(\.self) }

    /// The charsets that titles commonly use. The program also understands others.
    static let charset = CompletionKind.list([
        "UTF-8", "ISO-8859-1", "ISO-8859-2", "ISO-8859-15", "windows-1250", "windows-1251", "windows-1252", "KOI8-R",
        "Shift_JIS", "EUC-JP", "GBK", "Big5", "EUC-KR",
    ])

    /// The keys of `--sort`. Only the first key of a list is completed.
    static let sortKeys = CompletionKind.list(StationProperty.allCases.map(\.rawValue))

    private static func kind(_ values: @escaping @Sendable (Station) -> [String]) -> CompletionKind {
        .custom { words, _, _ in
            CompletionLine.offered(Candidates.values(in: StationCompletion.libraries(in: words), values))
        }
    }
}
