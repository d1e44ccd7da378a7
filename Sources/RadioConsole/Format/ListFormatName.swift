import Longwave

/// The formats of station lists that the option `--format` of `import` and `export` accepts.
public enum ListFormatName: String, CaseIterable, Sendable {
    /// A station file such as stations.json.
    case json
    case m3u, pls, xspf, asx, opml
    case radioBrowser = "radio-browser"
    case pyRadio = "pyradio"
    case radiotray

    var format: ListFormat { ListFormat.allCases.first { $0.name == rawValue } ?? .stations }

    /// Recognises the format by the suffix of a file's path. Returns nil if no format has the suffix.
    init?(path: String) {
        let suffix = path.split(separator: "/").last?.split(separator: ".", maxSplits: .max).last?.lowercased() ?? ""
        switch suffix {
        case "m3u8": self = .m3u
        case "wax", "wvx": self = .asx
        case "csv": self = .pyRadio
        case "json", "m3u", "pls", "xspf", "asx", "opml": self.init(rawValue: suffix)
        case _: return nil
        }
    }
}
