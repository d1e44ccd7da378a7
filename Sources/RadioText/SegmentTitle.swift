import RadioFormats

/// Reads the title of an HLS segment from its EXTINF tag (RFC 8216 §4.3.2.1).
enum SegmentTitle {
    /// Returns the track, or nil if the title names no track but is a file name, a number or another generic text.
    static func track(from text: String) -> TrackInfo? {
        if let track = ListTitle.track(from: text) { return track }
        let clean = PlainText.clean(text)
        return isGeneric(clean) ? nil : TitleRules.track(from: clean)
    }

    /// Returns true for a generic text, which the program that wrote the playlist fills in if it knows no title.
    static func isGeneric(_ text: String) -> Bool {
        let text = text.lowercased()
        // Texts without letters: `1`, `00:00:10`, `-`, and an empty text.
        guard text.contains(where: \.isLetter) else { return true }
        if stopGaps.contains(text) { return true }
        // File names: `segment123.ts`, `https://…/a.m4s?x`, `live/audio_1.aac`.
        let path = text.prefix { $0 != "?" && $0 != "#" }
        if let suffix = path.split(separator: ".").last, path.contains("."), suffixes.contains(String(suffix)) {
            return true
        }
        // Counters: `segment-12`, `media_w123_45`.
        let name = text.prefix(while: \.isLetter)
        let rest = text[name.endIndex...]
        return counters.contains(String(name)) && rest.contains(where: \.isNumber) && !rest.contains(" ")
    }

    private static let stopGaps: Set = [
        "no desc", "no description", "no title", "notitle", "no_title", "untitled", "none", "null", "nil", "undefined",
        "unknown", "n/a", "live", "segment", "media", "chunk", "title",
    ]
    private static let suffixes: Set = [
        "ts", "aac", "m4s", "m4a", "m4v", "mp4", "mp3", "ac3", "ec3", "vtt", "webvtt", "m3u8",
    ]
    private static let counters: Set = [
        "segment", "seg", "chunk", "media", "part", "fragment", "frag", "file", "filesequence", "audio", "stream",
        "live",
        "index", "sequence", "item", "track", "output", "playlist",
    ]
}
