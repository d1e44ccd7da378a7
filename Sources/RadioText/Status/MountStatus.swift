import RadioFormats

/// The state of one mount (one stream of an Icecast or SHOUTcast server), from the server's status page.
package struct MountStatus: Hashable, Sendable {
    /// A text of the status page and its name. JSON escapes are decoded.
    package struct Field: Hashable, Sendable {
        package var name: String
        package var value: [UInt8]

        package init(name: String, value: [UInt8]) {
            self.name = name
            self.value = value
        }
    }

    /// The path of the mount's address, such as `/radio.mp3`, from the page's `listenurl` or `streampath`. Empty if the
    /// page has neither.
    package var path: String
    /// The number of a SHOUTcast stream, or nil for other servers.
    package var stream: Int?
    /// True if the mount has a source, which is a program that sends sound to the server. Mounts without a source are
    /// usually not on the page.
    package var isUp: Bool
    /// The station's name on the page, as undecoded bytes, because the name is seldom needed.
    var nameBytes: [UInt8] = []
    var descriptionBytes: [UInt8] = []
    /// The mount's fields that show its title: `title`, `artist`, `yp_currently_playing` …, or one field `songtitle`
    /// for SHOUTcast.
    package var shown: [Field]
    /// The bytes from which the title is read: the mount's JSON members in braces, or the title itself.
    package var raw: [UInt8]

    package var serverName: String? { Self.text(nameBytes) }
    package var description: String? { Self.text(descriptionBytes) }

    private static func text(_ bytes: [UInt8]) -> String? {
        bytes.isEmpty ? nil : PlainText.clean(TextDecoding.decode(bytes))
    }

    /// Reads the fields as a track.
    /// - Parameters:
    ///   - charset: The IANA name of the charset that the station declares for its titles, or nil.
    ///   - names: The station's own names.
    ///   - evidence: The evidence of the station's charset. This method adds the title to it.
    package func track(
        charset: String? = nil, names: StationNames = StationNames(), evidence: inout CharsetEvidence
    ) -> TrackInfo {
        // The declared charset is ignored if the page is UTF-8. Most status pages are UTF-8, even if the titles in the
        // stream are not.
        let isUTF8 = shown.allSatisfy { TextDecoding.utf8($0.value) != nil }
        let charset = isUTF8 ? nil : charset
        if shown.count == 1, shown[0].name == "songtitle" {
            var track = TitleReader.read(line: shown[0].value, charset: charset, names: names, evidence: &evidence)
            track.raw = raw
            return track
        }
        let fields = shown.map { ($0.name, TextDecoding.decode($0.value, charset: charset)) }
        return TitleReader.read(fields: fields, raw: raw, names: names, evidence: &evidence)
    }
}
