import Longwave

/// The formats of station lists that the option `--format` of `import` and `export` accepts.
enum ListFormatName: String, CaseIterable, Sendable {
    /// A station file such as stations.json.
    case json
    case m3u, pls, xspf, asx, opml
    case radioBrowser = "radio-browser"
    case pyRadio = "pyradio"
    case radiotray

    var format: ListFormat { ListFormat(rawValue: rawValue) ?? .stations }
}
