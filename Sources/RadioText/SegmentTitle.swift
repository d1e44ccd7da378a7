import RadioFormats

/// The title of an EXTINF tag (RFC 8216 §4.3.2.1).
enum SegmentTitle {
    /// Nil where it names nothing: packagers put file names and stop-gaps there.
    static func track(from text: String) -> TrackInfo? {
        if let track = ListTitle.track(from: text) { return track }
        let clean = PlainText.clean(text)
        return isGeneric(clean) ? nil : TitleRules.track(from: clean)
    }

    static func isGeneric(_ text: String) -> Bool {
        let text = text.lowercased()
        // `1`, `00:00:10`, `-`, and nothing at all.
        guard text.contains(where: \.isLetter) else { return true }
        if stopGaps.contains(text) { return true }
        // `segment123.ts`, `https://…/a.m4s?x`, `live/audio_1.aac`.
        let path = text.prefix { $0 != "?" && $0 != "#" }
        if let suffix = path.split(separator: ".").last, path.contains("."), suffixes.contains(String(suffix)) {
            return true
        }
        // `segment-12`, `media_w123_45`.
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
