extension SegmentKey {
    /// Reads EXT-X-KEY (RFC 8216 §4.3.2.4) or EXT-X-SESSION-KEY (§4.3.4.5).
    ///
    /// - Throws: ``HlsPlaylistError`` if an attribute is missing or damaged, so that decryption would give only noise.
    init(_ list: AttributeList, _ notes: inout PlaylistNotes) throws(HlsPlaylistError) {
        guard let name = list.filled("METHOD") else {
            throw notes.error(.unreadable, "A key has no METHOD.")
        }
        self.init(method: Method(name: name), uri: list.filled("URI"))
        if method != .none, uri == nil {
            throw notes.error(.unreadable, "A key of method \(AttributeList.shown(name)) without URI.")
        }
        if let text = list.filled("IV") {
            // Some playlists leave out leading zeros.
            guard let bytes = PlaylistNumber.bytes(text), bytes.count <= 16 else {
                throw notes.error(.unreadable, "The key's IV \(AttributeList.shown(text)) is not 16 bytes.")
            }
            if bytes.count < 16 { notes.warn("The key's IV has \(bytes.count) bytes, not 16: zeros precede them.") }
            iv = [UInt8](repeating: 0, count: 16 - bytes.count) + bytes
        }
        if let format = list.filled("KEYFORMAT") { keyFormat = format }
        guard let text = list.filled("KEYFORMATVERSIONS") else { return }
        if let versions = PlaylistNumber.versions(text) {
            keyFormatVersions = versions
        } else {
            notes.warn("KEYFORMATVERSIONS is \(AttributeList.shown(text)): ignored.")
        }
    }
}
